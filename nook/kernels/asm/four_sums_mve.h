/* Sums of products of int16 or int8 with packed int8 weights on cores with Helium, four at once. */
#ifndef NOOK_KERNELS_ASM_FOUR_SUMS_MVE_H_
#define NOOK_KERNELS_ASM_FOUR_SUMS_MVE_H_

#include <arm_mve.h>
#include <stdint.h>
#include <string.h>

/* The size rounded up to whole blocks, which are padded with zeros. */
static inline int32_t nook_whole_eights(int32_t size) { return (size + 7) & ~(int32_t)7; }
static inline void nook_copy_to_eights(const int16_t* x, int32_t size, int16_t* to) {
  memset(to + (nook_whole_eights(size) - 8), 0, 8 * sizeof *to);
  memcpy(to, x, (size_t)size * sizeof *to);
}

/* Adds the products of `depth` inputs, a multiple of eight, to four sums; the weights of eight inputs are
 * contiguous, 8 bytes per sum. */
static inline int32x4_t nook_add_four_sums_mve(const int16_t* x, int32_t depth, const int8_t* weights,
                                               int32x4_t sums) {
  int32_t a = vgetq_lane_s32(sums, 0), b = vgetq_lane_s32(sums, 1), c = vgetq_lane_s32(sums, 2),
          d = vgetq_lane_s32(sums, 3);
  for (int32_t blocks = depth / 8; blocks > 0; --blocks, x += 8, weights += 32) {
    const int16x8_t inputs = vld1q_s16(x);
    a = vmladavaq_s16(a, inputs, vldrbq_s16(weights));
    b = vmladavaq_s16(b, inputs, vldrbq_s16(weights + 8));
    c = vmladavaq_s16(c, inputs, vldrbq_s16(weights + 16));
    d = vmladavaq_s16(d, inputs, vldrbq_s16(weights + 24));
  }
  sums = vsetq_lane_s32(a, sums, 0), sums = vsetq_lane_s32(b, sums, 1);
  sums = vsetq_lane_s32(c, sums, 2), sums = vsetq_lane_s32(d, sums, 3);
  return sums;
}

/* The text of the two functions below: `load` reads the next weights of a sum. Loads alternate with
 * multiplications, because they use different units of the core. In assembly, because compilers move sums
 * between registers. */
#define NOOK_MULTIPLY_MVE(vmladava, sum, q) vmladava " %[" sum "], q0, " q "\n\t"
#define NOOK_FIRST_SUMS_MVE(load, vmladava) \
  NOOK_MULTIPLY_MVE(vmladava, "a", "q1")    \
  load("q1") NOOK_MULTIPLY_MVE(vmladava, "b", "q2") load("q2")
#define NOOK_LAST_SUMS_MVE(vmladava) \
  NOOK_MULTIPLY_MVE(vmladava, "c", "q1") NOOK_MULTIPLY_MVE(vmladava, "d", "q2")
#define NOOK_FOUR_SUMS_MVE(load, vmladava) \
  "dls    lr, %[blocks]\n\t"                                                \
  "ldrd   %[a], %[b], [%[w]], #8\n\t"                                       \
  "ldrd   %[c], %[d], [%[w]], #8\n"                                         \
  "1:\n\t"                                                                  \
  "vldrb.8 q0, [%[x]], #16\n\t" load("q1") load("q2")                      \
  NOOK_FIRST_SUMS_MVE(load, vmladava) NOOK_LAST_SUMS_MVE(vmladava)          \
  "le     lr, 1b\n\t"                                                       \
  "vmov   %q[sums][2], %q[sums][0], %[a], %[c]\n\t"                         \
  "vmov   %q[sums][3], %q[sums][1], %[b], %[d]\n\t"
#define NOOK_LOAD_BYTES_MVE(q) "vldrb.8 " q ", [%[w]], #16\n\t"
#define NOOK_LOAD_WIDE_MVE(q)  "vldrb.s16 " q ", [%[w]], #8\n\t"

/* `name`(x, depth, packed): four sums of the products of `depth` inputs, a multiple of 16 bytes. The packed
 * weights are the initial sums, then blocks; in a block, the weights of each sum are contiguous. Advances
 * `*packed` past them. */
#define NOOK_FOUR_SUMS_OF_MVE(name, Element, load, vmladava)                                         \
  static inline int32x4_t name(const Element* x, int32_t depth, const int8_t** packed) {             \
    int32x4_t sums;                                                                                  \
    int32_t a, b, c, d;                                                                              \
    const int8_t* w = *packed;                                                                       \
    __asm volatile(NOOK_FOUR_SUMS_MVE(load, vmladava)                                                \
                   : [sums] "=&w"(sums), [a] "=&Te"(a), [b] "=&Te"(b), [c] "=&Te"(c), [d] "=&Te"(d), \
                     [x] "+&r"(x), [w] "+&l"(w)                                                      \
                   : [blocks] "r"(depth / (16 / (int32_t)sizeof *x))                                 \
                   : "lr", "q0", "q1", "q2", "memory");                                              \
    *packed = w;                                                                                     \
    return sums;                                                                                     \
  }
NOOK_FOUR_SUMS_OF_MVE(nook_four_sums_s8_mve, int8_t, NOOK_LOAD_BYTES_MVE, "vmladava.s8")
NOOK_FOUR_SUMS_OF_MVE(nook_four_sums_s16_mve, int16_t, NOOK_LOAD_WIDE_MVE, "vmladava.s16")

#endif
