// The work on bytes, in C. It never explains: where something is wrong it declines, and the reference in Python says what.
#ifndef GRAPHZ_NATIVE_H
#define GRAPHZ_NATIVE_H

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030A0000
#endif
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Bytes that are being read. `at` never passes `end`.
typedef struct {
    const uint8_t *at, *end;
} Bytes;

static inline size_t left(const Bytes *bytes) { return (size_t)(bytes->end - bytes->at); }

/// An unsigned LEB128 number below 2^64 in its shortest form.
static inline bool read_varint(Bytes *bytes, uint64_t *value) {
    uint64_t result = 0;
    for (int shift = 0; shift < 70; shift += 7) {
        if (bytes->at == bytes->end) return false;
        uint8_t byte = *bytes->at++;
        if (shift == 63 && byte > 1) return false;
        result |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            *value = result;
            return byte != 0 || shift == 0;
        }
    }
    return false;
}

static inline uint64_t little(const uint8_t *bytes, int size) {
    uint64_t value = 0;
    for (int index = size - 1; index >= 0; index--) value = value << 8 | bytes[index];
    return value;
}

bool is_utf8(const uint8_t *text, size_t size);
PyObject *consume_stripes(PyObject *self, PyObject *args);
PyObject *decode_lz4(PyObject *self, PyObject *args);
PyObject *join_block(PyObject *self, PyObject *args);
PyObject *read_record_table(PyObject *self, PyObject *args);
PyObject *read_records(PyObject *self, PyObject *args);

#endif
