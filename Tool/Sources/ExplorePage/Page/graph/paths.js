/**
 * How an object refers to another: keys and indices, such as `.packages[12]`.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} source
 * @param {number} target
 * @returns {string}
 */
export function pathOfReference(graph, source, target) {
    const { archive: { records: { starts } }, values } = graph;
    const id = graph.id(target);
    // A walk from tag to tag needs neither a stack nor objects, so that it takes large records, too.
    for (let at = starts[source]; at < starts[source + 1]; at = values.next(at)) {
        if (values.referenceAt(at) === id) return pathTo(graph, source, at);
    }
    return '';
}

/**
 * The keys and indices from the beginning of a record to one of its values.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} record
 * @param {number} place That of the value's tag.
 * @returns {string} Empty for the value of the record itself.
 */
export function pathTo(graph, record, place) {
    const { archive: { records, keys }, values } = graph;
    let at = records.starts[record];
    let path = '';
    while (at < place) {
        const value = values.read(at);
        switch (value.kind) {
            case 'composite': {
                const fields = values.fields(value);
                const index = fields.findLastIndex((field) => field.at <= place);
                path += fields[index].key === 0 ? `.${index}` : `.${keys[fields[index].key]}`;
                at = fields[index].at;
                break;
            }
            case 'sequence': case 'map': {
                const element = elementAt(values, value, place);
                path += value.kind === 'sequence' ? `[${element.index}]` : pairName(values, element);
                at = element.at;
                break;
            }
            default: at = value.inside;
        }
    }
    return path;
}

/** The element of a collection that has a place: its index, where it begins, and where the one before it begins. */
function elementAt(values, collection, place) {
    let at = collection.inside;
    let before = at;
    for (let index = 0; ; index++) {
        const end = values.endOf(at);
        if (end > place) return { index, at, before };
        [before, at] = [at, end];
    }
}

/** What a value of a dictionary is called: by its key. */
function pairName(values, { index, before }) {
    if (index % 2 === 0) return `[key ${index / 2}]`;
    const key = values.read(before);
    return key.kind === 'string' ? `[${JSON.stringify(key.value)}]` : key.kind === 'integer' ? `[${key.value}]` : '[…]';
}
