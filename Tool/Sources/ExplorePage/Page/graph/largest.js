/** The largest of many entries, without sorting all. Of equal ones the first stay. */
export class Largest {
    constructor(limit) {
        this.limit = limit;
        /** @type {{entry: number, bytes: number}[]} The largest first. */
        this.list = [];
    }

    add(entry, bytes) {
        const { list, limit } = this;
        if (list.length === limit && bytes <= list.at(-1).bytes) return;
        const index = list.findIndex((other) => other.bytes < bytes);
        list.splice(index < 0 ? list.length : index, 0, { entry, bytes });
        if (list.length > limit) list.pop();
    }
}
