// The inner loop of XXH3 (doc/xxhash_spec.md of xxHash), and LZ4 blocks (lz4_Block_format.md, 2022-07-31).
#include "native.h"

enum { STRIPE = 64, STRIPES_PER_BLOCK = 16, LANES = 8 };

static const uint64_t PRIME_32_1 = 0x9E3779B1;

/// consume_stripes(lanes: bytes, number: int, data: bytes, secret: bytes) -> (lanes, number): `data` is whole stripes.
PyObject *consume_stripes(PyObject *self, PyObject *args) {
    const char *lane_bytes, *data, *secret;
    Py_ssize_t lane_size, size, secret_size;
    int number;
    if (!PyArg_ParseTuple(args, "y#iy#y#", &lane_bytes, &lane_size, &number, &data, &size, &secret, &secret_size)) return NULL;
    if (lane_size != LANES * 8 || secret_size != 192 || number < 0 || number >= STRIPES_PER_BLOCK || size % STRIPE != 0) {
        PyErr_SetString(PyExc_ValueError, "the state of a hash has another size");
        return NULL;
    }
    uint64_t lanes[LANES], keys[24];
    memcpy(lanes, lane_bytes, sizeof lanes);
    memcpy(keys, secret, sizeof keys);
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; at < size; at += STRIPE) {
        uint64_t stripe[LANES];
        memcpy(stripe, data + at, sizeof stripe);
        for (int lane = 0; lane < LANES; lane++) {
            uint64_t mixed = stripe[lane] ^ keys[number + lane];
            lanes[lane] += stripe[lane ^ 1] + (mixed & 0xFFFFFFFF) * (mixed >> 32);
        }
        if (++number == STRIPES_PER_BLOCK) {
            number = 0;
            for (int lane = 0; lane < LANES; lane++) {
                lanes[lane] = ((lanes[lane] ^ lanes[lane] >> 47) ^ keys[16 + lane]) * PRIME_32_1;
            }
        }
    }
    Py_END_ALLOW_THREADS
    return Py_BuildValue("y#i", (const char *)lanes, (Py_ssize_t)sizeof lanes, number);
}

/// A length from its four bits in the token and the bytes after it.
static bool continued(Bytes *block, size_t *length, size_t limit) {
    if (*length != 15) return true;
    for (;;) {
        if (block->at == block->end) return false;
        uint8_t byte = *block->at++;
        *length += byte;
        if (*length > limit) return false;
        if (byte != 255) return true;
    }
}

static bool decode(Bytes block, uint8_t *plain, size_t plain_size) {
    size_t filled = 0;
    bool has_match = false;
    for (;;) {
        if (block.at == block.end) return false;
        uint8_t token = *block.at++;
        size_t literals = token >> 4;
        if (!continued(&block, &literals, plain_size) || literals > plain_size - filled || literals > left(&block)) return false;
        memcpy(plain + filled, block.at, literals);
        block.at += literals;
        filled += literals;
        if (block.at == block.end) return filled == plain_size && (!has_match || literals >= 5);
        if (left(&block) < 2) return false;
        size_t offset = (size_t)little(block.at, 2);
        block.at += 2;
        if (offset == 0 || offset > filled || filled + 12 > plain_size) return false;
        size_t length = token & 15;
        if (!continued(&block, &length, plain_size)) return false;
        length += 4;
        if (length > plain_size - filled) return false;
        uint8_t *to = plain + filled;
        if (offset >= length) memcpy(to, to - offset, length);
        else for (size_t index = 0; index < length; index++) to[index] = *(to - offset + index);
        filled += length;
        has_match = true;
    }
}

/// decode_lz4(block: bytes, plain_size: int) -> bytes, or None if the block breaks a rule.
PyObject *decode_lz4(PyObject *self, PyObject *args) {
    const char *block;
    Py_ssize_t size, plain_size;
    if (!PyArg_ParseTuple(args, "y#n", &block, &size, &plain_size)) return NULL;
    PyObject *plain = plain_size < 0 ? NULL : PyBytes_FromStringAndSize(NULL, plain_size);
    if (plain == NULL) return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    uint8_t *to = (uint8_t *)PyBytes_AsString(plain);
    Bytes bytes = {(const uint8_t *)block, (const uint8_t *)block + size};
    bool is_sound;
    Py_BEGIN_ALLOW_THREADS
    is_sound = decode(bytes, to, (size_t)plain_size);
    Py_END_ALLOW_THREADS
    if (is_sound) return plain;
    Py_DECREF(plain);
    Py_RETURN_NONE;
}
