#include "integrations/audio/speech_features.h"

#include <math.h>
#include <string.h>

namespace audio {
namespace {

constexpr float kLowest = 125, kHighest = 7500;  // Hz
// How fast the estimate of the noise follows, in even and odd bands, and what is left of a signal that is
// noise.
constexpr float kSmoothing[2] = {0.025f, 0.06f}, kLeft = 0.05f;
// Loudness: a band is divided by the noise to this power.
constexpr float kStrength = 0.95f, kOffset = 80;

float mel(float hertz) { return 1127 * log1pf(hertz / 700); }

// Square roots of the energy in bands that overlap by half, triangles on the mel scale.
void sum_bands(const Complex* x, float* bands) {
  constexpr float kStep = float{SpeechFeatures::kRate} / SpeechFeatures::kPoints;
  constexpr uint32_t kFirst = static_cast<uint32_t>(1.5f + kLowest / kStep);
  const float lowest = mel(kLowest), width = (mel(kHighest) - lowest) / (SpeechFeatures::kBands + 1);
  for (uint32_t b = 0; b < SpeechFeatures::kBands; ++b) bands[b] = 0;
  for (uint32_t i = kFirst; i < SpeechFeatures::kPoints / 2; ++i) {
    // Slope `band` rises in band `band` - 1 and falls in the one before.
    const float at = (mel(kStep * static_cast<float>(i)) - lowest) / width;
    const int32_t slope = static_cast<int32_t>(ceilf(at)) - 1;
    if (slope < 0 || slope > static_cast<int32_t>(SpeechFeatures::kBands)) continue;
    const float falls = static_cast<float>(slope + 1) - at, energy = x[i].re * x[i].re + x[i].im * x[i].im;
    if (slope >= 1) bands[slope - 1] += falls * energy;
    if (slope < static_cast<int32_t>(SpeechFeatures::kBands)) bands[slope] += (1 - falls) * energy;
  }
  // As the whole numbers that the frontend has here: 64 for the 12 bits of its weights.
  for (uint32_t b = 0; b < SpeechFeatures::kBands; ++b)
    bands[b] = floorf(64.0f / SpeechFeatures::kPoints * sqrtf(bands[b]));
}

// A band without its noise, evened out: a square near 0, a line above.
float even_out(float signal, float noise) {
  const float ratio = 8 * signal * powf(8 * noise + kOffset, -kStrength);
  return floorf(ratio < 2 ? 16 * ratio * ratio : 64 * (ratio - 1));
}

// To the int8 that the networks read: 26 are the whole range.
int8_t quantize(float evened) {
  const float value = evened < 1 ? 0 : floorf(64 * logf(8 * evened));
  const float scaled = floorf((value * 256 + 333) / 666) - 128;
  return static_cast<int8_t>(scaled > 127 ? 127 : scaled);
}

}  // namespace

void SpeechFeatures::reset() {
  make_roots(roots_, kPoints);
  memset(noise_, 0, sizeof noise_);
  memset(before_, 0, sizeof before_);
}

void SpeechFeatures::spectrum(const int16_t* hop, Complex* x) {
  constexpr float kTurn = 6.28318530718f / kWindow;
  for (uint32_t i = 0; i < kPoints; ++i) {
    const float window = 0.5f - 0.5f * cosf(kTurn * (static_cast<float>(i) + 0.5f));
    const int16_t sample = i < kWindow - kHop ? before_[i]
                           : i < kWindow      ? hop[i - (kWindow - kHop)]
                                              : int16_t{0};
    x[i] = {window * static_cast<float>(sample), 0};
  }
  transform(x, roots_, kPoints);
}

void SpeechFeatures::next(const int16_t* hop, void* scratch, int8_t* row) {
  Complex* const x = static_cast<Complex*>(scratch);
  spectrum(hop, x);
  memcpy(before_, hop + kHop - (kWindow - kHop), sizeof before_);
  float bands[kBands];
  sum_bands(x, bands);
  for (uint32_t b = 0; b < kBands; ++b) {
    const float smoothing = kSmoothing[b % 2];
    noise_[b] += smoothing * (bands[b] - noise_[b]);
    const float rest = floorf(bands[b] - noise_[b]), least = floorf(kLeft * bands[b]);
    row[b] = quantize(even_out(rest > least ? rest : least, noise_[b]));
  }
}

}  // namespace audio
