/* Strips: lines of pixels, such as sequences, that are computed a few pixels at a time.
 *
 * The buffer between two operators holds the pixels that are still to be read, from its start on: when an
 * operator has read some for the last time, the others move down. So a kernel always reads a contiguous
 * piece, as if it were an image of its own. Lines that are whole in memory stay where they are. */
#ifndef NOOK_CORE_STRIPS_H_
#define NOOK_CORE_STRIPS_H_

#include <stdint.h>

/* A word of any element type. */
typedef uint32_t nook_strip_word __attribute__((may_alias));

/* The part of a line that lies under a filter. */
typedef struct nook_strip {
  int32_t first, count; /* its pixels */
  int32_t before;       /* columns of padding before the first */
} nook_strip;

/* The part of a line of `length` pixels under columns x to x + span, some of which may be padding. */
static inline nook_strip nook_strip_under(int32_t x, int32_t span, int32_t length) {
  const int32_t first = x > 0 ? x : 0, end = x + span < length ? x + span : length;
  const nook_strip strip = {first, end - first, first - x};
  return strip;
}

/* The number of pixels of the next step: `most`, or those that are left. */
static inline int32_t nook_strip_next(int32_t made, int32_t most, int32_t all) {
  return all - made < most ? all - made : most;
}

/* The first pixel that is needed for pixel y of the output, at most `most`. */
static inline int32_t nook_strip_start(int32_t y, int32_t stride, int32_t before, int32_t most) {
  const int32_t first = y * stride > before ? y * stride - before : 0;
  return first < most ? first : most;
}

static inline void* nook_strip_at(const void* line, int32_t bytes) { return (char*)line + bytes; }

/* Moves the last `bytes` of a line down by `by` bytes, to its start. Not inlined, because a chain has many
 * calls. */
static __attribute__((noinline, unused)) void nook_strip_move(void* line, int32_t by, int32_t bytes) {
  if (by <= 0 || bytes <= 0) return;
  char* to = (char*)line;
  if ((((uintptr_t)to | (uintptr_t)by | (uintptr_t)bytes) & 3u) == 0) {
    for (; bytes >= 16; bytes -= 16, to += 16) {
      const nook_strip_word* const from = (const nook_strip_word*)(to + by);
      const uint32_t a = from[0], b = from[1], c = from[2], d = from[3];
      nook_strip_word* const four = (nook_strip_word*)to;
      four[0] = a, four[1] = b, four[2] = c, four[3] = d;
    }
    for (; bytes > 0; bytes -= 4, to += 4) *(nook_strip_word*)to = *(const nook_strip_word*)(to + by);
  } else {
    for (int32_t i = 0; i < bytes; ++i) to[i] = to[i + by];
  }
}

#endif
