// The part of Apple's Compression framework that the package uses.
#include <stddef.h>
#include <stdint.h>

typedef enum { COMPRESSION_LZ4_RAW = 0x101 } compression_algorithm;

size_t compression_encode_scratch_buffer_size(compression_algorithm algorithm);
size_t compression_encode_buffer(
    uint8_t *target, size_t capacity, const uint8_t *source, size_t count, void *scratch, compression_algorithm algorithm);
size_t compression_decode_buffer(
    uint8_t *target, size_t capacity, const uint8_t *source, size_t count, void *scratch, compression_algorithm algorithm);
