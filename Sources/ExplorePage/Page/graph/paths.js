/** How many values are looked at to tell how an object refers to another. */
const VALUE_LIMIT = 20_000;

/**
 * How an object refers to another: keys and indices, such as `.packages[12]`.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} source
 * @param {number} target
 * @returns {?string} `null` when that is not found among the first values.
 */
export function pathOfReference(graph, source, target) {
    const { archive, values } = graph;
    const id = archive.id(target);
    let left = VALUE_LIMIT;
    return find(archive.records.starts[source]);

    function find(at) {
        if (left-- <= 0) return null;
        const value = values.read(at);
        switch (value.kind) {
            case 'reference': case 'conditional': return value.value === id ? '' : null;
            case 'some': case 'typed': return find(value.inside);
            case 'composite': return findInside(values.fields(value).map((field) => field.at), (index) =>
                fieldName(archive, values.fields(value)[index].key, index));
            case 'sequence': return findInElements(value, 1, (index) => `[${index}]`);
            case 'map': return findInElements(value, 2, (index) => keyName(value, index));
            default: return null;
        }
    }

    function findInside(places, name) {
        for (let index = 0; index < places.length; index++) {
            const path = find(places[index]);
            if (path !== null) return name(index) + path;
        }
        return null;
    }

    /** Without a list of the places, which could be long. */
    function findInElements(collection, step, name) {
        let at = collection.inside;
        for (let index = 0; index < collection.count * step && left > 0; index++) {
            const path = find(at);
            if (path !== null) return name(Math.floor(index / step)) + path;
            at = values.endOf(at);
        }
        return null;
    }

    function keyName(map, pair) {
        let at = map.inside;
        for (let left = 2 * pair; left > 0; left--) at = values.endOf(at);
        const key = values.read(at);
        return key.kind === 'string' ? `[${JSON.stringify(key.value)}]` : key.kind === 'integer' ? `[${key.value}]` : '[…]';
    }
}

function fieldName(archive, key, index) {
    return key === 0 ? `.${index}` : `.${archive.keys[key]}`;
}
