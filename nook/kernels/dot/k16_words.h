/* How kernels for few inputs read them: rows of `size` bytes, each as words of four bytes. */
#ifndef NOOK_KERNELS_DOT_K16_WORDS_H_
#define NOOK_KERNELS_DOT_K16_WORDS_H_

#include <stdint.h>

/* The most words of all rows together. */
enum { NOOK_K16_MOST_WORDS = 4 };

/* Words of a row. */
static inline int32_t nook_k16_words(int32_t size) { return (size + 3) / 4; }

/* The offset of word k in a row. The last word ends with the row, so it repeats some bytes; in a row of less
 * than four bytes it extends past the end. */
static inline int32_t nook_k16_at(int32_t size, int32_t k) {
  return size >= 4 && 4 * k > size - 4 ? size - 4 : 4 * k;
}

#endif
