// Features of speech for a keyword network: of each hop of 20 ms a row of 40 numbers, the logarithms of the
// energy in 40 bands from 125 to 7500 Hz, after steady noise was subtracted and the loudness evened out. They
// are those of the micro frontend that TensorFlow Lite Micro's speech models were trained with, computed in
// floats: a row differs from its by a few units.
//
//   static SpeechFeatures features;                  // 2.7 KB that last
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
  void spectrum(const int16_t* hop, Complex* x);

  Complex roots_[kPoints / 2];
  float noise_[kBands];
  int16_t before_[kWindow - kHop];
};

}  // namespace audio
