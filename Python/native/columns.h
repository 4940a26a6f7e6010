// Columns that grow while the values of records are read.
#ifndef GRAPHZ_COLUMNS_H
#define GRAPHZ_COLUMNS_H

#include "native.h"

/// What a column holds. Python knows these numbers: tables.py.
enum { BOOLEAN, INTEGER, UNSIGNED, WIDE, NUMBER, STRING, REFERENCE, BINARY, LIST, MAP, STRUCT, SOME, PACKED };

/// Bytes that grow. All of them are charged to one budget.
typedef struct {
    uint8_t *bytes;
    size_t count, room;
} Buffer;

typedef struct Column Column;
typedef struct Variant Variant;

/// The values at one place, which may be of several kinds: a variant for each. A row that no variant has is null.
struct Column {
    Variant **variants;
    size_t count, room;
    size_t length;
};

typedef struct {
    uint32_t key;
    Column *column;
} Field;

/// The values of one kind at one place. Only as many rows as were needed: the rest is null.
struct Variant {
    uint8_t kind;
    // The type of a composite, the kind of packed arrays.
    uint32_t detail;
    size_t length;
    Buffer validity, values, offsets;
    // Of a composite; key 0 has a list of the values without a key.
    Field *fields;
    size_t field_count, field_room;
    // Of a list, a map and `some`: the elements, and the keys.
    Column *elements, *keys;
};

typedef struct {
    size_t used, allowed;
    // The bytes of nulls that may be built without counting.
    size_t nulls;
    // While counting, columns charge their bytes and keep no values.
    bool is_counting;
    // Why building has ended: 0 it goes on, 1 the budget is used up, 2 something that the reference has to do, 3 count first.
    int failure;
} Budget;

enum { OVER_BUDGET = 1, DECLINED = 2, MANY_NULLS = 3, MOST_VARIANTS = 64, MOST_FIELDS = 4096 };
enum { FREE_NULLS = 1 << 20, NULLS_PER_BYTE = 4 };

Column *new_column(Budget *budget);
void free_column(Column *column);
/// The variant for the next row of a column, which that row then has; NULL when building has ended.
Variant *next_row(Column *column, uint8_t kind, uint32_t detail, Budget *budget);
bool append(Buffer *buffer, const void *bytes, size_t size, Budget *budget);
/// Ends a row of a variant with offsets.
bool end_row(Variant *variant, size_t end, Budget *budget);
/// The column of a key, for the row that was begun last. `hint` is where it probably stands.
Column *field_column(Variant *variant, uint32_t key, size_t *hint, Budget *budget);
/// Nulls up to the end of every column.
bool finish_column(Column *column, Budget *budget);
/// (length, [(kind, detail, length, validity, values, offsets, [(key, column)], elements, keys)])
PyObject *column_object(const Column *column);

#endif
