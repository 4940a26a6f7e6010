#include "columns.h"

static size_t width_of(uint8_t kind) {
    switch (kind) {
    case BOOLEAN: return 1;
    case INTEGER: case UNSIGNED: case NUMBER: return 8;
    case REFERENCE: return 4;
    default: return 0;
    }
}

static bool has_offsets(uint8_t kind) {
    return kind == WIDE || kind == STRING || kind == BINARY || kind == LIST || kind == MAP || kind == PACKED;
}

static bool charge(size_t size, Budget *budget) {
    if (size > budget->allowed - budget->used) {
        if (budget->failure == 0) budget->failure = OVER_BUDGET;
        return false;
    }
    budget->used += size;
    return true;
}

static void *allocate(size_t size, Budget *budget) {
    if (!charge(size, budget)) return NULL;
    void *memory = calloc(1, size);
    if (memory == NULL) budget->failure = OVER_BUDGET;
    return memory;
}

/// Room for `count` elements of `size` bytes, in steps of at least a half more.
static void *grown(void *memory, size_t *room, size_t count, size_t size, Budget *budget) {
    if (count <= *room) return memory;
    size_t wanted = *room + *room / 2;
    if (wanted < count) wanted = count;
    if (wanted < 16) wanted = 16;
    if (wanted > SIZE_MAX / 2 / size || !charge((wanted - *room) * size, budget)) return NULL;
    void *larger = realloc(memory, wanted * size);
    if (larger == NULL) {
        budget->failure = OVER_BUDGET;
        return NULL;
    }
    *room = wanted;
    return larger;
}

static uint8_t *reserve(Buffer *buffer, size_t size, Budget *budget) {
    if (size > SIZE_MAX / 2 - buffer->count) return NULL;
    void *bytes = grown(buffer->bytes, &buffer->room, buffer->count + size, 1, budget);
    if (bytes == NULL) return NULL;
    buffer->bytes = bytes;
    buffer->count += size;
    return buffer->bytes + buffer->count - size;
}

static bool count_bytes(Buffer *buffer, size_t size, Budget *budget) {
    if (!charge(size, budget)) return false;
    buffer->count += size;
    return true;
}

bool append(Buffer *buffer, const void *bytes, size_t size, Budget *budget) {
    if (size == 0) return true;
    if (budget->is_counting) return count_bytes(buffer, size, budget);
    uint8_t *to = reserve(buffer, size, budget);
    if (to == NULL) return false;
    memcpy(to, bytes, size);
    return true;
}

static bool append_zeros(Buffer *buffer, size_t size, Budget *budget) {
    if (size == 0) return true;
    if (budget->is_counting) return count_bytes(buffer, size, budget);
    uint8_t *to = reserve(buffer, size, budget);
    if (to == NULL) return false;
    memset(to, 0, size);
    return true;
}

Column *new_column(Budget *budget) { return allocate(sizeof(Column), budget); }

static void free_variant(Variant *variant) {
    if (variant == NULL) return;
    free(variant->validity.bytes);
    free(variant->values.bytes);
    free(variant->offsets.bytes);
    for (size_t index = 0; index < variant->field_count; index++) free_column(variant->fields[index].column);
    free(variant->fields);
    free_column(variant->elements);
    free_column(variant->keys);
    free(variant);
}

// Columns nest as deeply as values do: 512 levels at most.
void free_column(Column *column) {
    if (column == NULL) return;
    for (size_t index = 0; index < column->count; index++) free_variant(column->variants[index]);
    free(column->variants);
    free(column);
}

/// Nulls up to a row.
static bool fill(Variant *variant, size_t row, Budget *budget) {
    size_t missing = row - variant->length;
    if (missing == 0) return true;
    size_t width = has_offsets(variant->kind) ? 4 : width_of(variant->kind), nulls = missing * width;
    if (nulls > budget->nulls) {
        budget->failure = MANY_NULLS;
        return false;
    }
    if (!budget->is_counting) budget->nulls -= nulls;
    size_t bits = (row + 7) / 8;
    if (bits > variant->validity.count && !append_zeros(&variant->validity, bits - variant->validity.count, budget)) return false;
    if (!append_zeros(&variant->values, missing * width_of(variant->kind), budget)) return false;
    if (budget->is_counting) {
        if (has_offsets(variant->kind) && !count_bytes(&variant->offsets, nulls, budget)) return false;
    } else if (has_offsets(variant->kind)) {
        int32_t last;
        memcpy(&last, variant->offsets.bytes + variant->offsets.count - 4, 4);
        for (size_t index = 0; index < missing; index++) {
            if (!append(&variant->offsets, &last, 4, budget)) return false;
        }
    }
    variant->length = row;
    return true;
}

static Variant *new_variant(uint8_t kind, uint32_t detail, Budget *budget) {
    Variant *variant = allocate(sizeof *variant, budget);
    if (variant == NULL) return NULL;
    variant->kind = kind;
    variant->detail = detail;
    bool is_made = !has_offsets(kind) || append_zeros(&variant->offsets, 4, budget);
    if (is_made && (kind == LIST || kind == MAP || kind == SOME)) is_made = (variant->elements = new_column(budget)) != NULL;
    if (is_made && kind == MAP) is_made = (variant->keys = new_column(budget)) != NULL;
    if (is_made) return variant;
    free_variant(variant);
    return NULL;
}

Variant *next_row(Column *column, uint8_t kind, uint32_t detail, Budget *budget) {
    Variant *variant = NULL;
    for (size_t index = 0; index < column->count && variant == NULL; index++) {
        Variant *candidate = column->variants[index];
        if (candidate->kind == kind && candidate->detail == detail) variant = candidate;
    }
    if (variant == NULL) {
        if (column->count == MOST_VARIANTS) {
            budget->failure = DECLINED;
            return NULL;
        }
        Variant **variants = grown(column->variants, &column->room, column->count + 1, sizeof *variants, budget);
        if (variants == NULL) return NULL;
        column->variants = variants;
        if ((variant = new_variant(kind, detail, budget)) == NULL) return NULL;
        variants[column->count++] = variant;
    }
    size_t row = column->length;
    if (!fill(variant, row, budget)) return NULL;
    if (row % 8 == 0 && !append_zeros(&variant->validity, 1, budget)) return NULL;
    if (!budget->is_counting) variant->validity.bytes[row / 8] |= (uint8_t)(1 << row % 8);
    variant->length = row + 1;
    column->length = row + 1;
    return variant;
}

bool end_row(Variant *variant, size_t end, Budget *budget) {
    if (end > INT32_MAX) {
        if (budget->failure == 0) budget->failure = DECLINED;
        return false;
    }
    int32_t offset = (int32_t)end;
    return append(&variant->offsets, &offset, 4, budget);
}

Column *field_column(Variant *variant, uint32_t key, size_t *hint, Budget *budget) {
    size_t place = *hint;
    if (place >= variant->field_count || variant->fields[place].key != key) {
        for (place = 0; place < variant->field_count && variant->fields[place].key != key; place++) {}
    }
    if (place == variant->field_count) {
        if (variant->field_count == MOST_FIELDS) {
            budget->failure = DECLINED;
            return NULL;
        }
        Field *fields = grown(variant->fields, &variant->field_room, place + 1, sizeof *fields, budget);
        if (fields == NULL) return NULL;
        variant->fields = fields;
        Column *column = new_column(budget);
        if (column == NULL) return NULL;
        fields[place] = (Field){key, column};
        variant->field_count++;
    }
    *hint = place + 1;
    Column *column = variant->fields[place].column;
    // The rows since the last one that had this key.
    column->length = variant->length - 1;
    return column;
}

bool finish_column(Column *column, Budget *budget) {
    for (size_t index = 0; index < column->count; index++) {
        Variant *variant = column->variants[index];
        if (!fill(variant, column->length, budget)) return false;
        for (size_t field = 0; field < variant->field_count; field++) {
            variant->fields[field].column->length = variant->length;
            if (!finish_column(variant->fields[field].column, budget)) return false;
        }
        if (variant->kind == SOME) variant->elements->length = variant->length;
        if (variant->elements != NULL && !finish_column(variant->elements, budget)) return false;
        if (variant->keys != NULL && !finish_column(variant->keys, budget)) return false;
    }
    return true;
}

static PyObject *buffer_object(const Buffer *buffer) {
    return PyBytes_FromStringAndSize((const char *)buffer->bytes, (Py_ssize_t)buffer->count);
}

static PyObject *field_objects(const Variant *variant) {
    PyObject *fields = PyList_New(0);
    for (size_t index = 0; fields != NULL && index < variant->field_count; index++) {
        PyObject *column = column_object(variant->fields[index].column);
        PyObject *pair = column == NULL ? NULL : Py_BuildValue("(IN)", variant->fields[index].key, column);
        if (pair == NULL || PyList_Append(fields, pair) != 0) Py_CLEAR(fields);
        Py_XDECREF(pair);
    }
    return fields;
}

static PyObject *optional_column(const Column *column) {
    if (column != NULL) return column_object(column);
    Py_RETURN_NONE;
}

static PyObject *variant_object(const Variant *variant) {
    PyObject *parts[6] = {
        buffer_object(&variant->validity), buffer_object(&variant->values), buffer_object(&variant->offsets),
        field_objects(variant), optional_column(variant->elements), optional_column(variant->keys),
    };
    PyObject *result = NULL;
    bool is_whole = true;
    for (int index = 0; index < 6; index++) is_whole = is_whole && parts[index] != NULL;
    if (is_whole) {
        result = Py_BuildValue("(BInOOOOOO)", variant->kind, variant->detail, (Py_ssize_t)variant->length, parts[0], parts[1],
                               parts[2], parts[3], parts[4], parts[5]);
    }
    for (int index = 0; index < 6; index++) Py_XDECREF(parts[index]);
    return result;
}

PyObject *column_object(const Column *column) {
    PyObject *variants = PyList_New(0);
    for (size_t index = 0; variants != NULL && index < column->count; index++) {
        PyObject *variant = variant_object(column->variants[index]);
        if (variant == NULL || PyList_Append(variants, variant) != 0) Py_CLEAR(variants);
        Py_XDECREF(variant);
    }
    return variants == NULL ? NULL : Py_BuildValue("(nN)", (Py_ssize_t)column->length, variants);
}
