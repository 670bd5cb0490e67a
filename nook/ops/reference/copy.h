/* Copies to a destination that may start before the source and overlap it. */
#ifndef NOOK_OPS_REFERENCE_COPY_H_
#define NOOK_OPS_REFERENCE_COPY_H_

#include <stdint.h>
#include <string.h>

#include "nook/core/machine.h"

/* Two bytes of any type, as nook_word is four. */
typedef uint16_t __attribute__((may_alias)) nook_half_word;
/* Four bytes at any address; use only where nook_in_words() permits it. */
typedef struct __attribute__((packed, may_alias)) nook_loose_word {
  uint32_t four;
} nook_loose_word;

/* For up to this many bytes, a loop takes fewer instructions than a call of memcpy: single bytes, words, and
 * words at multiples of 4. On small cores, C libraries may copy single bytes whatever the alignment. */
enum {
  NOOK_FEW_BYTES = 16,
  NOOK_FEW_BYTES_OF_WORDS = 32,
  NOOK_FEW_BYTES_OF_ALIGNED_WORDS = NOOK_WORDS_ANYWHERE ? 256 : 32767
};

/* Whether a core copies this many bytes in words. `addresses`: the bitwise or of both. */
static inline int nook_in_words(uintptr_t addresses, int32_t bytes) {
  return (((NOOK_WORDS_ANYWHERE ? (uintptr_t)0 : addresses) | (uintptr_t)bytes) & 3u) == 0;
}

static inline int nook_in_aligned_words(uintptr_t addresses, int32_t bytes) {
  return ((addresses | (uintptr_t)bytes) & 3u) == 0;
}

static inline void nook_copy_aligned_words(void* y, const void* x, int32_t bytes) {
  for (; bytes >= 16; bytes -= 16) nook_copy_sixteen(&x, &y);
  const nook_word* from = (const nook_word*)x;
  nook_word* to = (nook_word*)y;
  for (; bytes > 0; bytes -= 4) *to++ = *from++;
}
/* For sizes that nook_in_words() accepts; each word is read before any of it is written. */
static inline void nook_copy_words(void* y, const void* x, int32_t bytes) {
  if (!NOOK_WORDS_ANYWHERE) {
    nook_copy_aligned_words(y, x, bytes);
    return;
  }
  const nook_loose_word* from = (const nook_loose_word*)x;
  nook_loose_word* to = (nook_loose_word*)y;
  for (; bytes >= 16; bytes -= 16, from += 4, to += 4) {
    const uint32_t a = from[0].four, b = from[1].four, c = from[2].four, d = from[3].four;
    to[0].four = a, to[1].four = b, to[2].four = c, to[3].four = d;
  }
  for (; bytes > 0; bytes -= 4, ++from, ++to) to->four = from->four;
}
static inline void nook_copy_word(void* y, const void* x) {
  if (NOOK_WORDS_ANYWHERE)
    ((nook_loose_word*)y)->four = ((const nook_loose_word*)x)->four;
  else
    *(nook_word*)y = *(const nook_word*)x;
}
static inline void nook_copy_bytes(void* y, const void* x, int32_t bytes) {
  const int8_t* from = (const int8_t*)x;
  int8_t* to = (int8_t*)y;
  for (; bytes > 0; --bytes) *to++ = *from++;
}

/* Copies `bytes` bytes from x to y in ascending order. Exact if x >= y, or if the two do not overlap. */
static inline void nook_copy_forward(void* y, const void* x, int32_t bytes) {
  const uintptr_t from = (uintptr_t)x, to = (uintptr_t)y;
  if (from == to) return;
  if (from - to >= (uintptr_t)bytes) /* if x is before y, the difference wraps around to a large distance */
    memcpy(y, x, (size_t)bytes);
  else if (nook_in_words(from | to, bytes))
    nook_copy_words(y, x, bytes);
  else
    nook_copy_bytes(y, x, bytes);
}

/* Copies up to NOOK_FEW_BYTES bytes; returns 0 if there are more. */
static inline int nook_copy_few(void* y, const void* x, int32_t bytes) {
  const uintptr_t addresses = (uintptr_t)x | (uintptr_t)y;
  if (nook_in_aligned_words(addresses, bytes)) {
    if (bytes > NOOK_FEW_BYTES_OF_ALIGNED_WORDS) return 0;
    nook_copy_aligned_words(y, x, bytes);
    return 1;
  }
  const int words = nook_in_words(addresses, bytes);
  if (bytes > (words ? NOOK_FEW_BYTES_OF_WORDS : NOOK_FEW_BYTES)) return 0;
  if (words)
    nook_copy_words(y, x, bytes);
  else
    nook_copy_bytes(y, x, bytes);
  return 1;
}

/* nook_copy_forward() in fewer instructions for small sizes. */
static inline void nook_copy_run(void* y, const void* x, int32_t bytes) {
  if (!nook_copy_few(y, x, bytes)) nook_copy_forward(y, x, bytes);
}
/* nook_copy_run() for buffers that do not overlap. */
static inline void nook_copy_disjoint(void* y, const void* x, int32_t bytes) {
  if (!nook_copy_few(y, x, bytes)) memcpy(y, x, (size_t)bytes);
}

/* Copies `count` segments of `run` bytes in ascending order; destinations have a stride of `to_step` bytes,
 * sources of `from_step`. Exact if no segment is written before a source that it overlaps has been read. */
static inline void nook_copy_segments(void* y, int32_t to_step, const void* x, int32_t from_step, int32_t run,
                                      int32_t count) {
  const uintptr_t addresses = (uintptr_t)x | (uintptr_t)y | (uintptr_t)to_step | (uintptr_t)from_step;
  const int words = run <= NOOK_FEW_BYTES_OF_WORDS && nook_in_words(addresses, run);
  const int8_t* from = (const int8_t*)x;
  int8_t* to = (int8_t*)y;
  if (run == 1) {
    for (; count > 0; --count, from += from_step, to += to_step) *to = *from;
  } else if (run == 2 && (addresses & 1u) == 0) {
    for (; count > 0; --count, from += from_step, to += to_step)
      *(nook_half_word*)(void*)to = *(const nook_half_word*)(const void*)from;
  } else if (run == 4 && words) {
    for (; count > 0; --count, from += from_step, to += to_step) nook_copy_word(to, from);
  } else if (words && (addresses & 3u) == 0) {
    for (; count > 0; --count, from += from_step, to += to_step) nook_copy_aligned_words(to, from, run);
  } else if (words) {
    for (; count > 0; --count, from += from_step, to += to_step) nook_copy_words(to, from, run);
  } else if (run <= NOOK_FEW_BYTES) {
    for (; count > 0; --count, from += from_step, to += to_step) nook_copy_bytes(to, from, run);
  } else {
    for (; count > 0; --count, from += from_step, to += to_step) nook_copy_forward(to, from, run);
  }
}

#endif
