#include "nook/kernels/depthwise/rv32/dw_3x3_rv32.h"

#include "nook/kernels/asm/rescale_twice.h"

/* sum += x * w, modulo 2^32. In assembly, because the compiler loads everything before it multiplies, and
 * runs out of registers. */
static inline uint32_t multiply_add(uint32_t sum, const int8_t* x, const int8_t* w) {
  int32_t a, b;
  __asm("lb %1, %3\n\tlb %2, %4\n\tmul %1, %1, %2\n\tadd %0, %0, %1"
        : "+r"(sum), "=&r"(a), "=&r"(b)
        : "m"(*x), "m"(*w));
  return sum;
}

/* Tap t of channels 0 to 3. */
#define NOOK_FOUR(t)                                                                  \
  a = multiply_add(a, x##t, w + 4 * t), b = multiply_add(b, x##t + 1, w + 4 * t + 1), \
  c = multiply_add(c, x##t + 2, w + 4 * t + 2), d = multiply_add(d, x##t + 3, w + 4 * t + 3), x##t += 4;
#define NOOK_EACH_TAP(do) \
  do (0) do(1) do(2) do(3) do(4) do(5) do(6) do(7) do(8)
#define NOOK_POINTER(t) const int8_t* x##t = (const int8_t*)((uintptr_t)x + (uintptr_t)job->offsets[t]);

static void one_pixel(const nook_dw_3x3_job* job, const int8_t* x, int8_t* y) {
  const nook_clamp_to to = {job->zero, job->low - job->zero, job->high - job->zero};
  const int8_t* w = job->weights;
  NOOK_EACH_TAP(NOOK_POINTER)
  for (const int8_t* const end = y + job->channels; y != end; y += 4) {
    uint32_t a = 0, b = 0, c = 0, d = 0;
    NOOK_EACH_TAP(NOOK_FOUR)
    const nook_output_twice* const o = (const nook_output_twice*)(w + 36);
    y[0] = nook_finish_twice(o, a, &to), y[1] = nook_finish_twice(o + 1, b, &to);
    y[2] = nook_finish_twice(o + 2, c, &to), y[3] = nook_finish_twice(o + 3, d, &to);
    w = (const int8_t*)(o + 4);
  }
}

void nook_dw_3x3_rv32(const nook_dw_3x3_job* job) {
  const int8_t* x = job->x;
  int8_t* y = job->y;
  for (int32_t n = job->pixels; n > 0; --n, x += job->step, y += job->channels) one_pixel(job, x, y);
}
