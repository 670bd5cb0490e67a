// Decides from a wake-word network's probabilities, as ESPHome's micro_wake_word does.
#pragma once
#include <stdint.h>

class Detector {
 public:
  // Whether the word was heard: the mean of the last probabilities is above the cutoff. Hears nothing in the
  // first second, and for a second after a word.
  bool heard(uint8_t probability);
  // The mean of the last probabilities, 0 to 255.
  uint32_t mean() const;

 private:
  static constexpr int kWindow = 5, kCutoff = 230;  // sliding_window_size, and 0.9 as probability_cutoff
  static constexpr int kDeaf = 33;                  // a second of answers
  uint8_t last_[kWindow] = {};
  int at_ = 0, deaf_ = kDeaf;
};
