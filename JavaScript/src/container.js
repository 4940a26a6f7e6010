import { hasBytes, isBeginning, u32, u64 } from './cursor.js';
import { joinBlock } from './filter.js';
import { inflate } from './inflate.js';
import { decompressLZ4 } from './lz4.js';
import { readMetadata } from './metadata.js';
import { FREE_EXPANSION } from './policy.js';
import { Refusal } from './refusal.js';
import { xxh3 } from './xxh3.js';

const SIGNATURE = [0x89, 0x47, 0x52, 0x5A, 0x0D, 0x0A, 0x1A, 0x0A];
const RAW_SIGNATURE = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A];
// Without the first byte, which has the high bit, and without the newlines.
const LETTERS = [0x47, 0x52, 0x5A];
const RAW_LETTERS = [0x47, 0x52, 0x41, 0x50, 0x48];
const BEGINNINGS_AFTER_TRANSFER = [[0x89], [0x09], [0xC2, 0x89], [0xEF, 0xBF, 0xBD]];
const CODECS = ['none', 'zlib', 'lz4'];
const ZSTANDARD = 3;
const DATA = 1;
const END = 2;
const META = 0x80;
const INDEX = 0x81;
const RAW = 1;
const FILTERED = 2;

/** Whether a file is a container, or was one before a program took it for a text. */
export function isContainer(bytes) {
    // The first byte is that of a raw archive, too.
    return hasBytes(bytes, 0, SIGNATURE) || isTransferDamage(bytes, SIGNATURE, LETTERS)
        || isBeginning(bytes, SIGNATURE) && bytes.length > 3;
}

/** Refuses a raw archive that a program took for a text, which the reader of raw archives does not tell from other files. */
export function checkTransfer(bytes) {
    if (isTransferDamage(bytes, RAW_SIGNATURE, RAW_LETTERS)) throw transferDamage('R5');
}

function isTransferDamage(bytes, signature, letters) {
    return !hasBytes(bytes, 0, signature) && !isBeginning(bytes, signature)
        && BEGINNINGS_AFTER_TRANSFER.some((start) => hasBytes(bytes, 0, [...start, ...letters]));
}

function transferDamage(rule) {
    return new Refusal(rule, 0, 'Its bytes were changed as if it were a text. Transfer it as binary.', 'transferDamage');
}

/**
 * @typedef {object} Container What a compressed archive is, and what it holds.
 * @property {Uint8Array} plain The raw archive.
 * @property {string} codec
 * @property {boolean} hasFilter
 * @property {number} blockSize
 * @property {{offset: number, stored: number, plain: number, isRaw: boolean, isFiltered: boolean}[]} blocks
 * @property {[string, string][]} metadata
 */

/** Reads a container from its beginning to its end, with all checks of `Docs/format-graphz.md`. */
class ContainerReader {
    /**
     * @param {Uint8Array} bytes
     * @param {import('./policy.js').GraphPolicy} policy
     */
    constructor(bytes, policy) {
        this.bytes = bytes;
        this.policy = policy;
        this.at = 0;
        this.ordinal = 0;
        this.total = 0;
        this.indexOffset = 0;
        this.blocks = [];
        this.pieces = [];
        this.metadata = [];
    }

    refusal(rule, message, place = this.at) {
        return new Refusal(rule, place, message);
    }

    need(condition, rule, message, place = this.at) {
        if (!condition) throw this.refusal(rule, message, place);
    }

    hasHash(start, end, at) {
        const hash = xxh3(this.bytes.subarray(start, end));
        return Number(hash & 0xFFFFFFFFn) === u32(this.bytes, at) && Number(hash >> 32n) === u32(this.bytes, at + 4);
    }

    readFileHeader() {
        const { bytes } = this;
        if (isTransferDamage(bytes, SIGNATURE, LETTERS)) throw transferDamage('Z3');
        if (isBeginning(bytes, SIGNATURE)) {
            throw new Refusal('Z3', bytes.length, 'It ends in the middle of its signature.', 'truncated');
        }
        this.need(hasBytes(bytes, 0, SIGNATURE), 'Z3', 'It does not begin with the signature of a compressed archive.');
        const isSound = bytes.length >= 32 && this.hasHash(0, 24, 24);
        if (bytes.length > 8 && bytes[8] !== 1 && (isSound || bytes.length < 32)) {
            if (bytes[8] === 0) throw new Refusal('Z4', 8, 'It has version 0, which does not exist.', 'malformed');
            throw this.refusal(
                'Z4', `It has version ${bytes[8]}; this reader knows version 1. Use a newer release.`, 8);
        }
        this.need(bytes.length >= 32, 'Z1', 'It ends in the middle of its header.', bytes.length);
        this.need(isSound, 'Z5', 'The header of the file does not match its checksum.');
        this.codec = bytes[9];
        this.need(this.codec < CODECS.length, 'Z6',
            `It is compressed with ${codecName(this.codec)}, which browsers do not have. `
            + 'Recode it first: graphz recode --codec zlib.', 9);
        this.need(bytes[10] <= 1, 'Z7', `It uses filter ${bytes[10]}, which this reader does not know.`, 10);
        this.need(bytes[11] === 0, 'Z8', 'A reserved byte of the header is not 0.', 11);
        this.need(bytes[12] >= 16 && bytes[12] <= 24, 'Z9', 'The size of the blocks is not one of those that exist.', 12);
        this.need(bytes[14] === 0 && bytes[15] === 0, 'Z11', 'It uses a feature that this reader does not know.', 14);
        this.blockSize = 2 ** bytes[12];
        this.isSizeKnown = !hasBytes(bytes, 16, new Array(8).fill(0xFF));
        this.plainSize = u64(bytes, 16);
        if (this.isSizeKnown) this.needRoom(this.plainSize, 16);
        this.at = 32;
    }

    needRoom(size, place) {
        const { maximumPlainByteCount, maximumExpansion } = this.policy;
        if (size > maximumPlainByteCount) {
            const limit = maximumPlainByteCount.toLocaleString('en');
            throw this.refusal('limit', `It holds more than the ${limit} bytes that maximumPlainByteCount allows.`, place);
        }
        if (size > FREE_EXPANSION && size > maximumExpansion * this.bytes.length) {
            const limit = maximumExpansion.toLocaleString('en');
            throw this.refusal('limit', `It holds more than ${limit} times its size, which maximumExpansion forbids.`, place);
        }
    }

    /** Reads the next section; false behind END. */
    async readSection() {
        const { bytes, at } = this;
        this.need(bytes.length - at >= 32, 'Z1', 'It ends before its end section.', bytes.length);
        this.need(this.hasHash(at, at + 24, at + 24), 'Z12', 'The header of a section does not match its checksum.');
        const [type, flags] = [bytes[at], bytes[at + 1]];
        const section = {
            type, isRaw: (flags & RAW) !== 0, isFiltered: (flags & FILTERED) !== 0,
            stored: u32(bytes, at + 8), plain: u32(bytes, at + 12),
        };
        this.need((flags & ~(RAW | FILTERED)) === 0, 'Z13', 'A section uses a feature that this reader does not know.');
        this.need(bytes[at + 2] === 0 && bytes[at + 3] === 0, 'Z14', 'Reserved bytes of a section are not 0.');
        this.need(u32(bytes, at + 4) === this.ordinal, 'Z15', 'Sections were lost, repeated or moved.');
        this.need(!section.isFiltered || type === DATA && bytes[10] === 1 && !section.isRaw, 'Z54',
            'A section is filtered that must not be.');
        this.need(!section.isRaw || section.stored === section.plain, 'Z16', 'The sizes of a raw section differ.');
        this.need(this.indexOffset === 0 || type === END, 'Z36', 'A section follows the index.');
        this.checkHeader(section);
        const start = at + 32;
        this.need(bytes.length - start >= section.stored, 'Z1', 'It ends in the middle of a section.', bytes.length);
        this.need(this.hasHash(start, start + section.stored, at + 16), 'Z17', 'A section does not match its checksum.');
        const payload = bytes.subarray(start, start + section.stored);
        switch (type) {
            case DATA: await this.readBlock(section, payload); break;
            case META: this.metadata = readMetadata(payload, start); break;
            case INDEX: this.readIndex(payload); break;
            case END: this.readEnd(payload); return false;
        }
        this.at = start + section.stored;
        this.ordinal++;
        return true;
    }

    /** The rules of single types of sections that can be checked before their payloads. */
    checkHeader({ type, isRaw, isFiltered, stored, plain }) {
        switch (type) {
            case DATA: {
                const last = this.blocks.at(-1);
                this.need(plain >= 1 && plain <= this.blockSize, 'Z20', 'A block is empty or too large.');
                this.need(last === undefined || last.plain === this.blockSize, 'Z21', 'A block before the last is too small.');
                this.need(isRaw || this.codec !== 0, 'Z23', 'A block is compressed, but the archive has no codec.');
                this.need(isRaw || stored >= 1 && stored < plain, 'Z22', 'A compressed block is not smaller than its bytes.');
                this.needRoom(this.total + plain, this.at);
                break;
            }
            case END:
                this.need(isRaw && stored === 32, 'Z37', 'The end section is not as it must be.');
                break;
            case META:
                this.need(this.ordinal === 0, 'Z26', 'The metadata is not the first section.');
                this.need(isRaw, 'Z27', 'The metadata is compressed.');
                this.need(stored <= 2 ** 20, 'Z28', 'The metadata is larger than 1 MiB.');
                break;
            case INDEX:
                this.need(isRaw, 'Z33', 'The index is compressed.');
                this.need(this.blocks.length > 0, 'Z34', 'There is an index, but no blocks.');
                break;
            default:
                this.need(type >= 0x80, 'Z18', `It has a section of the unknown type ${type}.`);
        }
    }

    async readBlock(section, payload) {
        let block = payload;
        if (!section.isRaw) {
            const place = this.at + 32;
            const size = section.isFiltered ? this.formSize(section.plain, payload) : section.plain;
            const stored = section.isFiltered ? payload.subarray(4) : payload;
            block = this.codec === 1 ? await inflate(stored, size, place) : decompressLZ4(stored, size, place);
            if (section.isFiltered) block = joinBlock(block, section.plain, place);
        }
        this.blocks.push({ offset: this.at, ...section });
        this.pieces.push(block);
        this.total += section.plain;
    }

    formSize(plain, payload) {
        this.need(payload.length > 4, 'Z55', 'A filtered block is too small.');
        const size = u32(payload, 0);
        this.need(size >= 1 && size <= 2 * plain, 'Z55', 'The form of a filtered block is empty or too large.');
        return size;
    }

    readIndex(payload) {
        const isRight = payload.length === 8 * this.blocks.length
            && this.blocks.every(({ offset }, index) => u64(payload, 8 * index) === offset);
        this.need(isRight, 'Z35', 'The index does not lead to the blocks.');
        this.indexOffset = this.at;
    }

    readEnd(payload) {
        this.need(u64(payload, 0) === this.total, 'Z38', 'The blocks do not add up to the size of the archive.');
        this.need(!this.isSizeKnown || this.plainSize === this.total, 'Z39', 'The header and the end tell different sizes.', 16);
        this.need(u64(payload, 16) === this.indexOffset, 'Z41', 'The end section does not lead to the index.');
        this.need(u64(payload, 24) === this.blocks.length, 'Z42', 'The end section tells another number of blocks.');
        this.need(this.at + 64 === this.bytes.length, 'Z2', 'Bytes follow the end section.', this.at + 64);
    }

    /** @returns {Uint8Array} The plain bytes, once their hash is right. */
    joinedPieces() {
        const plain = new Uint8Array(this.total);
        let at = 0;
        for (const piece of this.pieces) {
            plain.set(piece, at);
            at += piece.length;
        }
        const hash = xxh3(plain);
        const stored = BigInt(u32(this.bytes, this.at + 40)) | BigInt(u32(this.bytes, this.at + 44)) << 32n;
        this.need(hash === stored, 'Z40', 'The blocks together are not what was written.');
        return plain;
    }
}

/** What a codec is called that cannot be read. */
function codecName(codec) {
    if (codec === ZSTANDARD) return 'Zstandard (zstd)';
    return codec >= 128 ? `the private codec ${codec}` : `the unknown codec ${codec}`;
}

/**
 * Reads a container.
 *
 * @param {Uint8Array} bytes All of the file.
 * @param {import('./policy.js').GraphPolicy} policy
 * @param {(share: number) => Promise<void>} progress Called with the share that is done, to give way to others.
 * @returns {Promise<Container>}
 */
export async function readContainer(bytes, policy, progress) {
    const reader = new ContainerReader(bytes, policy);
    reader.readFileHeader();
    while (await reader.readSection()) {
        await progress(reader.at / bytes.length);
    }
    return {
        plain: reader.joinedPieces(), codec: CODECS[reader.codec], hasFilter: bytes[10] === 1, blockSize: reader.blockSize,
        blocks: reader.blocks, metadata: reader.metadata,
    };
}
