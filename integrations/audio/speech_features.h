// Features of speech for a keyword network: of each hop of 20 ms a row of 40 numbers, the logarithms of the
// energy in 40 bands from 125 to 7500 Hz, after steady noise was subtracted and the loudness evened out. They
// are those of the micro frontend that TensorFlow Lite Micro's speech models were trained with, computed in
// floats: a row differs from its by a few units.
//
//   static SpeechFeatures features;                  // 4.7 KB that last, tables most of it
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
  static constexpr uint32_t kRate = 16000;              // samples a second, one channel
  static constexpr uint32_t kHop = 320, kWindow = 480;  // samples
  static constexpr uint32_t kBands = 40;
  static constexpr uint32_t kPoints = 512;                            // of the FFT
  static constexpr size_t kScratchBytes = kPoints * sizeof(Complex);  // at a multiple of 4

  // Silence before, and no noise known. Must come first.
  void reset();

  // `hop`: the next kHop samples; `row`: kBands numbers, -128 for nothing.
  void next(const int16_t* hop, void* scratch, int8_t* row);

 private:
  static constexpr uint32_t kHalf = kPoints / 2;

  void spectrum(const int16_t* hop, Complex* x) const;
  void sum_bands(const Complex* x, float* bands) const;

  // Tables, made once.
  Complex roots_[kHalf];
  float window_[kWindow / 2];  // the other half is its mirror image
  float falls_[kHalf];         // how much of a frequency the band below has; the band above has the rest
  uint8_t slope_[kHalf];       // between which: bands slope - 1 and slope
  float noise_[kBands];
  int16_t before_[kWindow - kHop];
};

}  // namespace audio
