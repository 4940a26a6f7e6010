// Records: checked by the rules of Docs/format-graph.md, section 4, and turned into columns.
#include "columns.h"

enum { ABSENT = 0xE9, ITEM = 0xE4, END = 0xE5, MOST_ITEM_KEYS = 64, DEEPEST_COLUMN = 100 };

/// The directory, as arrays of Python's array module.
typedef struct {
    const uint32_t *shape_types, *slot_starts, *slot_keys;
    size_t shape_count;
    // For each type the one whose table and structs it shares.
    const uint32_t *tables;
    // Whether each type has a name.
    const uint8_t *named;
    size_t type_count;
    uint64_t key_count, id_count;
    // A bit for each id that has a record.
    const uint8_t *present;
    uint64_t maximum_elements;
    uint32_t maximum_depth;
} Directory;

typedef struct {
    const Directory *directory;
    Bytes bytes;
    Budget budget;
    // For each type the keys that are asked for, with the values without a key at 0; NULL for all.
    const uint8_t *const *wanted;
    // How many composites of each type there are; NULL when that is not asked for.
    uint64_t *counts;
} Walk;

static bool walk_value(Walk *walk, Column *column, uint32_t depth, int64_t typed);

static bool read_uint(Walk *walk, int size, uint64_t *value) {
    if (left(&walk->bytes) < (size_t)size) return false;
    *value = little(walk->bytes.at, size);
    walk->bytes.at += size;
    return true;
}

/// A count of things that take at least `least` bytes each.
static bool read_count(Walk *walk, size_t least, uint64_t *count) {
    return read_varint(&walk->bytes, count) && *count <= left(&walk->bytes) / least
        && *count <= walk->directory->maximum_elements;
}

bool is_utf8(const uint8_t *text, size_t size) {
    for (size_t at = 0; at < size;) {
        uint8_t byte = text[at];
        if (byte < 0x80) {
            at++;
            continue;
        }
        int more = byte >= 0xC2 && byte <= 0xDF ? 1 : byte >= 0xE0 && byte <= 0xEF ? 2 : byte >= 0xF0 && byte <= 0xF4 ? 3 : 0;
        if (more == 0 || size - at <= (size_t)more) return false;
        uint8_t second = text[at + 1];
        uint8_t low = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80, high = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
        if (second < low || second > high) return false;
        for (int index = 2; index <= more; index++) {
            if ((text[at + index] & 0xC0) != 0x80) return false;
        }
        at += (size_t)more + 1;
    }
    return true;
}

static bool put_bytes(Walk *walk, Column *column, uint8_t kind, uint32_t detail, size_t size, size_t width) {
    Variant *variant = next_row(column, kind, detail, &walk->budget);
    return variant != NULL && append(&variant->values, walk->bytes.at, size, &walk->budget)
        && end_row(variant, variant->values.count / width, &walk->budget);
}

static bool walk_string(Walk *walk, Column *column, uint64_t size) {
    if (size > left(&walk->bytes) || !is_utf8(walk->bytes.at, (size_t)size)) return false;
    if (column != NULL && !put_bytes(walk, column, STRING, 0, (size_t)size, 1)) return false;
    walk->bytes.at += size;
    return true;
}

static bool put_fixed(Walk *walk, Column *column, uint8_t kind, const void *value, size_t size) {
    if (column == NULL) return true;
    Variant *variant = next_row(column, kind, 0, &walk->budget);
    return variant != NULL && append(&variant->values, value, size, &walk->budget);
}

static bool put_integer(Walk *walk, Column *column, int64_t value) { return put_fixed(walk, column, INTEGER, &value, 8); }

/// An integer of 16 bytes. What 64 bits cannot hold is kept as its bytes, and whether it has a sign.
static bool walk_wide(Walk *walk, Column *column, bool is_signed) {
    if (left(&walk->bytes) < 16) return false;
    uint64_t low = little(walk->bytes.at, 8), high = little(walk->bytes.at + 8, 8);
    bool is_fine;
    if ((high == 0 && low <= INT64_MAX) || (is_signed && high == UINT64_MAX && low > INT64_MAX)) {
        is_fine = put_integer(walk, column, (int64_t)low);
    } else if (high == 0) {
        is_fine = put_fixed(walk, column, UNSIGNED, &low, 8);
    } else {
        is_fine = column == NULL || put_bytes(walk, column, WIDE, is_signed || high <= INT64_MAX, 16, 1);
    }
    walk->bytes.at += 16;
    return is_fine;
}

static bool walk_integer(Walk *walk, Column *column, uint8_t tag) {
    if (tag >= 0xC8) return walk_wide(walk, column, tag == 0xC8);
    static const uint8_t sizes[] = {1, 2, 4, 8, 8};
    int size = sizes[tag - 0xC3];
    uint64_t value;
    if (!read_uint(walk, size, &value)) return false;
    if (tag == 0xC7 && value > INT64_MAX) return put_fixed(walk, column, UNSIGNED, &value, 8);
    // Widens the sign.
    int shift = 64 - 8 * size;
    return put_integer(walk, column, (int64_t)(value << shift) >> shift);
}

static double half(uint16_t bits) {
    double sign = bits >> 15 ? -1 : 1;
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 31) {
        uint64_t wide = (uint64_t)(bits >> 15) << 63 | UINT64_C(0x7FF) << 52 | (uint64_t)fraction << 42;
        double value;
        memcpy(&value, &wide, 8);
        return value;
    }
    double value = exponent == 0 ? fraction : fraction + 1024;
    for (int index = exponent == 0 ? 1 : exponent; index < 25; index++) value /= 2;
    for (int index = 25; index < exponent; index++) value *= 2;
    return sign * value;
}

static bool walk_number(Walk *walk, Column *column, uint8_t tag) {
    uint64_t bits;
    if (!read_uint(walk, 2 << (tag - 0xCA), &bits)) return false;
    double value;
    if (tag == 0xCA) {
        value = half((uint16_t)bits);
    } else if (tag == 0xCB) {
        uint32_t narrow = (uint32_t)bits;
        float number;
        memcpy(&number, &narrow, 4);
        value = number;
    } else {
        memcpy(&value, &bits, 8);
    }
    return put_fixed(walk, column, NUMBER, &value, 8);
}

static bool walk_packed(Walk *walk, Column *column, uint8_t kind) {
    static const uint8_t widths[14] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 2, 4, 8};
    uint64_t count;
    size_t width = widths[kind];
    if (!read_count(walk, width, &count)) return false;
    size_t size = (size_t)count * width;
    for (size_t index = 0; kind == 0 && index < size; index++) {
        if (walk->bytes.at[index] > 1) return false;
    }
    // Bytes are bytes, whatever wrote them.
    if (column != NULL && kind == 2 && !put_bytes(walk, column, BINARY, 0, size, 1)) return false;
    if (column != NULL && kind != 2 && !put_bytes(walk, column, PACKED, kind, size, width)) return false;
    walk->bytes.at += size;
    return true;
}

static bool walk_reference(Walk *walk, Column *column, uint64_t id, bool is_conditional) {
    const Directory *directory = walk->directory;
    if (id == 0 || id >= directory->id_count) return false;
    bool is_there = directory->present[id / 8] >> id % 8 & 1;
    if (!is_there) {
        if (column != NULL) column->length++;
        return is_conditional;
    }
    uint32_t number = (uint32_t)id;
    return put_fixed(walk, column, REFERENCE, &number, 4);
}

static bool walk_elements(Walk *walk, Column *column, uint32_t depth, bool is_map) {
    uint64_t count;
    if (!read_count(walk, is_map ? 2 : 1, &count)) return false;
    Variant *variant = NULL;
    if (column != NULL && (variant = next_row(column, is_map ? MAP : LIST, 0, &walk->budget)) == NULL) return false;
    for (uint64_t index = 0; index < count; index++) {
        if (is_map && !walk_value(walk, variant == NULL ? NULL : variant->keys, depth, -1)) return false;
        if (!walk_value(walk, variant == NULL ? NULL : variant->elements, depth, -1)) return false;
    }
    return variant == NULL || end_row(variant, variant->elements->length, &walk->budget);
}

static bool is_wanted(const uint8_t *wanted, uint32_t key) { return wanted == NULL || wanted[key]; }

/// The column of the next value without a key of a composite.
static Column *item_column(Variant *variant, size_t *hint, Variant **items, Budget *budget) {
    if (*items == NULL) {
        Column *column = field_column(variant, 0, hint, budget);
        if (column == NULL || (*items = next_row(column, LIST, 0, budget)) == NULL) return NULL;
    }
    return (*items)->elements;
}

/// A value of a composite, with a key or, if that is 0, without.
static bool walk_part(Walk *walk, Variant *variant, const uint8_t *wanted, uint32_t key, size_t *hint, Variant **items,
                      uint32_t depth) {
    Column *column = NULL;
    if (variant != NULL && is_wanted(wanted, key)) {
        column = key == 0 ? item_column(variant, hint, items, &walk->budget)
                          : field_column(variant, key, hint, &walk->budget);
        if (column == NULL) return false;
    }
    return walk_value(walk, column, depth, -1);
}

/// Whether a key of an item is new. More keys than a few are left to the reference.
static bool is_new_key(Walk *walk, uint32_t shape, uint64_t key, uint32_t *seen, size_t *seen_count) {
    const Directory *directory = walk->directory;
    if (key == 0 || key > directory->key_count || *seen_count == MOST_ITEM_KEYS) return false;
    for (uint32_t slot = directory->slot_starts[shape]; slot < directory->slot_starts[shape + 1]; slot++) {
        if (directory->slot_keys[slot] == key) return false;
    }
    for (size_t index = 0; index < *seen_count; index++) {
        if (seen[index] == key) return false;
    }
    seen[(*seen_count)++] = (uint32_t)key;
    return true;
}

static bool walk_items(Walk *walk, Variant *variant, const uint8_t *wanted, uint32_t shape, size_t *hint, Variant **items,
                       uint32_t depth) {
    uint32_t seen[MOST_ITEM_KEYS];
    size_t seen_count = 0;
    for (;;) {
        if (walk->bytes.at == walk->bytes.end) return false;
        uint64_t key = 0;
        if (*walk->bytes.at == END) {
            walk->bytes.at++;
            return true;
        }
        if (*walk->bytes.at == ITEM) {
            walk->bytes.at++;
            if (!read_varint(&walk->bytes, &key) || !is_new_key(walk, shape, key, seen, &seen_count)) return false;
        }
        if (!walk_part(walk, variant, wanted, (uint32_t)key, hint, items, depth)) return false;
    }
}

static bool walk_composite(Walk *walk, Column *column, uint32_t depth, int64_t typed, uint64_t shape, bool is_open) {
    const Directory *directory = walk->directory;
    if (shape >= directory->shape_count) return false;
    uint32_t type = directory->shape_types[shape];
    if (typed >= 0 && typed != type) return false;
    if (walk->counts != NULL) walk->counts[type]++;
    Variant *variant = NULL;
    if (column != NULL && (variant = next_row(column, STRUCT, directory->tables[type], &walk->budget)) == NULL) return false;
    // What is asked for holds for objects, not for the values in them.
    const uint8_t *wanted = depth == 1 && walk->wanted != NULL ? walk->wanted[directory->tables[type]] : NULL;
    size_t hint = 0;
    Variant *items = NULL;
    for (uint32_t slot = directory->slot_starts[shape]; slot < directory->slot_starts[shape + 1]; slot++) {
        uint32_t key = directory->slot_keys[slot];
        if (key != 0 && walk->bytes.at < walk->bytes.end && *walk->bytes.at == ABSENT) {
            walk->bytes.at++;
            continue;
        }
        if (!walk_part(walk, variant, wanted, key, &hint, &items, depth)) return false;
    }
    if (is_open && !walk_items(walk, variant, wanted, (uint32_t)shape, &hint, &items, depth)) return false;
    return items == NULL || end_row(items, items->elements->length, &walk->budget);
}

/// A value with parts; `depth` is that of the value itself.
static bool walk_compound(Walk *walk, Column *column, uint8_t tag, uint32_t depth, int64_t typed) {
    if (depth > walk->directory->maximum_depth) return false;
    if (column != NULL && depth > DEEPEST_COLUMN) {
        walk->budget.failure = DECLINED;
        return false;
    }
    uint64_t number;
    switch (tag) {
    case 0xCE: case 0xCF: return walk_elements(walk, column, depth, tag == 0xCF);
    case 0xE2: case 0xE3:
        return read_varint(&walk->bytes, &number) && walk_composite(walk, column, depth, typed, number, tag == 0xE3);
    case 0xE6: {
        Variant *variant = NULL;
        if (column != NULL && (variant = next_row(column, SOME, 0, &walk->budget)) == NULL) return false;
        if (variant != NULL) variant->elements->length = variant->length - 1;
        return walk_value(walk, variant == NULL ? NULL : variant->elements, depth, -1);
    }
    case 0xE8:
        return typed < 0 && read_varint(&walk->bytes, &number) && number < walk->directory->type_count
            && walk->directory->named[number] && walk_value(walk, column, depth, (int64_t)number);
    default: return walk_composite(walk, column, depth, typed, tag - 0x60u, false);
    }
}

/// Reads a value inside `depth` others into the next row of a column, or only checks it. `typed` is the type that precedes it.
static bool walk_value(Walk *walk, Column *column, uint32_t depth, int64_t typed) {
    if (walk->bytes.at == walk->bytes.end) return false;
    uint8_t tag = *walk->bytes.at++;
    uint64_t number;
    if (tag < 0x40) return put_integer(walk, column, tag);
    if (tag < 0x60) return walk_string(walk, column, tag - 0x40u);
    if (tag < 0x80) return walk_compound(walk, column, tag, depth + 1, typed);
    if (tag < 0xA0) return read_uint(walk, 1, &number) && walk_reference(walk, column, (tag - 0x80u) << 8 | number, false);
    if (tag < 0xC0) return read_uint(walk, 2, &number) && walk_reference(walk, column, (tag - 0xA0u) << 16 | number, false);
    if (tag >= 0xC3 && tag <= 0xC9) return walk_integer(walk, column, tag);
    if (tag >= 0xCA && tag <= 0xCC) return walk_number(walk, column, tag);
    if (tag >= 0xD0 && tag <= 0xDD) return walk_packed(walk, column, tag - 0xD0);
    switch (tag) {
    case 0xC0:
        if (column != NULL) column->length++;
        return true;
    case 0xC1: case 0xC2: {
        uint8_t value = tag == 0xC2;
        return put_fixed(walk, column, BOOLEAN, &value, 1);
    }
    case 0xCD: return read_varint(&walk->bytes, &number) && walk_string(walk, column, number);
    case 0xE0: return read_uint(walk, 4, &number) && walk_reference(walk, column, number, false);
    case 0xE1: return read_varint(&walk->bytes, &number) && walk_reference(walk, column, number, true);
    case 0xE7:
        if (!read_varint(&walk->bytes, &number) || number > left(&walk->bytes)) return false;
        if (column != NULL && !put_bytes(walk, column, BINARY, 0, (size_t)number, 1)) return false;
        walk->bytes.at += number;
        return true;
    case 0xCE: case 0xCF: case 0xE2: case 0xE3: case 0xE6: case 0xE8:
        return walk_compound(walk, column, tag, depth + 1, typed);
    default: return false;
    }
}

static bool leads_elsewhere(uint8_t tag) {
    return (tag >= 0x80 && tag <= 0xC0) || tag == 0xE0 || tag == 0xE1 || tag == 0xE6 || tag == 0xE8;
}

/// The table of the composite that a record is; -1 for another value.
static int64_t table_of_record(const Directory *directory, Bytes record) {
    uint8_t tag = *record.at++;
    uint64_t shape;
    if (tag >= 0x60 && tag < 0x80) shape = tag - 0x60u;
    else if ((tag != 0xE2 && tag != 0xE3) || !read_varint(&record, &shape)) return -1;
    return shape < directory->shape_count ? (int64_t)directory->tables[directory->shape_types[shape]] : -1;
}

typedef struct {
    // A column and the ids of its rows for each type, and behind them those of other values.
    Column **columns;
    Buffer *ids;
} Tables;

/// Reads all records, the first of which begins with `data`: 0 when they are sound, OVER_BUDGET, DECLINED, or MANY_NULLS. `skipped`
/// types are not looked at.
static int walk_records(Walk *walk, const uint8_t *data, size_t count, const uint64_t *starts, const uint64_t *ids,
                        const uint8_t *skipped, Tables *tables) {
    for (size_t place = 0; place < count; place++) {
        walk->bytes = (Bytes){data + (starts[place] - starts[0]), data + (starts[place + 1] - starts[0])};
        if (ids[place] != 0 && leads_elsewhere(*walk->bytes.at)) return DECLINED;
        Column *column = NULL;
        if (tables != NULL) {
            int64_t found = table_of_record(walk->directory, walk->bytes);
            size_t table = found < 0 ? walk->directory->type_count : (size_t)found;
            if (skipped[table]) continue;
            if (tables->columns[table] == NULL && (tables->columns[table] = new_column(&walk->budget)) == NULL) return OVER_BUDGET;
            column = tables->columns[table];
            uint32_t id = (uint32_t)ids[place];
            if (!append(&tables->ids[table], &id, 4, &walk->budget)) return OVER_BUDGET;
        }
        if (!walk_value(walk, column, 0, -1) || walk->bytes.at != walk->bytes.end) {
            return walk->budget.failure == 0 ? DECLINED : walk->budget.failure;
        }
    }
    for (size_t table = 0; tables != NULL && table <= walk->directory->type_count; table++) {
        if (tables->columns[table] != NULL && !finish_column(tables->columns[table], &walk->budget)) {
            return walk->budget.failure == MANY_NULLS ? MANY_NULLS : OVER_BUDGET;
        }
    }
    return 0;
}

static PyObject *tables_object(const Tables *tables, size_t count) {
    PyObject *list = PyList_New(0);
    for (size_t index = 0; list != NULL && index < count; index++) {
        if (tables->columns[index] == NULL) continue;
        PyObject *column = column_object(tables->columns[index]);
        PyObject *entry = column == NULL ? NULL
            : Py_BuildValue("(nNy#)", (Py_ssize_t)index, column, (const char *)tables->ids[index].bytes,
                            (Py_ssize_t)tables->ids[index].count);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static void clear_tables(Tables *tables, size_t count) {
    for (size_t index = 0; index < count; index++) {
        free_column(tables->columns[index]);
        free(tables->ids[index].bytes);
        tables->columns[index] = NULL;
        tables->ids[index] = (Buffer){0};
    }
}

static PyObject *build_tables(Walk *walk, const uint8_t *data, size_t count, const uint64_t *starts, const uint64_t *ids,
                              const uint8_t *skipped) {
    size_t table_count = walk->directory->type_count + 1;
    Tables tables = {calloc(table_count, sizeof(Column *)), calloc(table_count, sizeof(Buffer))};
    bool is_made = tables.columns != NULL && tables.ids != NULL;
    int failure = OVER_BUDGET;
    if (is_made) {
        size_t allowed = walk->budget.allowed;
        Py_BEGIN_ALLOW_THREADS
        walk->budget.nulls = FREE_NULLS + NULLS_PER_BYTE * (size_t)(starts[count] - starts[0]);
        failure = walk_records(walk, data, count, starts, ids, skipped, &tables);
        // Few values can make many nulls. Then all bytes are counted before anything is kept.
        for (int is_counting = 1; is_counting >= 0 && failure == (is_counting ? MANY_NULLS : 0); is_counting--) {
            clear_tables(&tables, table_count);
            walk->budget = (Budget){.allowed = allowed, .nulls = SIZE_MAX, .is_counting = is_counting};
            failure = walk_records(walk, data, count, starts, ids, skipped, &tables);
        }
        Py_END_ALLOW_THREADS
    }
    PyObject *result = failure == 0 ? tables_object(&tables, table_count) : PyLong_FromLong(failure);
    if (is_made) clear_tables(&tables, table_count);
    free(tables.columns);
    free(tables.ids);
    return result;
}

/// read_records(data, starts, ids, present, shape_types, slot_starts, slot_keys, tables, named, key_count, maximum_elements,
///              maximum_depth, budget, skipped, wanted)
///
/// Without `skipped` it checks all records: the number of composites of each type, or DECLINED. Else it makes a table for each type, and one for other values.
PyObject *read_records(PyObject *self, PyObject *args) {
    const char *data, *starts, *ids, *present, *shape_types, *slot_starts, *slot_keys, *tables, *named, *skipped;
    Py_ssize_t size, start_size, id_size, present_size, shape_size, slot_start_size, slot_key_size, table_size, named_size, skipped_size;
    unsigned long long key_count, id_count, maximum_elements, budget;
    unsigned int maximum_depth;
    PyObject *wanted;
    if (!PyArg_ParseTuple(args, "y#y#y#y#y#y#y#y#y#KKKIKz#O", &data, &size, &starts, &start_size, &ids, &id_size, &present,
                          &present_size, &shape_types, &shape_size, &slot_starts, &slot_start_size, &slot_keys, &slot_key_size,
                          &tables, &table_size, &named, &named_size, &key_count, &id_count, &maximum_elements, &maximum_depth, &budget, &skipped,
                          &skipped_size, &wanted)) return NULL;
    size_t count = (size_t)id_size / 8, type_count = (size_t)named_size;
    const uint64_t *start_array = (const uint64_t *)starts;
    bool is_sound = (size_t)start_size == (count + 1) * 8 && slot_start_size == shape_size + 4
        && (uint64_t)present_size * 8 >= id_count && (size_t)table_size == type_count * 4 && maximum_depth <= 512
        && (skipped == NULL || ((size_t)skipped_size == type_count + 1 && PyList_Check(wanted)
                                && (size_t)PyList_Size(wanted) == type_count));
    for (size_t place = 0; is_sound && place < count; place++) is_sound = start_array[place] < start_array[place + 1];
    if (!is_sound || count == 0 || start_array[count] - start_array[0] > (uint64_t)size) {
        PyErr_SetString(PyExc_ValueError, "the arrays of an archive do not fit each other");
        return NULL;
    }
    Directory directory = {(const uint32_t *)shape_types, (const uint32_t *)slot_starts, (const uint32_t *)slot_keys,
                           (size_t)shape_size / 4, (const uint32_t *)tables, (const uint8_t *)named, type_count, key_count, id_count,
                           (const uint8_t *)present, maximum_elements, maximum_depth};
    Walk walk = {.directory = &directory, .budget = {.allowed = budget > SIZE_MAX / 4 ? SIZE_MAX / 4 : (size_t)budget}};
    const uint64_t *id_array = (const uint64_t *)ids;
    if (skipped == NULL) {
        int failure = DECLINED;
        walk.counts = calloc(type_count + 1, sizeof *walk.counts);
        if (walk.counts == NULL) return PyErr_NoMemory();
        Py_BEGIN_ALLOW_THREADS
        failure = walk_records(&walk, (const uint8_t *)data, count, start_array, id_array, NULL, NULL);
        Py_END_ALLOW_THREADS
        PyObject *result = failure == 0
            ? PyBytes_FromStringAndSize((const char *)walk.counts, (Py_ssize_t)(type_count * sizeof *walk.counts))
            : PyLong_FromLong(failure);
        free(walk.counts);
        return result;
    }
    const uint8_t **masks = calloc(type_count + 1, sizeof *masks);
    if (masks == NULL) return PyErr_NoMemory();
    for (size_t type = 0; type < type_count; type++) {
        PyObject *mask = PyList_GetItem(wanted, (Py_ssize_t)type);
        if (mask != NULL && PyBytes_Check(mask) && (uint64_t)PyBytes_Size(mask) == key_count + 1) {
            masks[type] = (const uint8_t *)PyBytes_AsString(mask);
        }
    }
    walk.wanted = masks;
    PyObject *result = build_tables(&walk, (const uint8_t *)data, count, start_array, id_array, (const uint8_t *)skipped);
    free(masks);
    return result;
}

/// read_record_table(table: bytes, record_table_offset: int, maximum: int, low: int, high: int)
/// -> (ids, starts, id_count, bits of the ids), or None.
///
/// All entries are checked, and those kept whose records begin from `low` to before `high`.
PyObject *read_record_table(PyObject *self, PyObject *args) {
    const char *data;
    Py_ssize_t size;
    unsigned long long table_offset, maximum, low, high;
    if (!PyArg_ParseTuple(args, "y#KKKK", &data, &size, &table_offset, &maximum, &low, &high)) return NULL;
    Bytes table = {(const uint8_t *)data, (const uint8_t *)data + size};
    uint64_t count, id_count, record_bytes = table_offset - 9;
    if (table_offset < 9 || !read_varint(&table, &count) || !read_varint(&table, &id_count) || count < 1 || count > left(&table)
        || id_count < count || id_count - 1 > maximum || id_count > record_bytes + 1 || id_count > UINT32_MAX) Py_RETURN_NONE;
    PyObject *ids = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)count * 8);
    PyObject *starts = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count + 1) * 8);
    uint8_t *seen = calloc((size_t)id_count / 8 + 1, 1);
    bool is_sound = ids != NULL && starts != NULL && seen != NULL;
    // Memory that is not written to takes none.
    size_t kept = 0;
    if (is_sound) {
        uint64_t *id_array = (uint64_t *)PyBytes_AsString(ids), *start_array = (uint64_t *)PyBytes_AsString(starts);
        uint64_t start = 9, next_id = 0;
        start_array[0] = start;
        for (uint64_t place = 0; is_sound && place < count; place++) {
            uint64_t entry, id = next_id;
            is_sound = read_varint(&table, &entry) && entry >> 1 != 0 && entry >> 1 <= table_offset - start;
            if (is_sound && entry & 1) is_sound = place != 0 && read_varint(&table, &id) && id != next_id;
            is_sound = is_sound && id < id_count && !(seen[id / 8] >> id % 8 & 1);
            if (!is_sound) break;
            seen[id / 8] |= (uint8_t)(1 << id % 8);
            if (start >= low && start < high) {
                id_array[kept] = id;
                start_array[kept++] = start;
                start_array[kept] = start + (entry >> 1);
            }
            start += entry >> 1;
            next_id = id + 1;
        }
        is_sound = is_sound && left(&table) == 0 && start == table_offset;
    }
    PyObject *result = ids == NULL || starts == NULL || seen == NULL ? PyErr_NoMemory() : !is_sound ? Py_NewRef(Py_None)
        : Py_BuildValue("y#y#Ky#", PyBytes_AsString(ids), (Py_ssize_t)kept * 8, PyBytes_AsString(starts), (Py_ssize_t)(kept + 1) * 8,
                        (unsigned long long)id_count, (const char *)seen, (Py_ssize_t)(id_count / 8 + 1));
    free(seen);
    Py_XDECREF(ids);
    Py_XDECREF(starts);
    return result;
}
