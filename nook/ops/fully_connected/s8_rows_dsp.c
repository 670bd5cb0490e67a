/* Fully connected layers whose weights stay in the model's layout, w[out][in]. */
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_rows_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

static inline __attribute__((always_inline)) int8_t finish(const nook_fully_connected_s8* p, int32_t sum,
                                                           int32_t multiplier, int32_t shift) {
  const int32_t q =
      shift < 0 ? nook_rescale_right(sum, multiplier, -shift) : nook_rescale(sum, multiplier, shift);
  return (int8_t)(nook_clamp(q, p->act_min - p->out_zero, p->act_max - p->out_zero) + p->out_zero);
}

/* The sum of products of one output. */
static uint32_t one_sum(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w) {
  uint32_t sum = 0;
  for (int32_t i = 0; i < p->in; ++i) sum += (uint32_t)((x[i] - p->in_zero) * w[i]);
  return sum;
}

/* The outputs of one batch, four at a time; each sum starts with `begin`. The last four overlap the previous
 * ones. */
static void outputs(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                    int8_t* y, uint32_t begin) {
  const int32_t step = p->scale_step;
  nook_row_sums all = {{0, 0, 0, 0}, nook_both_halves(-p->in_zero)};
  for (int32_t o = 0; o < p->out && p->out < 4; ++o)
    y[o] = finish(p, (int32_t)(begin + one_sum(p, x, w + o * p->in) + (bias ? (uint32_t)bias[o] : 0)),
                  p->multiplier[o * step], p->shift[o * step]);
  for (int32_t o = 0; o < p->out && p->out >= 4; o += 4) {
    const int32_t first = o < p->out - 4 ? o : p->out - 4;
    const int32_t* const multiplier = p->multiplier + first * step;
    const int8_t* const shift = p->shift + first * step;
    for (int32_t k = 0; k < 4; ++k) all.sums[k] = begin;
    if (bias)
      for (int32_t k = 0; k < 4; ++k) all.sums[k] += (uint32_t)bias[first + k];
    nook_add_rows_dsp(x, p->in, w + first * p->in, p->in, &all);
#pragma GCC unroll 4
    for (int32_t k = 0; k < 4; ++k)
      y[first + k] = finish(p, (int32_t)all.sums[k], multiplier[k * step], shift[k * step]);
  }
}

void nook_fully_connected_s8_dsp_rows(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, x += p->in, y += p->out) outputs(p, x, w, bias, y, 0);
}

/* The sum of the inputs, after subtracting their zero point. */
static int32_t sum_of(const int8_t* x, int32_t size, int32_t zero) {
  int32_t sum = -zero * size;
  for (; size >= 4; size -= 4, x += 4) {
    const nook_four_halves four = nook_load_halves(x, 0);
    __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(four.even), "r"(0x00010001u));
    __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(four.odd), "r"(0x00010001u));
  }
  for (; size > 0; --size) sum += *x++;
  return sum;
}

/* The zero point of the weights multiplies the sum of the inputs. */
void nook_fully_connected_shifted_dsp(const nook_fully_connected_shifted* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  const nook_fully_connected_s8 plain = {p->batch,   p->in,      p->out, p->in_zero,    p->out_zero,
                                         p->act_min, p->act_max, 0,      p->multiplier, p->shift};
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, x += p->in, y += p->out)
    outputs(&plain, x, w, bias, y, (uint32_t)-p->w_zero * (uint32_t)sum_of(x, p->in, p->in_zero));
}
