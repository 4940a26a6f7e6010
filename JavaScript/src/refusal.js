/** What kind of finding a broken rule is, as section 7 of both specifications lists them. */
const CODES = {
    R5: 'notAnArchive', R6: 'unsupportedVersion', R7: 'truncated', R10: 'truncated',
    R22: 'unsupportedFeature', R35: 'depthExceeded',
    Z1: 'truncated', Z2: 'trailingBytes', Z3: 'notAnArchive', Z4: 'unsupportedVersion', Z5: 'damaged',
    Z6: 'unsupportedCodec', Z7: 'unsupportedFeature', Z11: 'unsupportedFeature', Z12: 'damaged',
    Z13: 'unsupportedFeature', Z17: 'damaged', Z18: 'unsupportedFeature', Z28: 'limitExceeded', Z40: 'damaged',
    limit: 'limitExceeded',
};

/** What each kind of finding is called. */
const TITLES = {
    notAnArchive: 'This is no archive of an object graph',
    transferDamage: 'The archive was changed in transfer',
    truncated: 'The archive ends too early',
    trailingBytes: 'Something follows the end of the archive',
    unsupportedVersion: 'The archive has a newer format version',
    unsupportedCodec: 'The codec of the archive is not supported',
    unsupportedFeature: 'The archive uses a feature of a newer release',
    damaged: 'The archive is damaged',
    depthExceeded: 'The archive nests values too deeply',
    limitExceeded: 'The archive exceeds a limit',
    malformed: 'The archive breaks a rule of its format',
};

/** Why an archive is not shown: the rule that it breaks, where, and what that means for people. */
export class Refusal extends Error {
    /**
     * @param {string} rule The number of the rule, as in `Docs/format-graph.md` and `Docs/format-graphz.md`.
     * @param {number} place The offset in bytes where it was noticed.
     * @param {string} message What is wrong there.
     * @param {string} [code] The name of the error, as the library and the tool use it, if the rule has several.
     */
    constructor(rule, place, message, code = CODES[rule] ?? 'malformed') {
        super(message);
        this.rule = rule;
        this.code = code;
        this.place = place;
        /** Whether the place is one of the raw archive inside a compressed one. */
        this.isInside = false;
    }

    get title() {
        return TITLES[this.code];
    }

    /** The place and, where there is one, the rule, in words. */
    get where() {
        const place = `byte ${this.place.toLocaleString('en')} of the ${this.isInside ? 'raw archive inside' : 'file'}`;
        return /^[RZ]\d/.test(this.rule) ? `${place}, rule ${this.rule}` : place;
    }
}
