/* Rows of an image as words, on cores with Helium. A word has three vertically adjacent bytes, of one column
 * and channel, and an unused byte. */
#ifndef NOOK_KERNELS_ASM_COLUMNS_MVE_H_
#define NOOK_KERNELS_ASM_COLUMNS_MVE_H_

#include <stdint.h>

/* This many additional words are written after the last one. */
enum { NOOK_COLUMNS_SLACK_MVE = 15 };

/* Among `columns` columns from x0 on, columns [begin, end) are inside the image. */
typedef struct nook_columns_inside {
  int32_t begin, end;
} nook_columns_inside;

static inline nook_columns_inside nook_find_columns_inside(int32_t x0, int32_t columns, int32_t in_w) {
  nook_columns_inside in = {x0 < 0 ? -x0 : 0, in_w - x0};
  if (in.begin > columns) in.begin = columns;
  if (in.end > columns) in.end = columns;
  if (in.end < in.begin) in.end = in.begin;
  return in;
}

/* Stores the bytes of q0 to q3 as words at `to`; `move` is "!" to advance it past them. */
#define NOOK_STORE_WORDS_MVE(move)        \
  "vst40.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst41.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst42.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst43.8 {q0, q1, q2, q3}, [%[to]]" move "\n\t"

/* Interleaves a run of bytes from each of three rows. All words of the last sixteen bytes are written, so
 * later words must be written afterwards. `step`: 16, or 0 for rows of sixteen zero points that represent
 * padding. */
static inline void nook_put_columns_mve(const int8_t* const* row, const int32_t* step, int32_t bytes,
                                        uint32_t* to) {
  const int8_t *a = row[0], *b = row[1], *c = row[2];
  const int32_t rest = bytes & 15;
  if ((step[0] & step[1] & step[2]) != 0)
    __asm volatile(
        "wls lr, %[turns], 2f\n"
        "1:\n\t"
        "vldrb.8 q0, [%[a]], #16\n\t"
        "vldrb.8 q1, [%[b]], #16\n\t"
        "vldrb.8 q2, [%[c]], #16\n\t" NOOK_STORE_WORDS_MVE("!")
        "le lr, 1b\n"
        "2:"
        : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [to] "+r"(to)
        : [turns] "r"(bytes >> 4)
        : "q0", "q1", "q2", "q3", "lr", "memory");
  else
    __asm volatile(
        "wls lr, %[turns], 2f\n"
        "1:\n\t"
        "vldrb.8 q0, [%[a]]\n\t"
        "vldrb.8 q1, [%[b]]\n\t"
        "vldrb.8 q2, [%[c]]\n\t"
        "add %[a], %[a_step]\n\t"
        "add %[b], %[b_step]\n\t"
        "add %[c], %[c_step]\n\t" NOOK_STORE_WORDS_MVE("!")
        "le lr, 1b\n"
        "2:"
        : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [to] "+r"(to)
        : [a_step] "r"(step[0]), [b_step] "r"(step[1]), [c_step] "r"(step[2]), [turns] "r"(bytes >> 4)
        : "q0", "q1", "q2", "q3", "lr", "memory");
  if (rest)
    __asm volatile(
        "vctp.8 %[rest]\n\t"
        "vpsttt\n\t"
        "vldrbt.8 q0, [%[a]]\n\t"
        "vldrbt.8 q1, [%[b]]\n\t"
        "vldrbt.8 q2, [%[c]]\n\t" NOOK_STORE_WORDS_MVE("")
        :
        : [to] "r"(to), [a] "r"(a), [b] "r"(b), [c] "r"(c), [rest] "r"(rest)
        : "q0", "q1", "q2", "q3", "memory");
}

/* Writes words of the zero point: `words`, at least four, or up to three more. */
static inline void nook_put_padding_mve(int32_t zero, int32_t words, uint32_t* to) {
  uint32_t* const end = to + words;
  __asm volatile(
      "vdup.8 q0, %[zero]\n"
      "1:\n\t"
      "vstrb.8 q0, [%[to]], #16\n\t"
      "cmp %[to], %[end]\n\t"
      "blo 1b\n"
      : [to] "+r"(to)
      : [end] "r"(end), [zero] "r"(zero)
      : "q0", "cc", "memory");
}

#endif
