// Speech features for a keyword network: for each hop of 20 ms a row of 40 numbers, the logarithms of the
// energy in 40 bands from 125 to 7500 Hz, after subtraction of steady noise and compression of the loudness.
// They correspond to the micro frontend that TensorFlow Lite Micro's speech models were trained with,
// computed in floats: a row differs from the frontend's by a few units.
//
//   static SpeechFeatures features;                  // 4.7 KB that must persist, mostly tables
//   features.reset();
//   features.next(hop, scratch, row);                // `scratch` holds nothing between two calls
//
// The window of a row is the hop and the 10 ms before it.
#pragma once
#include <stddef.h>

#include "integrations/audio/fft.h"

namespace audio {

class SpeechFeatures {
 public:
  static constexpr uint32_t kRate = 16000;              // samples per second, one channel
  static constexpr uint32_t kHop = 320, kWindow = 480;  // samples
  static constexpr uint32_t kBands = 40;
  static constexpr uint32_t kPoints = 512;                            // size of the FFT
  static constexpr size_t kScratchBytes = kPoints * sizeof(Complex);  // aligned to 4

  // Resets to silence and unknown noise. Must be called first.
  void reset();

  // `hop`: the next kHop samples; `row`: kBands numbers, -128 for silence.
  void next(const int16_t* hop, void* scratch, int8_t* row);

 private:
  static constexpr uint32_t kHalf = kPoints / 2;

  void spectrum(const int16_t* hop, Complex* x) const;
  void sum_bands(const Complex* x, float* bands) const;

  // Tables, computed once.
  Complex roots_[kHalf];
  float window_[kWindow / 2];  // the other half is its mirror image
  float falls_[kHalf];         // the lower band's share of a frequency; the upper band has the rest
  uint8_t slope_[kHalf];       // the bands: slope - 1 and slope
  float noise_[kBands];
  int16_t before_[kWindow - kHop];
};

}  // namespace audio
