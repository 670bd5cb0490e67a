#include "feature_extraction.h"

#include <math.h>
#include <string.h>

#include "sww_ref_util.h"

enum { kSamples = SWW_WINLEN_SAMPLES, kHalf = kSamples / 2, kQuarter = kSamples / 4 };

typedef struct complex_f32 {
  float re, im;
} complex_f32;

static float cosines[kQuarter + 1]; /* cos(2 pi k / 1024) */
static float last_sample;
static complex_f32 spectrum[kHalf];
static float power[kHalf + 1];

void features_start(void) {
  for (int k = 0; k <= kQuarter; ++k) cosines[k] = cosf(6.28318530718f / kSamples * (float)k);
}

void features_reset(void) { last_sample = 0; }

/* exp(-2 pi i k / 1024) for k from 0 to 512. */
static complex_f32 root(int k) {
  const complex_f32 w = {k <= kQuarter ? cosines[k] : -cosines[kHalf - k],
                         -cosines[k <= kQuarter ? kQuarter - k : k - kQuarter]};
  return w;
}

static complex_f32 product(complex_f32 a, complex_f32 b) {
  const complex_f32 y = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return y;
}

/* The transform of 512 complex numbers, in place. */
static void transform(complex_f32* x) {
  for (int k = 0, reversed = 0; k < kHalf; ++k) {
    if (reversed > k) {
      const complex_f32 kept = x[k];
      x[k] = x[reversed], x[reversed] = kept;
    }
    int bit = kHalf / 2;
    for (; reversed & bit; bit /= 2) reversed ^= bit;
    reversed |= bit;
  }
  for (int half = 1; half < kHalf; half *= 2)
    for (int j = 0; j < half; ++j) {
      const complex_f32 w = root(j * (kHalf / half));
      for (complex_f32 *a = x + j, *const end = x + kHalf; a < end; a += 2 * half) {
        complex_f32* const b = a + half;
        const complex_f32 p = product(*b, w);
        b->re = a->re - p.re, b->im = a->im - p.im;
        a->re += p.re, a->im += p.im;
      }
    }
}

static float squared(complex_f32 x) { return (x.re * x.re + x.im * x.im) * (1.0f / kSamples); }

/* The real signal's power from the transform of its even samples (real) and odd ones (imaginary). */
static void find_power(void) {
  for (int k = 0; k <= kQuarter; ++k) {
    const complex_f32 a = spectrum[k], b = spectrum[(kHalf - k) % kHalf];
    const complex_f32 even = {(a.re + b.re) * 0.5f, (a.im - b.im) * 0.5f},
                      odd = product((complex_f32){(a.im + b.im) * 0.5f, (b.re - a.re) * 0.5f}, root(k));
    power[k] = squared((complex_f32){even.re + odd.re, even.im + odd.im});
    power[kHalf - k] = squared((complex_f32){even.re - odd.re, odd.im - even.im});
  }
}

void features_of(const int16_t* samples, float* features) {
  float* const x = &spectrum[0].re;
  float last = last_sample;
  for (int i = 0; i < kSamples; ++i) {
    const float sample = (float)samples[i] * (1.0f / 32768);
    x[i] = (sample - 0.96875f * last) * hamm_win_1024[i];
    last = sample;
    if (i == SWW_WINSTRIDE_SAMPLES - 1) last_sample = sample;
  }
  transform(spectrum);
  find_power();
  const float* weights = lin2mel_packed_513x40;
  for (int band = 0; band < NUM_MEL_FILTERS; ++band) {
    const float* from = power + lin2mel_513x40_filter_starts[band];
    float sum = 0;
    for (int i = lin2mel_513x40_filter_lens[band]; i > 0; --i) sum += *from++ * *weights++;
    const float y = (10 * log10f(sum > 1e-30f ? sum : 1e-30f) + 52) * (1.0f / 64);
    features[band] = y < 0 ? 0 : y > 1 ? 1 : y;
  }
}
