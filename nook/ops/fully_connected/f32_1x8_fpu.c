/* float32 fully connected layers on cores with an FPU: eight outputs at a time, whose sums stay in registers,
 * so that an input is loaded once for eight products. Each sum adds its products in the order of the
 * reference and rounds twice, so that results have the reference's bytes. The last eight outputs overlap
 * those before them. */
#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/fully_connected.h"

enum { TILE = 8 };

/* The sums of eight outputs, whose weights begin at w0. */
static void eight_outputs(const float* x, const float* w0, int32_t depth, float* y) {
  const float *w1 = w0 + depth, *w2 = w1 + depth, *w3 = w2 + depth, *w4 = w3 + depth, *w5 = w4 + depth;
  const float *w6 = w5 + depth, *w7 = w6 + depth;
  float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
  for (const float* const end = x + depth; x != end;) {
    const float v = *x++;
    a += v * *w0++, b += v * *w1++, c += v * *w2++, d += v * *w3++;
    e += v * *w4++, f += v * *w5++, g += v * *w6++, h += v * *w7++;
  }
  y[0] = a, y[1] = b, y[2] = c, y[3] = d, y[4] = e, y[5] = f, y[6] = g, y[7] = h;
}

void nook_fully_connected_f32_fpu_1x8(const nook_fully_connected_f32* p, const float* x, const float* w,
                                      const float* bias, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t batch = 0; batch < p->batch; ++batch, x += p->in, y += p->out) {
    for (int32_t next = 0; next < p->out; next += TILE) {
      const int32_t o = next + TILE <= p->out ? next : p->out - TILE;
      eight_outputs(x, w + o * p->in, p->in, y + o);
    }
    for (int32_t o = 0; o < p->out; ++o)
      y[o] = nook_clamp_f32(y[o] + (bias ? bias[o] : 0), p->act_min, p->act_max);
  }
}
