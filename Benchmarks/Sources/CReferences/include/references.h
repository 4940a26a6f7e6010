#pragma once

#include <stddef.h>

/// The C libraries called directly, block by block, with one state for all blocks: what a container cannot be faster than.
/// The blocks of the result stand one after another; their sizes go to `sizes`. All functions return the number of bytes
/// written, or 0 when the library fails.

size_t reference_deflate(const void *plain, size_t count, size_t block, int level, void *target, size_t capacity, size_t *sizes);
size_t reference_inflate(const void *stored, const size_t *sizes, size_t blocks, void *target, size_t capacity, size_t block);
size_t reference_lz4_compress(const void *plain, size_t count, size_t block, void *target, size_t capacity, size_t *sizes);
size_t reference_lz4_decompress(const void *stored, const size_t *sizes, size_t blocks, void *target, size_t capacity, size_t block);

/// Lets the process keep what it frees from now on, and gives it `count` bytes in one piece that have been touched, so that
/// results up to this size get memory that was in use before.
void reference_keep_memory(size_t count);
