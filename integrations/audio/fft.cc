#include "integrations/audio/fft.h"

#include <math.h>

namespace audio {

void make_roots(Complex* roots, uint32_t n) {
  constexpr float kPi = 3.14159265358979f;
  for (uint32_t k = 0; k < n / 2; ++k) {
    const float angle = -2 * kPi * static_cast<float>(k) / static_cast<float>(n);
    roots[k] = {cosf(angle), sinf(angle)};
  }
}

void transform(Complex* x, const Complex* roots, uint32_t n) {
  for (uint32_t i = 1, j = 0; i < n; ++i) {  // j is i with its bits reversed
    uint32_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    const Complex swapped = x[i];
    x[i] = x[j], x[j] = swapped;
  }
  for (uint32_t span = 2; span <= n; span *= 2) {
    const uint32_t half = span / 2, step = n / span;
    for (uint32_t from = 0; from < n; from += span) {
      for (uint32_t k = 0; k < half; ++k) {
        const Complex a = x[from + k], b = x[from + k + half] * roots[k * step];
        x[from + k] = {a.re + b.re, a.im + b.im};
        x[from + k + half] = {a.re - b.re, a.im - b.im};
      }
    }
  }
}

void transform_back(Complex* x, const Complex* roots, uint32_t n) {
  // The inverse is the transform with real and imaginary parts exchanged before and after.
  for (uint32_t i = 0; i < n; ++i) x[i] = {x[i].im, x[i].re};
  transform(x, roots, n);
  const float scale = 1 / static_cast<float>(n);
  for (uint32_t i = 0; i < n; ++i) x[i] = {x[i].im * scale, x[i].re * scale};
}

}  // namespace audio
