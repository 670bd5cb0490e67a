#include "nook/kernels/dot/rv32/dot_eight_rv32.h"

#include "nook/kernels/asm/rescale_rv32.h"
#include "nook/kernels/dot/rv32/dot_eight_sums_rv32.h"

static uint32_t sum_alone(const nook_dot_eight_operands* of) {
  const int8_t *x = of->x, *w = of->w;
  uint32_t sum = 0;
  for (int32_t r = of->segments; r > 0; --r, x += of->skip) {
    const int8_t* const end = x + of->segment;
    for (; x != end; ++x, ++w) sum += (uint32_t)(*x * *w);
  }
  return sum;
}

/* Sums of four outputs whose weights have a stride of `stride` bytes: each input is loaded once for all four.
 * Not inlined, because a caller leaves too few registers. */
static __attribute__((noinline)) void sum_four(const nook_dot_eight_operands* of, int32_t stride,
                                               uint32_t* sums) {
  const int8_t *x = of->x, *a = of->w, *b = a + stride, *c = b + stride, *d = c + stride;
  uint32_t sum_a = 0, sum_b = 0, sum_c = 0, sum_d = 0;
  for (int32_t r = of->segments; r > 0; --r, x += of->skip) {
    const int8_t* const end = x + of->segment;
    for (; x != end; ++x, ++a, ++b, ++c, ++d) {
      sum_a += (uint32_t)(*x * *a), sum_b += (uint32_t)(*x * *b);
      sum_c += (uint32_t)(*x * *c), sum_d += (uint32_t)(*x * *d);
    }
  }
  sums[0] = sum_a, sums[1] = sum_b, sums[2] = sum_c, sums[3] = sum_d;
}

/* Computes single outputs, from of->w on, to y. */
static __attribute__((noinline)) void outputs_left(const nook_dot_segments* job, const nook_clamp_to* to,
                                                   nook_dot_eight_operands of, int32_t pixels, int32_t left,
                                                   int8_t* y) {
  const int32_t weights = (of.segment * of.segments + 3) & ~3,
                stride = weights + (int32_t)sizeof(nook_output_rv32);
  for (int32_t n = 0; n < pixels; ++n, of.x += of.step) {
    nook_dot_eight_operands at = of;
    for (int32_t o = 0, count; o < left; o += count, at.w += count * stride) {
      uint32_t sums[4];
      count = left - o >= 4 ? 4 : 1;
      if (count == 4)
        sum_four(&at, stride, sums);
      else
        sums[0] = sum_alone(&at);
      const int8_t* output = at.w + weights;
      for (int32_t k = 0; k < count; ++k, output += stride)
        y[n * job->outputs + o + k] = nook_finish_rv32((const nook_output_rv32*)output, sums[k], to);
    }
  }
}

/* Computes `pixels`, 1 or 2, from of->x on, to y. */
static void all_outputs(const nook_dot_segments* job, nook_dot_eight_operands* of, int32_t pixels,
                        int8_t* y) {
  const nook_clamp_to to = {job->zero, job->low - job->zero, job->high - job->zero};
  const int32_t outputs = job->outputs;
  int32_t left = outputs;
  of->w = job->weights;
  for (; left >= 8; left -= 8) {
    uint32_t sums[16];
    const int8_t* const end =
        pixels > 1 ? nook_dot_eight_sums_of_two_rv32(of, sums) : nook_dot_eight_sums_rv32(of, sums);
    const nook_output_rv32* o = (const nook_output_rv32*)end;
    of->w = (const int8_t*)(o + 8);
    for (const uint32_t* sum = sums; sum != sums + 8; ++sum, ++o, ++y) {
      y[0] = nook_finish_rv32(o, sum[0], &to);
      if (pixels > 1) y[outputs] = nook_finish_rv32(o, sum[8], &to);
    }
  }
  if (left > 0) outputs_left(job, &to, *of, pixels, left, y);
}

void nook_dot_eight_rv32(const nook_dot_segments* job) {
  nook_dot_eight_operands of = {
      job->x, 0, job->step, job->segment, job->segments, job->stride - job->segment};
  int8_t* y = job->y;
  for (int32_t n = job->pixels; n > 0; n -= 2, y += 2 * job->outputs, of.x += 2 * job->step)
    all_outputs(job, &of, n > 1 ? 2 : 1, y);
}
