const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element. Strings among the children become text, never HTML.
 *
 * @param {string} name A tag, with classes behind dots: `div.card.wide`.
 * @param {Object<string, *>} [attributes] `on…` are listeners; `style` is an object; `true` an attribute without value;
 *     what is `null`, `undefined` or `false` is left out.
 * @param {...(Node|string|number|null|undefined|Array)} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
    const [tag, ...classes] = name.split('.');
    return filled(document.createElement(tag), classes, attributes, children);
}

/** Makes an element of a drawing. */
export function drawn(name, attributes = {}, ...children) {
    const [tag, ...classes] = name.split('.');
    return filled(document.createElementNS(SVG, tag), classes, attributes, children);
}

function filled(node, classes, attributes, children) {
    if (classes.length > 0) node.classList.add(...classes);
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
        else if (name === 'style') setStyle(node, value);
        else node.setAttribute(name, value === true ? '' : value);
    }
    append(node, children);
    return node;
}

/** The policy of the page forbids style attributes; properties are set one by one. */
function setStyle(node, properties) {
    for (const [name, value] of Object.entries(properties)) node.style.setProperty(name, value);
}

function append(node, children) {
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined && child !== false) node.append(child);
    }
}

/** Puts other children into an element. */
export function replace(node, ...children) {
    node.replaceChildren();
    append(node, children);
}
