/* The level of a sum, which the int8 kernels of NOOK_FEW_BITS share. */
#ifndef NOOK_OPS_FEW_BITS_LEVELS_OF_SUMS_H_
#define NOOK_OPS_FEW_BITS_LEVELS_OF_SUMS_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/few_bits/few_bits.h"

/* The number of ascending marks of a channel that are at most `sum`. */
static inline int32_t nook_few_bits_passed(const nook_few_bits* p, const void* marks, int32_t channel,
                                           int32_t sum) {
  int32_t from = 0, to = p->marks;
  if (p->wide) {
    const int32_t* const wide = (const int32_t*)marks + channel * p->marks;
    while (from < to) {
      const int32_t middle = (from + to) >> 1;
      if (wide[middle] <= sum)
        from = middle + 1;
      else
        to = middle;
    }
    return from;
  }
  const int16_t* const narrow = (const int16_t*)marks + channel * p->marks;
  while (from < to) {
    const int32_t middle = (from + to) >> 1;
    if (narrow[middle] <= sum)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

/* row: multiplier, term, the lowest and the highest level, exceptions. The quotient is clamped to one beyond
 * the levels before it changes by one. */
static inline int32_t nook_few_bits_rescaled(const nook_few_bits* p, const int32_t* row, int32_t sum) {
  const int64_t term = (int64_t)((uint64_t)(uint32_t)row[2] << 32 | (uint32_t)row[1]);
  const int64_t v = (int64_t)sum * row[0] + term;
  const int32_t low = (int16_t)row[3], high = row[3] >> 16;
  int32_t level = nook_clamp((int32_t)(v >> p->shift), low - 1, high + 1);
  if (p->even && !((uint64_t)v << (64 - p->shift))) level -= (level ^ p->even) & 1;
  level = nook_clamp(level, low, high);
  for (int32_t i = 4; i < p->marks; ++i) level += row[i] == sum;
  return level < high ? level : high;
}

static inline int8_t nook_few_bits_level(const nook_few_bits* p, const void* marks, const int32_t* invert,
                                         int32_t channel, int32_t sum) {
  if (invert) sum ^= invert[channel];
  if (p->shift) return (int8_t)nook_few_bits_rescaled(p, (const int32_t*)marks + channel * p->marks, sum);
  return (int8_t)(p->first + p->step * nook_few_bits_passed(p, marks, channel, sum));
}

#endif
