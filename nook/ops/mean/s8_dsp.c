#include "nook/kernels/asm/eight_channels_dsp.h"
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/mean/mean.h"

/* Rescales a mean: the initial sum contains the zero points of all elements. */
typedef struct scale {
  int32_t minus_zero, multiplier, power, out_zero;
} scale;

/* `element_zero`: the zero point of an element in the form in which it is added. */
static inline scale scale_of(const nook_mean_s8* p, int32_t element_zero) {
  const scale s = {-element_zero * p->walk.count, p->multiplier, nook_power(p->shift), p->out_zero};
  return s;
}

static inline int8_t mean_of(int32_t sum, const scale* to) {
  return (int8_t)nook_saturate_s8(nook_rescale_add(sum * 2, to->multiplier, to->power, to->out_zero));
}
static inline int8_t low_mean(uint32_t sums, const scale* to) {
  int32_t sum;
  __asm("sxtah %0, %1, %2" : "=r"(sum) : "r"(to->minus_zero), "r"(sums));
  return mean_of(sum, to);
}
static inline int8_t high_mean(uint32_t sums, const scale* to) {
  int32_t sum;
  __asm("sxtah %0, %1, %2, ror #16" : "=r"(sum) : "r"(to->minus_zero), "r"(sums));
  return mean_of(sum, to);
}

static void finish_eight(const nook_eight_sums* sums, const scale* to, int8_t* y, int32_t second) {
  const nook_eight_sums s = *sums; /* copies, because a store of an int8 might alias the originals */
  const scale by = *to;
  y[0] = low_mean(s.even, &by), y[1] = low_mean(s.odd, &by);
  y[2] = high_mean(s.even, &by), y[3] = high_mean(s.odd, &by);
  y += second;
  y[0] = low_mean(s.second_even, &by), y[1] = low_mean(s.second_odd, &by);
  y[2] = high_mean(s.second_even, &by), y[3] = high_mean(s.second_odd, &by);
}

/* Means over pixels, eight channels at once. */
void nook_mean_s8_dsp(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const scale to = scale_of(p, p->in_zero);
  const int32_t channels = p->walk.step;
  const int32_t second = nook_second_word(channels), last = nook_last_eight(channels);
  for (int32_t c = 0;; c = nook_next_eight(c, last)) {
    nook_eight_sums sums = {0, 0, 0, 0};
    nook_add_pixels(&sums, x + c, p->walk.run, channels, second);
    finish_eight(&sums, &to, y + c, second);
    if (c == last) return;
  }
}

/* 16-bit sums, eight channels at once; the last eight channels have their own sums. */
void nook_mean_s8_dsp_accumulate(const nook_mean_s8* p, const int8_t* x_row, int32_t iy, void* sums_memory) {
  const int32_t channels = p->walk.step, width = p->width;
  const int32_t second = nook_second_word(channels), last = nook_last_eight(channels);
  nook_eight_sums* sums = sums_memory;
  for (int32_t c = 0;; c = nook_next_eight(c, last), ++sums) {
    if (iy == 0) *sums = (nook_eight_sums){0, 0, 0, 0};
    nook_add_pixels(sums, x_row + c, width, channels, second);
    if (c == last) return;
  }
}

void nook_mean_s8_dsp_finish(const nook_mean_s8* p, const void* sums_memory, int8_t* y) {
  const scale to = scale_of(p, p->in_zero);
  const int32_t channels = p->walk.step;
  const int32_t second = nook_second_word(channels), last = nook_last_eight(channels);
  const nook_eight_sums* sums = sums_memory;
  for (int32_t c = 0;; c = nook_next_eight(c, last), ++sums) {
    finish_eight(sums, &to, y + c, second);
    if (c == last) return;
  }
}

/* Adds four elements of a run at once, as unsigned bytes: their values plus 128. */
static inline uint32_t sum_of_run(const int8_t* x, int32_t run) {
  uint32_t sum = 0;
  for (; run >= 4; run -= 4, x += 4)
    __asm("usada8 %0, %1, %2, %0" : "+r"(sum) : "r"(nook_load_word(x) ^ 0x80808080u), "r"(0));
  for (; run > 0; --run) sum += (uint32_t)(*x++ + 128);
  return sum;
}

/* Means over the elements of segments, one segment per mean. */
void nook_mean_s8_dsp_channels(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const scale to = scale_of(p, p->in_zero + 128);
  const int32_t run = p->walk.run;
  int32_t left = p->walk.kept_rank > 0 ? p->walk.kept_dim[0] : 1;
  for (; left > 0; --left, x += run) *y++ = mean_of((int32_t)sum_of_run(x, run) + to.minus_zero, &to);
}

/* Only images arrive by rows, which this kernel does not support. */
void nook_mean_s8_dsp_channels_accumulate(const nook_mean_s8* p, const int8_t* x_row, int32_t iy,
                                          void* sums_memory) {
  nook_mean_s8_dsp_accumulate(p, x_row, iy, sums_memory);
}
void nook_mean_s8_dsp_channels_finish(const nook_mean_s8* p, const void* sums_memory, int8_t* y) {
  nook_mean_s8_dsp_finish(p, sums_memory, y);
}
