// Stands in for Apple's Compression framework, with the LZ4 library. Like the framework, it ends silently at the end of the target.
#include "Compression/compression.h"
#include <lz4.h>

size_t compression_encode_scratch_buffer_size(compression_algorithm algorithm) { return LZ4_sizeofState(); }

size_t compression_encode_buffer(
    uint8_t *target, size_t capacity, const uint8_t *source, size_t count, void *scratch, compression_algorithm algorithm) {
    int size = LZ4_compress_fast_extState(scratch, (const char *)source, (char *)target, (int)count, (int)capacity, 1);
    return size > 0 ? size : 0;
}

size_t compression_decode_buffer(
    uint8_t *target, size_t capacity, const uint8_t *source, size_t count, void *scratch, compression_algorithm algorithm) {
    int size =
        LZ4_decompress_safe_partial((const char *)source, (char *)target, (int)count, (int)capacity, (int)capacity);
    return size > 0 ? size : 0;
}
