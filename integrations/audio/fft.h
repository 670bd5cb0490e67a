// A radix-2 FFT of complex floats in place.
#pragma once
#include <stdint.h>

namespace audio {

struct Complex {
  float re, im;
};

constexpr Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// `roots` has the n / 2 powers of exp(-2 pi i / n). n is a power of two.
void make_roots(Complex* roots, uint32_t n);
void transform(Complex* x, const Complex* roots, uint32_t n);
// The inverse, with the factor 1 / n.
void transform_back(Complex* x, const Complex* roots, uint32_t n);

}  // namespace audio
