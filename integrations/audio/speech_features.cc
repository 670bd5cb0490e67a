#include "integrations/audio/speech_features.h"

#include <math.h>
#include <string.h>

namespace audio {
namespace {

constexpr float kLowest = 125, kHighest = 7500;  // Hz
// How fast the noise estimate follows the signal, in even and odd bands, and the fraction of a noise-like
// signal that remains.
constexpr float kSmoothing[2] = {0.025f, 0.06f}, kLeft = 0.05f;
// Loudness: a band is divided by the noise to this power.
constexpr float kStrength = 0.95f, kOffset = 80;

float mel(float hertz) { return 1127 * log1pf(hertz / 700); }

constexpr uint8_t kNoSlope = 255;

// A band without its noise, compressed: a square near 0, linear above.
float even_out(float signal, float noise) {
  const float ratio = 8 * signal * powf(8 * noise + kOffset, -kStrength);
  return floorf(ratio < 2 ? 16 * ratio * ratio : 64 * (ratio - 1));
}

// Quantizes to the int8 of the networks: 26 is the whole range.
int8_t quantize(float evened) {
  const float value = evened < 1 ? 0 : floorf(64 * logf(8 * evened));
  const float scaled = floorf((value * 256 + 333) / 666) - 128;
  return static_cast<int8_t>(scaled > 127 ? 127 : scaled);
}

}  // namespace

void SpeechFeatures::reset() {
  constexpr float kTurn = 6.28318530718f / kWindow, kStep = float{kRate} / kPoints;
  make_roots(roots_, kPoints);
  for (uint32_t i = 0; i < kWindow / 2; ++i)
    window_[i] = 0.5f - 0.5f * cosf(kTurn * (static_cast<float>(i) + 0.5f));
  // Bands are triangles on the mel scale that overlap by half: 41 slopes, each the falling edge of a band and
  // the rising edge of the next.
  const float lowest = mel(kLowest), width = (mel(kHighest) - lowest) / (kBands + 1);
  for (uint32_t i = 0; i < kHalf; ++i) {
    const float at = (mel(kStep * static_cast<float>(i)) - lowest) / width, above = ceilf(at);
    const bool inside =
        static_cast<float>(i) >= floorf(1.5f + kLowest / kStep) && above >= 1 && above <= kBands + 1;
    slope_[i] = inside ? static_cast<uint8_t>(above - 1) : kNoSlope;
    falls_[i] = above - at;
  }
  memset(noise_, 0, sizeof noise_);
  memset(before_, 0, sizeof before_);
}

void SpeechFeatures::spectrum(const int16_t* hop, Complex* x) const {
  constexpr uint32_t kOld = kWindow - kHop;
  for (uint32_t i = 0; i < kWindow; ++i) {
    const int16_t sample = i < kOld ? before_[i] : hop[i - kOld];
    x[i] = {window_[i < kWindow / 2 ? i : kWindow - 1 - i] * static_cast<float>(sample), 0};
  }
  for (uint32_t i = kWindow; i < kPoints; ++i) x[i] = {0, 0};
  transform(x, roots_, kPoints);
}

// Square roots of the energies.
void SpeechFeatures::sum_bands(const Complex* x, float* bands) const {
  for (uint32_t b = 0; b < kBands; ++b) bands[b] = 0;
  for (uint32_t i = 0; i < kHalf; ++i) {
    const uint32_t slope = slope_[i];
    if (slope == kNoSlope) continue;
    const float energy = x[i].re * x[i].re + x[i].im * x[i].im, falls = falls_[i] * energy;
    if (slope > 0) bands[slope - 1] += falls;
    if (slope < kBands) bands[slope] += energy - falls;
  }
  // As the integers of the original frontend: 64 for the 12 bits of its weights.
  for (uint32_t b = 0; b < kBands; ++b) bands[b] = floorf(64.0f / kPoints * sqrtf(bands[b]));
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
