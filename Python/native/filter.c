// Puts filtered blocks together: Docs/format-filter.md.
#include "native.h"

enum { TAGS, COUNTS, TEXT, BYTES, WIDTH_2, WIDTH_4, WIDTH_8, WIDTH_16, REFERENCES, REPEATS, VARINTS, KINDS };
enum { PLAIN, CONSTANT, PLANES, DIFFERENCES, DECIMAL, DECIMAL_DIFFERENCES };
enum { NEXT, SAME, PAIR };
enum { ROWS = KINDS, COLUMNS = 64 };
enum { PLACES = 64, SLOTS = 256, FIELDS = 4096, SHAPES = 1024, DEPTH = 16, MAX_STREAMS = FIELDS * KINDS };

static const uint8_t WIDTHS[KINDS] = {1, 1, 1, 1, 2, 4, 8, 16, 4, 4, 2};
static const uint8_t PACKED_WIDTHS[14] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 2, 4, 8};
static const uint64_t ENDLESS = INT64_MAX;

typedef struct {
    uint8_t kind, coding;
    uint32_t mask, exponent, exceptions;
    size_t count;
    const uint8_t *at, *end;
    uint8_t *elements;
} Stream;

typedef struct {
    uint32_t start, size;
} String;

typedef struct {
    uint16_t slot;
    // The number of the stream of each kind, and one; 0 for none.
    uint32_t streams[KINDS];
    String *strings;
    uint32_t string_count, string_room;
} Field;

typedef struct {
    uint8_t widths[COLUMNS];
    int count;
    size_t row;
} Layout;

typedef struct {
    uint16_t slot;
    uint8_t index, step;
    uint64_t rest;
} Place;

typedef struct {
    Stream *streams;
    size_t stream_count, used;
    uint8_t *elements;
    uint8_t *block;
    size_t filled, limit;
    uint64_t next_id;
    // Field 0 is the rest; a place without a field has 0.
    Field *fields;
    uint32_t field_count;
    uint16_t (*slots)[PLACES];
    uint32_t slot_count;
    uint16_t shapes[SHAPES];
    Place place;
    Place frames[DEPTH];
    int frame_count;
} Joiner;

/// A varint of at most five bytes that is at most `limit`, in its shortest form.
static bool read_number(Bytes *bytes, uint64_t limit, uint64_t *value) {
    uint64_t result = 0;
    for (int index = 0; index < 5; index++) {
        if (bytes->at == bytes->end) return false;
        uint8_t byte = *bytes->at++;
        result |= (uint64_t)(byte & 127) << 7 * index;
        if (byte < 128) {
            *value = result;
            return result <= limit && (byte != 0 || index == 0);
        }
    }
    return false;
}

static bool read_entry(Bytes *form, size_t plain_size, size_t *total, Stream *stream) {
    if (form->at == form->end) return false;
    uint8_t byte = *form->at++;
    stream->kind = byte & 15;
    stream->coding = byte >> 4;
    if (stream->kind > VARINTS || stream->coding > DECIMAL_DIFFERENCES) return false;
    uint8_t width = WIDTHS[stream->kind];
    bool is_byte_difference = stream->coding == DIFFERENCES && stream->kind == BYTES;
    if ((stream->coding >= PLANES && width == 1 && !is_byte_difference) || (stream->coding >= DECIMAL && stream->kind != WIDTH_8)) return false;
    uint64_t limit = (uint64_t)plain_size * 5 / 2, count, mask = 0, exponent = 0, exceptions = 0;
    if (!read_number(form, limit, &count) || count == 0) return false;
    *total += count * width;
    if (*total > limit) return false;
    if (stream->coding >= PLANES && !read_number(form, (1u << width) - 1, &mask)) return false;
    if (stream->coding >= DECIMAL && (!read_number(form, 15, &exponent) || !read_number(form, count, &exceptions))) return false;
    stream->count = count;
    stream->mask = (uint32_t)mask;
    stream->exponent = (uint32_t)exponent;
    stream->exceptions = (uint32_t)exceptions;
    return true;
}

static void sum(uint8_t *elements, size_t count, int width) {
    for (size_t element = 1; element < count; element++) {
        uint8_t *at = elements + element * width;
        unsigned carry = 0;
        for (int index = 0; index < width; index++) {
            carry += (unsigned)at[index] + at[index - width];
            at[index] = (uint8_t)carry;
            carry >>= 8;
        }
    }
}

static bool make_decimals(const Stream *stream, const uint8_t *exceptions) {
    double power = 1;
    for (uint32_t index = 0; index < stream->exponent; index++) power *= 10;
    for (size_t element = 0; element < stream->count; element++) {
        uint8_t *at = stream->elements + element * 8;
        int64_t integer = (int64_t)little(at, 8);
        if (integer > (INT64_C(1) << 53) || integer < -(INT64_C(1) << 53)) return false;
        double number = (double)integer / power;
        memcpy(at, &number, 8);
    }
    uint64_t least = 0;
    for (uint32_t index = 0; index < stream->exceptions; index++) {
        uint64_t place = little(exceptions + 12 * index, 4);
        if (place < least || place >= stream->count) return false;
        least = place + 1;
        memcpy(stream->elements + 8 * place, exceptions + 12 * index + 4, 8);
    }
    return true;
}

/// Reads the body of a stream to `stream->elements`, which has room for it.
static bool read_body(Bytes *form, Stream *stream) {
    size_t width = WIDTHS[stream->kind], size = stream->count * width;
    uint8_t *elements = stream->elements;
    stream->at = elements;
    stream->end = elements + size;
    if (stream->coding == PLAIN) {
        if (left(form) < size) return false;
        memcpy(elements, form->at, size);
        form->at += size;
        return true;
    }
    if (stream->coding == CONSTANT) {
        if (left(form) < width) return false;
        for (size_t element = 0; element < stream->count; element++) memcpy(elements + element * width, form->at, width);
        form->at += width;
        return true;
    }
    const uint8_t *exceptions = form->at;
    if (left(form) / 12 < stream->exceptions) return false;
    form->at += (size_t)stream->exceptions * 12;
    for (size_t plane = 0; plane < width; plane++) {
        bool is_constant = stream->mask >> plane & 1;
        size_t taken = is_constant ? 1 : stream->count;
        if (left(form) < taken) return false;
        for (size_t element = 0; element < stream->count; element++) {
            elements[element * width + plane] = form->at[is_constant ? 0 : element];
        }
        form->at += taken;
    }
    if (stream->coding == DIFFERENCES || stream->coding == DECIMAL_DIFFERENCES) sum(elements, stream->count, (int)width);
    return stream->coding < DECIMAL || make_decimals(stream, exceptions);
}

static const uint8_t *take(Joiner *joiner, Field *field, int kind, size_t size) {
    if (field->streams[kind] == 0) {
        if (joiner->used == joiner->stream_count || joiner->streams[joiner->used].kind != kind) return NULL;
        field->streams[kind] = (uint32_t)++joiner->used;
    }
    Stream *stream = &joiner->streams[field->streams[kind] - 1];
    if (size > (size_t)(stream->end - stream->at)) return NULL;
    stream->at += size;
    return stream->at - size;
}

static bool put(Joiner *joiner, const uint8_t *bytes, size_t size) {
    if (bytes == NULL || size > joiner->limit - joiner->filled) return false;
    memcpy(joiner->block + joiner->filled, bytes, size);
    joiner->filled += size;
    return true;
}

static Field *field_at(Joiner *joiner, uint16_t slot, int index) {
    uint16_t *number = &joiner->slots[slot][index];
    if (*number == 0) {
        if (joiner->field_count == FIELDS) return &joiner->fields[0];
        *number = (uint16_t)joiner->field_count++;
    }
    return &joiner->fields[*number];
}

static Field *current_field(Joiner *joiner) { return field_at(joiner, joiner->place.slot, joiner->place.index); }

static uint16_t new_slot(Joiner *joiner) { return joiner->slot_count == SLOTS ? 0 : (uint16_t)joiner->slot_count++; }

static uint16_t slot_of_elements(Joiner *joiner, Field *field) {
    if (field->slot == 0) field->slot = new_slot(joiner);
    return field->slot;
}

static bool advance(Joiner *joiner) {
    Place *place = &joiner->place;
    if (place->step == NEXT) {
        if (place->index < PLACES - 1) place->index++;
        return true;
    }
    if (place->step == PAIR) place->index ^= 1;
    if (--place->rest == 0) {
        // Values without end never end: there is a frame.
        if (joiner->frame_count == 0) return false;
        *place = joiner->frames[--joiner->frame_count];
    }
    return true;
}

static void enter_composite(Joiner *joiner, uint64_t shape) {
    uint16_t *slot = &joiner->shapes[shape < SHAPES ? shape : SHAPES - 1];
    if (*slot == 0) *slot = new_slot(joiner);
    joiner->place.slot = *slot;
    joiner->place.index = 0;
    joiner->place.step = NEXT;
    joiner->frame_count = 0;
}

static bool enter_sequence(Joiner *joiner, Field *field, uint64_t count, uint8_t step) {
    uint16_t slot = slot_of_elements(joiner, field);
    if (!advance(joiner)) return false;
    if (count == 0 || joiner->frame_count == DEPTH) return true;
    joiner->frames[joiner->frame_count++] = joiner->place;
    joiner->place = (Place){slot, 0, step, count};
    return true;
}

static bool put_string(Joiner *joiner, Field *field, size_t start, uint64_t size) {
    size_t room = joiner->limit - joiner->filled, present = size < room ? (size_t)size : room;
    if (present != 0 && !put(joiner, take(joiner, field, TEXT, present), present)) return false;
    if (present == size && size >= 3) {
        if (field->string_count == field->string_room) {
            uint32_t wanted = field->string_room == 0 ? 16 : field->string_room * 2;
            String *strings = realloc(field->strings, wanted * sizeof *strings);
            if (strings == NULL) return false;
            field->strings = strings;
            field->string_room = wanted;
        }
        field->strings[field->string_count++] = (String){(uint32_t)start, (uint32_t)(joiner->filled - start)};
    }
    return advance(joiner);
}

static bool put_reference(Joiner *joiner, uint64_t id) {
    uint8_t bytes[5];
    size_t size;
    if (id < 0x2000) {
        bytes[0] = (uint8_t)(0x80 | id >> 8), bytes[1] = (uint8_t)id, size = 2;
    } else if (id < 0x200000) {
        bytes[0] = (uint8_t)(0xA0 | id >> 16), bytes[1] = (uint8_t)id, bytes[2] = (uint8_t)(id >> 8), size = 3;
    } else {
        bytes[0] = 0xE0, size = 5;
        for (int index = 0; index < 4; index++) bytes[index + 1] = (uint8_t)(id >> 8 * index);
    }
    return put(joiner, bytes, size) && advance(joiner);
}

/// A varint of at most nine bytes, which is put into the block.
static bool put_count(Joiner *joiner, Field *field, uint64_t *count) {
    *count = 0;
    for (int index = 0; index < 9; index++) {
        const uint8_t *byte = take(joiner, field, COUNTS, 1);
        if (!put(joiner, byte, 1)) return false;
        *count |= (uint64_t)(*byte & 127) << 7 * index;
        if (*byte < 128) return true;
    }
    return false;
}

static int stream_of_width(int width) {
    return width == 1 ? BYTES : width == 2 ? WIDTH_2 : width == 4 ? WIDTH_4 : width == 8 ? WIDTH_8 : WIDTH_16;
}

/// The columns that a byte of a layout gives. Returns false if it gives none, or too many.
static bool add_columns(Layout *layout, uint8_t byte) {
    int kind = byte & 15, count = (byte >> 4 & 7) + 1;
    if (kind < 1 || kind > 13 || layout->count + count > COLUMNS) return false;
    while (count-- > 0) {
        layout->widths[layout->count++] = PACKED_WIDTHS[kind];
        layout->row += PACKED_WIDTHS[kind];
    }
    return true;
}

static bool put_columns(Joiner *joiner, Field *field, const Layout *layout, size_t rows) {
    if (rows == 0) return true;
    if (rows * layout->row > joiner->limit - joiner->filled) return false;
    uint16_t slot = slot_of_elements(joiner, field);
    uint8_t *target = joiner->block + joiner->filled;
    for (int column = 0; column < layout->count; column++) {
        size_t width = layout->widths[column];
        const uint8_t *elements = take(joiner, field_at(joiner, slot, column), stream_of_width((int)width), rows * width);
        if (elements == NULL) return false;
        for (size_t row = 0; row < rows; row++) memcpy(target + row * layout->row, elements + row * width, width);
        target += width;
    }
    joiner->filled += rows * layout->row;
    return true;
}

static bool put_rows(Joiner *joiner, Field *field) {
    uint8_t tag = 0xE7, byte;
    uint64_t count;
    if (!put(joiner, &tag, 1) || !put_count(joiner, field, &count) || count >= UINT64_C(1) << 40) return false;
    size_t start = joiner->filled;
    Layout layout = {{0}, 0, 0};
    do {
        const uint8_t *next = take(joiner, field, BYTES, 1);
        if (!put(joiner, next, 1)) return false;
        byte = *next;
        if (byte == 0 && joiner->filled - start == 1) {
            // The mark of an array.
            byte = 0x80;
        } else if (!add_columns(&layout, byte)) {
            return false;
        }
    } while (byte >= 0x80);
    size_t head = joiner->filled - start, room = joiner->limit - joiner->filled;
    if (count < head || (count - head) % layout.row != 0) return false;
    size_t present = count - head < room ? (size_t)count - head : room;
    return put_columns(joiner, field, &layout, present / layout.row) && advance(joiner);
}

static bool put_counted(Joiner *joiner, Field *field, uint8_t tag) {
    if (!(tag >= 0xCD && tag <= 0xDD) && !(tag >= 0xE1 && tag <= 0xE4) && tag != 0xE7 && tag != 0xE8) return false;
    size_t start = joiner->filled;
    uint64_t count;
    if (!put(joiner, &tag, 1) || !put_count(joiner, field, &count)) return false;
    bool is_name = tag == 0xE1 || tag == 0xE4 || tag == 0xE8;
    if ((!is_name && count >= UINT64_C(1) << 40) || (tag == 0xCD && count >= UINT64_C(1) << 31)) return false;
    if (tag == 0xCD) return put_string(joiner, field, start, count);
    if (tag == 0xCE) return enter_sequence(joiner, field, count, SAME);
    if (tag == 0xCF) return enter_sequence(joiner, field, 2 * count, PAIR);
    if ((tag >= 0xD0 && tag <= 0xDD) || tag == 0xE7) {
        int width = tag == 0xE7 ? 1 : PACKED_WIDTHS[tag - 0xD0];
        size_t room = (joiner->limit - joiner->filled) / width, present = (count < room ? (size_t)count : room) * width;
        if (present != 0 && !put(joiner, take(joiner, field, stream_of_width(width), present), present)) return false;
        return advance(joiner);
    }
    if (tag == 0xE1) {
        if (count == joiner->next_id) joiner->next_id = (joiner->next_id + 1) & UINT32_MAX;
        return advance(joiner);
    }
    if (tag != 0xE4 && tag != 0xE8) enter_composite(joiner, count);
    return true;
}

static bool put_value(Joiner *joiner) {
    Field *field = current_field(joiner);
    const uint8_t *tag_at = take(joiner, field, TAGS, 1);
    if (tag_at == NULL) return false;
    uint8_t tag = *tag_at;
    if (tag < 0x40 || (tag >= 0xC0 && tag <= 0xC2) || tag == 0xE9) return put(joiner, &tag, 1) && advance(joiner);
    if (tag < 0x60) {
        size_t start = joiner->filled;
        return put(joiner, &tag, 1) && put_string(joiner, field, start, tag - 0x40u);
    }
    if (tag < 0x80) {
        if (!put(joiner, &tag, 1)) return false;
        enter_composite(joiner, tag - 0x60u);
        return true;
    }
    if (tag >= 0xC3 && tag <= 0xCC) {
        static const uint8_t widths[] = {1, 2, 4, 8, 8, 16, 16, 2, 4, 8};
        int width = widths[tag - 0xC3];
        return put(joiner, &tag, 1) && put(joiner, take(joiner, field, stream_of_width(width), width), width)
            && advance(joiner);
    }
    if (tag == 0xF0) {
        uint64_t id = joiner->next_id;
        joiner->next_id = (id + 1) & UINT32_MAX;
        return put_reference(joiner, id);
    }
    if (tag == 0xF1 || tag == 0xF2) {
        const uint8_t *number_at = take(joiner, field, tag == 0xF1 ? REFERENCES : REPEATS, 4);
        if (number_at == NULL) return false;
        uint64_t number = little(number_at, 4);
        if (tag == 0xF1) return put_reference(joiner, number);
        if (number >= field->string_count) return false;
        String string = field->strings[number];
        return put(joiner, joiner->block + string.start, string.size) && advance(joiner);
    }
    if (tag == 0xF3) return put_rows(joiner, field);
    if (tag == 0xE5 || tag == 0xE6) return put(joiner, &tag, 1);
    return put_counted(joiner, field, tag);
}

static bool put_varints(Joiner *joiner, size_t size) {
    joiner->limit += size;
    Field *field = current_field(joiner);
    while (joiner->filled < joiner->limit) {
        const uint8_t *element = take(joiner, field, VARINTS, 2);
        if (element == NULL) return false;
        uint32_t value = (uint32_t)little(element, 2);
        if (value >= 0x4000) {
            const uint8_t *second = take(joiner, field, VARINTS, 2);
            if (second == NULL) return false;
            uint32_t low = (uint32_t)little(second, 2);
            if (value == 0x4000 || value >= 0x8000 || low >= 0x4000) return false;
            value = (value & 0x3FFF) << 14 | low;
        }
        uint8_t bytes[5];
        size_t count = 0;
        for (; value > 127; value >>= 7) bytes[count++] = (uint8_t)(value | 128);
        bytes[count++] = (uint8_t)value;
        if (!put(joiner, bytes, count)) return false;
    }
    return true;
}

static bool read_streams(Joiner *joiner, Bytes *form, size_t plain_size, uint64_t head_size, uint64_t count) {
    joiner->streams = calloc(count == 0 ? 1 : count, sizeof *joiner->streams);
    if (joiner->streams == NULL) return false;
    joiner->stream_count = count;
    size_t total = 0;
    for (size_t index = 0; index < count; index++) {
        if (!read_entry(form, plain_size, &total, &joiner->streams[index])) return false;
    }
    if (left(form) < head_size) return false;
    memcpy(joiner->block, form->at, head_size);
    joiner->filled = head_size;
    form->at += head_size;
    joiner->elements = malloc(total == 0 ? 1 : total);
    if (joiner->elements == NULL) return false;
    uint8_t *elements = joiner->elements;
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t index = 0; index < count; index++) {
            Stream *stream = &joiner->streams[index];
            if (stream->kind != kind) continue;
            stream->elements = elements;
            elements += stream->count * WIDTHS[kind];
            if (!read_body(form, stream)) return false;
        }
    }
    return true;
}

static bool join(Joiner *joiner, Bytes form, size_t plain_size) {
    uint64_t head_size, leading = 0, varint_size, tail_size, count;
    if (!read_number(&form, plain_size, &head_size) || form.at == form.end) return false;
    uint8_t kind = *form.at++;
    if (kind != 0 && kind != ROWS && (kind < TEXT || kind > WIDTH_16)) return false;
    Layout layout = {{0}, 0, 0};
    while (kind == ROWS) {
        if (form.at == form.end || !add_columns(&layout, *form.at)) return false;
        if (*form.at++ < 0x80) break;
    }
    size_t width = kind == ROWS ? layout.row : WIDTHS[kind];
    if (kind != 0 && !read_number(&form, plain_size, &leading)) return false;
    if (!read_number(&form, UINT32_MAX, &joiner->next_id) || !read_number(&form, plain_size, &varint_size)
        || !read_number(&form, plain_size, &tail_size)) return false;
    if (head_size + leading + varint_size + tail_size > plain_size || leading % width != 0) return false;
    if (!read_number(&form, MAX_STREAMS, &count) || 3 * count > left(&form)) return false;
    if (!read_streams(joiner, &form, plain_size, head_size, count) || left(&form) != tail_size) return false;
    joiner->limit = plain_size - tail_size - varint_size;
    if (kind == ROWS) {
        if (!put_columns(joiner, current_field(joiner), &layout, leading / width)) return false;
    } else if (leading != 0 && !put(joiner, take(joiner, current_field(joiner), kind, leading), leading)) {
        return false;
    }
    while (joiner->filled < joiner->limit) {
        if (!put_value(joiner)) return false;
    }
    if (varint_size != 0 && !put_varints(joiner, varint_size)) return false;
    memcpy(joiner->block + joiner->filled, form.at, tail_size);
    if (joiner->used != joiner->stream_count) return false;
    for (size_t index = 0; index < joiner->stream_count; index++) {
        if (joiner->streams[index].at != joiner->streams[index].end) return false;
    }
    return true;
}

static bool join_into(uint8_t *block, Bytes form, size_t plain_size) {
    Joiner *joiner = calloc(1, sizeof *joiner);
    if (joiner == NULL) return false;
    joiner->block = block;
    joiner->fields = calloc(FIELDS, sizeof *joiner->fields);
    joiner->slots = calloc(SLOTS, sizeof *joiner->slots);
    joiner->field_count = 1;
    joiner->slot_count = 1;
    joiner->place = (Place){0, 0, SAME, ENDLESS};
    bool is_sound = joiner->fields != NULL && joiner->slots != NULL && join(joiner, form, plain_size);
    for (uint32_t field = 0; joiner->fields != NULL && field < joiner->field_count; field++) free(joiner->fields[field].strings);
    free(joiner->fields);
    free(joiner->slots);
    free(joiner->streams);
    free(joiner->elements);
    free(joiner);
    return is_sound;
}

/// join_block(form: bytes, plain_size: int) -> bytes, or None if the form breaks a rule.
PyObject *join_block(PyObject *self, PyObject *args) {
    const char *form;
    Py_ssize_t size, plain_size;
    if (!PyArg_ParseTuple(args, "y#n", &form, &size, &plain_size)) return NULL;
    // A block has at most 16 MiB; numbers here have 32 bits.
    if (plain_size < 0 || plain_size > 1 << 24) Py_RETURN_NONE;
    PyObject *plain = PyBytes_FromStringAndSize(NULL, plain_size);
    if (plain == NULL) return NULL;
    uint8_t *block = (uint8_t *)PyBytes_AsString(plain);
    Bytes bytes = {(const uint8_t *)form, (const uint8_t *)form + size};
    bool is_sound;
    Py_BEGIN_ALLOW_THREADS
    is_sound = join_into(block, bytes, (size_t)plain_size);
    Py_END_ALLOW_THREADS
    if (is_sound) return plain;
    Py_DECREF(plain);
    Py_RETURN_NONE;
}
