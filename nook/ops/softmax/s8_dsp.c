/* SOFTMAX of int8 on cores with DSP instructions. Powers are computed once, as in powers_s8.h, and doubled,
 * so that the upper word of a product needs no shift. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/softmax/powers_s8.h"

enum { kUnknown = 1 }; /* doubled powers are even */

static int32_t largest(const int8_t* x, int32_t size) {
  int32_t most = -128;
  const int8_t* const end = x + size;
  if (size >= 4) {
    uint32_t four = nook_load_word(x);
    for (x += size & 3 ? size & 3 : 4; x < end; x += 4) four = nook_larger_bytes(four, nook_load_word(x));
    for (int32_t i = 0; i < 4; ++i, four >>= 8) most = (int8_t)four > most ? (int8_t)four : most;
  } else {
    for (; x < end; ++x) most = *x > most ? *x : most;
  }
  return most;
}

/* Adds a power, rounded to the unit of the sum: the last bit that is shifted out is the carry. */
static inline uint32_t add_term(uint32_t sum, uint32_t twice) {
  uint32_t term;
  __asm("lsrs %1, %2, %3\n\tadc %0, %0, %1"
        : "+r"(sum), "=&r"(term)
        : "r"(twice), "i"(NOOK_SOFTMAX_SUM_BITS + 1)
        : "cc");
  return sum;
}

/* The sum of at most 4,096 terms. Adds all bits of their powers to `bits`. */
static __attribute__((noinline)) uint32_t sum_terms(const int8_t* x, int32_t count, const uint32_t* powers,
                                                    uint32_t* bits) {
  uint32_t sum = 0, all = 0;
  const int8_t* const end = x + count;
  for (const int8_t* const fours = x + (count & ~3); x < fours; x += 4) {
    const uint32_t a = powers[x[0]], b = powers[x[1]], c = powers[x[2]], d = powers[x[3]];
    all |= a | b | c | d;
    sum = add_term(add_term(add_term(add_term(sum, a), b), c), d);
  }
  for (; x < end; ++x) all |= powers[*x], sum = add_term(sum, powers[*x]);
  *bits |= all;
  return sum;
}

/* Computes the powers of a row that are not known yet. */
static __attribute__((noinline)) void find_powers(const nook_softmax_s8* p, const int8_t* x, int32_t most,
                                                  uint32_t* powers) {
  for (const int8_t* const end = x + p->depth; x < end; ++x) {
    if (powers[*x] != kUnknown) continue;
    const int32_t difference = *x - most;
    powers[*x] = difference < p->least ? 0 : 2 * (uint32_t)nook_softmax_power(p, difference);
  }
}

static nook_softmax_sum sum_row(const nook_softmax_s8* p, const int8_t* x, int32_t most, uint32_t* powers) {
  const int32_t few = 1 << NOOK_SOFTMAX_SUM_BITS;
  for (;;) {
    uint32_t sum = 0, bits = 0;
    for (int32_t i = 0; i < p->depth; i += few) {
      const uint32_t terms = sum_terms(x + i, p->depth - i < few ? p->depth - i : few, powers, &bits);
      sum = sum > UINT32_MAX - terms ? UINT32_MAX : sum + terms;
    }
    if (!(bits & kUnknown)) return nook_softmax_sum_of(most, sum);
    find_powers(p, x, most, powers);
  }
}

/* The part of an element in units of 2^-8, at most 2^8, before the shift by `shift`. `half` rounds it. */
static inline uint32_t part_of(uint32_t inverse, uint32_t twice, uint32_t half) {
  uint32_t low, high;
  __asm("umull %0, %1, %2, %3\n\tadds %0, %0, %0\n\tadc %1, %1, %4"
        : "=&r"(low), "=&r"(high)
        : "r"(inverse), "r"(twice), "r"(half)
        : "cc");
  return high;
}

static __attribute__((noinline)) void divide_row(nook_softmax_sum* row, const int8_t* x, int8_t* y,
                                                 int32_t depth, const uint32_t* powers) {
  const int32_t shift = nook_softmax_shift(row, 8);
  const uint32_t inverse = (uint32_t)row->inverse, half = 1u << (shift - 1);
  const int8_t* const end = x + depth;
  for (const int8_t* const fours = x + (depth & ~3); x < fours; x += 4, y += 4) {
    uint32_t a = part_of(inverse, powers[x[0]], half) >> shift;
    uint32_t b = part_of(inverse, powers[x[1]], half) >> shift;
    uint32_t c = part_of(inverse, powers[x[2]], half) >> shift;
    uint32_t d = part_of(inverse, powers[x[3]], half) >> shift;
    a -= a >> 8, b -= b >> 8, c -= c >> 8, d -= d >> 8;
    const uint32_t four = nook_four_bytes(a, b, c, d) ^ 0x80808080u;
    memcpy(y, &four, sizeof four);
  }
  for (; x < end; ++x, ++y) {
    const uint32_t part = part_of(inverse, powers[*x], half) >> shift;
    *y = (int8_t)((int32_t)(part - (part >> 8)) + INT8_MIN);
  }
}

void nook_softmax_s8_dsp(const nook_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  uint32_t* const powers = (uint32_t*)scratch_memory;
  for (int32_t i = 0; i < NOOK_SOFTMAX_POWERS; ++i) powers[i] = kUnknown;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    const int32_t most = largest(x, p->depth);
    /* Elements are indexes: the place of element 0 may be outside of the table. */
    uint32_t* const at = (uint32_t*)((uintptr_t)powers + 4 * (uintptr_t)nook_softmax_first_power(most));
    nook_softmax_sum row = sum_row(p, x, most, at);
    divide_row(&row, x, y, p->depth, at);
  }
}
