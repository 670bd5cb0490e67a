/* Convolutions of int16 whose weights stay in the model's layout, because several layers read them: two
 * outputs at a time, tap after tap in place. Sums have 64 bits, so that all weights and biases are exact. */
#include "nook/core/row_after_row.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/window/taps.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/reference/sums_s16.h"

/* The low halves of two words, and the high ones. */
NOOK_OF_TWO_WORDS(low_halves, "pkhbt %0, %1, %2, lsl #16")
NOOK_OF_TWO_WORDS(high_halves, "pkhtb %0, %2, %1, asr #16")

static inline int64_t add_pair(uint32_t a, uint32_t b, int64_t sum) {
  __asm("smlald %Q0, %R0, %1, %2" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}

/* Adds x[i] * w[i] and x[i] * w[filter + i] for `size` inputs. The halves of words have inputs 0 and 2, and 1
 * and 3, in which order weights are unpacked. */
static void add_two(const int16_t* x, int32_t size, const int8_t* w, int32_t filter, int64_t* sums) {
  int64_t a = sums[0], b = sums[1];
  for (; size >= 4; size -= 4, x += 4, w += 4) {
    const uint32_t low = nook_load_word(x), high = nook_load_word(x + 2);
    const uint32_t even = low_halves(low, high), odd = high_halves(low, high);
    const uint32_t first = nook_load_word(w), second = nook_load_word(w + filter);
    a = add_pair(odd, nook_odd_bytes_alone(first), add_pair(even, nook_even_bytes_alone(first), a));
    b = add_pair(odd, nook_odd_bytes_alone(second), add_pair(even, nook_even_bytes_alone(second), b));
  }
  for (; size > 0; --size, ++x, ++w) a += *x * *w, b += *x * w[filter];
  sums[0] = a, sums[1] = b;
}

/* Outputs o and o + 1 of a pixel; `group`: the first channel of their group. */
static void two_outputs(const nook_conv2d_s8* p, const pixel_taps* taps, int32_t group, int32_t o,
                        const int8_t* w, const void* bias, int16_t* y, nook_sum_bits bits) {
  const int32_t filter_row = p->filter_w * p->filter_c, filter = p->filter_h * filter_row;
  int64_t sums[2] = {0, 0};
  for (int32_t i = taps->ky.begin; i < taps->ky.end; ++i) {
    const int16_t* x =
        (const int16_t*)nook_row(taps->x, taps->y0 + i * p->dilation_h) + taps->kx.first + group;
    const int8_t* tap = w + o * filter + i * filter_row + taps->kx.tap;
    for (int32_t j = taps->kx.runs; j > 0; --j, x += taps->step, tap += p->filter_c)
      add_two(x, taps->kx.run, tap, filter, sums);
  }
  for (int32_t k = o; k < o + 2; ++k)
    y[k] = (int16_t)nook_clamp(nook_output_s16(sums[k - o], bits, bias, k, p->multiplier[k], p->shift[k]),
                               p->act_min, p->act_max);
}

/* The last two outputs of a group overlap the previous ones. */
static void row_with(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                     const void* bias, int16_t* y_row, nook_sum_bits bits) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, step = p->dilation_w * p->in_c;
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  pixel_taps taps = {x, y0, step, nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h), {0, 0, 0, 0}};
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->out_c) {
    taps.kx = window_taps_at(p, ox, step);
    for (int32_t first = 0, group = 0; first < p->out_c; first += per_group, group += p->filter_c)
      for (int32_t o = 0; o < per_group; o += 2)
        two_outputs(p, &taps, group, first + (o < per_group - 2 ? o : per_group - 2), w, bias, y_row, bits);
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_conv2d_s8, int16_t, int8_t, void)

void nook_conv2d_s16_dsp_rows_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  const void* bias, int16_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  row_with(p, x, oy, w, bias, y_row, NOOK_SUM_64);
}
void nook_conv2d_s16_dsp_rows(const nook_conv2d_s8* p, const int16_t* x, const int8_t* w, const void* bias,
                              int16_t* y, void* scratch_memory) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_s16_dsp_rows_row);
}
void nook_conv2d_s16_sum32_dsp_rows_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                        const int8_t* w, const void* bias, int16_t* y_row,
                                        void* scratch_memory) {
  (void)scratch_memory;
  row_with(p, x, oy, w, bias, y_row, NOOK_SUM_32);
}
void nook_conv2d_s16_sum32_dsp_rows(const nook_conv2d_s8* p, const int16_t* x, const int8_t* w,
                                    const void* bias, int16_t* y, void* scratch_memory) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_s16_sum32_dsp_rows_row);
}
