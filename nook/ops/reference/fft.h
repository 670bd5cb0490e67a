/* The Fourier transform of n complex numbers by decimation in time. A kernel includes the header of its
 * number type (fft_s16.h, fft_s32.h, fft_f32.h) before this one.
 *
 * n = 4 * .. * 4 * 2 * 3 * .. * 5. The first stage, for the last factor, combines adjacent numbers; each
 * later stage combines as many results of the previous one as its factor says. Rounding is as in TensorFlow
 * Lite Micro, which also multiplies by twiddle factors of 1. */
#ifndef NOOK_OPS_REFERENCE_FFT_H_
#define NOOK_OPS_REFERENCE_FFT_H_

#include <stdint.h>

enum { NOOK_FFT_MOST_STAGES = 16 };

/* A twiddle factor or a bin: two adjacent numbers. */
typedef struct fft_complex {
  fft_real re, im;
} fft_complex;

static inline fft_complex fft_sum(fft_complex a, fft_complex b) {
  const fft_complex y = {fft_add(a.re, b.re), fft_add(a.im, b.im)};
  return y;
}
static inline fft_complex fft_difference(fft_complex a, fft_complex b) {
  const fft_complex y = {fft_sub(a.re, b.re), fft_sub(a.im, b.im)};
  return y;
}
static inline fft_complex fft_product(fft_complex a, fft_complex b) {
  const fft_complex y = {fft_mul_sub(a.re, b.re, a.im, b.im), fft_mul_add(a.re, b.im, a.im, b.re)};
  return y;
}
/* a / parts */
static inline fft_complex fft_part(fft_complex a, int32_t parts) {
  const fft_complex y = {fft_share(a.re, parts), fft_share(a.im, parts)};
  return y;
}
static inline fft_complex fft_conjugate(fft_complex a) {
  a.im = fft_sub(0, a.im);
  return a;
}
/* a + i b */
static inline fft_complex fft_sum_turned(fft_complex a, fft_complex b) {
  const fft_complex y = {fft_sub(a.re, b.im), fft_add(a.im, b.re)};
  return y;
}
/* a - i b */
static inline fft_complex fft_difference_turned(fft_complex a, fft_complex b) {
  const fft_complex y = {fft_add(a.re, b.im), fft_sub(a.im, b.re)};
  return y;
}

static inline int32_t fft_factor(int32_t n) { return n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : n % 3 == 0 ? 3 : 5; }

/* The position of number k of n before the first stage. */
static inline int32_t fft_place(int32_t k, int32_t n) {
  int32_t place = 0;
  while (n > 1) {
    const int32_t factor = fft_factor(n);
    n /= factor;
    place += k % factor * n;
    k /= factor;
  }
  return place;
}

/* Butterflies: y[0], y[m], y[2 m] .. are element j of the results of m numbers. Twiddle factor j is stored at
 * index j * step of `turns`. */
static inline void fft_twos(fft_complex* y, const fft_complex* turns, int32_t step, int32_t m) {
  for (int32_t j = 0; j < m; ++j, ++y) {
    const fft_complex a = fft_part(y[0], 2), b = fft_product(fft_part(y[m], 2), turns[j * step]);
    y[m] = fft_difference(a, b);
    y[0] = fft_sum(a, b);
  }
}

static inline void fft_threes(fft_complex* y, const fft_complex* turns, int32_t step, int32_t m) {
  const fft_real third = turns[step * m].im;
  for (int32_t j = 0; j < m; ++j, ++y) {
    const fft_complex a = fft_part(y[0], 3);
    const fft_complex b = fft_product(fft_part(y[m], 3), turns[j * step]);
    const fft_complex c = fft_product(fft_part(y[2 * m], 3), turns[2 * j * step]);
    const fft_complex sum = fft_sum(b, c), difference = fft_difference(b, c);
    const fft_complex across = {fft_mul(difference.re, third), fft_mul(difference.im, third)};
    const fft_complex middle = {fft_sub(a.re, fft_half(sum.re)), fft_sub(a.im, fft_half(sum.im))};
    y[0] = fft_sum(a, sum);
    y[m] = fft_sum_turned(middle, across);
    y[2 * m] = fft_difference_turned(middle, across);
  }
}

static inline void fft_fours(fft_complex* y, const fft_complex* turns, int32_t step, int32_t m, int inverse) {
  for (int32_t j = 0; j < m; ++j, ++y) {
    const fft_complex a = fft_part(y[0], 4);
    const fft_complex b = fft_product(fft_part(y[m], 4), turns[j * step]);
    const fft_complex c = fft_product(fft_part(y[2 * m], 4), turns[2 * j * step]);
    const fft_complex d = fft_product(fft_part(y[3 * m], 4), turns[3 * j * step]);
    const fft_complex even = fft_sum(a, c), odd = fft_difference(a, c);
    const fft_complex sum = fft_sum(b, d), difference = fft_difference(b, d);
    const fft_complex ahead = fft_sum_turned(odd, difference), back = fft_difference_turned(odd, difference);
    y[0] = fft_sum(even, sum);
    y[2 * m] = fft_difference(even, sum);
    y[m] = inverse ? ahead : back;
    y[3 * m] = inverse ? back : ahead;
  }
}

static inline void fft_fives(fft_complex* y, const fft_complex* turns, int32_t step, int32_t m) {
  const fft_complex one = turns[step * m], two = turns[2 * step * m];
  for (int32_t j = 0; j < m; ++j, ++y) {
    const fft_complex a = fft_part(y[0], 5);
    const fft_complex b = fft_product(fft_part(y[m], 5), turns[j * step]);
    const fft_complex c = fft_product(fft_part(y[2 * m], 5), turns[2 * j * step]);
    const fft_complex d = fft_product(fft_part(y[3 * m], 5), turns[3 * j * step]);
    const fft_complex e = fft_product(fft_part(y[4 * m], 5), turns[4 * j * step]);
    const fft_complex outer = fft_sum(b, e), far = fft_difference(b, e);
    const fft_complex inner = fft_sum(c, d), near = fft_difference(c, d);
    const fft_complex p = {fft_add(fft_add(a.re, fft_mul(outer.re, one.re)), fft_mul(inner.re, two.re)),
                           fft_add(fft_add(a.im, fft_mul(outer.im, one.re)), fft_mul(inner.im, two.re))};
    const fft_complex q = {fft_add(fft_mul(far.im, one.im), fft_mul(near.im, two.im)),
                           fft_sub(fft_sub(0, fft_mul(far.re, one.im)), fft_mul(near.re, two.im))};
    const fft_complex r = {fft_add(fft_add(a.re, fft_mul(outer.re, two.re)), fft_mul(inner.re, one.re)),
                           fft_add(fft_add(a.im, fft_mul(outer.im, two.re)), fft_mul(inner.im, one.re))};
    const fft_complex s = {fft_sub(fft_mul(near.im, one.im), fft_mul(far.im, two.im)),
                           fft_sub(fft_mul(far.re, two.im), fft_mul(near.re, one.im))};
    y[0] = fft_sum(a, fft_sum(outer, inner));
    y[m] = fft_difference(p, q);
    y[2 * m] = fft_sum(r, s);
    y[3 * m] = fft_difference(r, s);
    y[4 * m] = fft_sum(p, q);
  }
}

/* y: each number at its fft_place(). */
static inline void fft_transform(fft_complex* y, const fft_complex* turns, int32_t n, int inverse) {
  int8_t factors[NOOK_FFT_MOST_STAGES];
  int32_t stages = 0, m = 1;
  for (int32_t rest = n; rest > 1; rest /= factors[stages++]) factors[stages] = (int8_t)fft_factor(rest);
  while (stages-- > 0) {
    const int32_t factor = factors[stages], size = factor * m, step = n / size;
    for (int32_t at = 0; at < n; at += size) {
      if (factor == 4) fft_fours(y + at, turns, step, m, inverse);
      if (factor == 2) fft_twos(y + at, turns, step, m);
      if (factor == 3) fft_threes(y + at, turns, step, m);
      if (factor == 5) fft_fives(y + at, turns, step, m);
    }
    m = size;
  }
}

/* Forward transform: the spectrum of 2 n real numbers, of which the first `given` are in x and the rest are
 * zeros. Transforms them as n complex numbers, then separates even and odd. y: n + 1 bins. */
static inline void fft_of_real(const fft_real* x, int32_t given, fft_complex* y, const fft_real* table,
                               int32_t n) {
  const fft_complex *turns = (const fft_complex*)table, *splits = turns + n;
  for (int32_t k = 0; k < n; ++k) {
    const fft_complex both = {2 * k < given ? x[2 * k] : 0, 2 * k + 1 < given ? x[2 * k + 1] : 0};
    y[fft_place(k, n)] = both;
  }
  fft_transform(y, turns, n, 0);
  const fft_complex first = fft_part(y[0], 2);
  const fft_complex lowest = {fft_add(first.re, first.im), 0}, highest = {fft_sub(first.re, first.im), 0};
  y[0] = lowest, y[n] = highest;
  for (int32_t k = 1; k <= n / 2; ++k) {
    const fft_complex a = fft_part(y[k], 2), b = fft_part(fft_conjugate(y[n - k]), 2);
    const fft_complex even = fft_sum(a, b), odd = fft_product(fft_difference(a, b), splits[k - 1]);
    y[k].re = fft_half_sum(even.re, odd.re), y[k].im = fft_half_sum(even.im, odd.im);
    y[n - k].re = fft_half_difference(even.re, odd.re), y[n - k].im = fft_half_difference(odd.im, even.im);
  }
}

/* Inverse transform: 2 n real numbers from n + 1 bins. */
static inline void fft_to_real(const fft_complex* x, fft_real* signal, const fft_real* table, int32_t n) {
  const fft_complex *turns = (const fft_complex*)table, *splits = turns + n;
  fft_complex* const y = (fft_complex*)signal;
  const fft_complex first = {fft_add(x[0].re, x[n].re), fft_sub(x[0].re, x[n].re)};
  y[0] = fft_part(first, 2);
  for (int32_t k = 1; k <= n / 2; ++k) {
    const fft_complex a = fft_part(x[k], 2), b = fft_part(fft_conjugate(x[n - k]), 2);
    const fft_complex even = fft_sum(a, b), odd = fft_product(fft_difference(a, b), splits[k - 1]);
    y[fft_place(k, n)] = fft_sum(even, odd);
    y[fft_place(n - k, n)] = fft_conjugate(fft_difference(even, odd));
  }
  fft_transform(y, turns, n, 1);
}

#endif
