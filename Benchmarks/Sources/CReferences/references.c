#include "references.h"

#include <lz4.h>
#include <stdlib.h>
#include <zlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static size_t minimum(size_t a, size_t b) { return a < b ? a : b; }

size_t reference_deflate(const void *plain, size_t count, size_t block, int level, void *target, size_t capacity, size_t *sizes) {
    z_stream stream = {0};
    if (deflateInit2(&stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    size_t written = 0;
    for (size_t offset = 0; offset < count; offset += block) {
        deflateReset(&stream);
        stream.next_in = (Bytef *)plain + offset;
        stream.avail_in = (uInt)minimum(block, count - offset);
        stream.next_out = (Bytef *)target + written;
        stream.avail_out = (uInt)minimum(capacity - written, 1u << 30);
        if (deflate(&stream, Z_FINISH) != Z_STREAM_END) {
            deflateEnd(&stream);
            return 0;
        }
        *sizes++ = stream.total_out;
        written += stream.total_out;
    }
    deflateEnd(&stream);
    return written;
}

size_t reference_inflate(const void *stored, const size_t *sizes, size_t blocks, void *target, size_t capacity, size_t block) {
    z_stream stream = {0};
    if (inflateInit2(&stream, -15) != Z_OK) return 0;
    size_t read = 0, written = 0;
    for (size_t index = 0; index < blocks; index++) {
        inflateReset(&stream);
        stream.next_in = (Bytef *)stored + read;
        stream.avail_in = (uInt)sizes[index];
        stream.next_out = (Bytef *)target + written;
        stream.avail_out = (uInt)minimum(capacity - written, block);
        if (inflate(&stream, Z_FINISH) != Z_STREAM_END) {
            inflateEnd(&stream);
            return 0;
        }
        read += sizes[index];
        written += stream.total_out;
    }
    inflateEnd(&stream);
    return written;
}

size_t reference_lz4_compress(const void *plain, size_t count, size_t block, void *target, size_t capacity, size_t *sizes) {
    void *state = malloc((size_t)LZ4_sizeofState());
    size_t written = 0;
    for (size_t offset = 0; offset < count; offset += block) {
        int size = LZ4_compress_fast_extState(
            state, (const char *)plain + offset, (char *)target + written, (int)minimum(block, count - offset),
            (int)minimum(capacity - written, 1u << 30), 1);
        if (size <= 0) {
            free(state);
            return 0;
        }
        *sizes++ = (size_t)size;
        written += (size_t)size;
    }
    free(state);
    return written;
}

size_t reference_lz4_decompress(const void *stored, const size_t *sizes, size_t blocks, void *target, size_t capacity, size_t block) {
    size_t read = 0, written = 0;
    for (size_t index = 0; index < blocks; index++) {
        int size = LZ4_decompress_safe(
            (const char *)stored + read, (char *)target + written, (int)sizes[index], (int)minimum(block, capacity - written));
        if (size < 0) return 0;
        read += sizes[index];
        written += (size_t)size;
    }
    return written;
}

void reference_keep_memory(size_t count) {
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
    void *memory = malloc(count);
    if (memory == NULL) return;
    for (size_t offset = 0; offset < count; offset += 4096) ((volatile char *)memory)[offset] = 1;
    free(memory);
}
