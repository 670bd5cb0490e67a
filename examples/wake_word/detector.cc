#include "examples/wake_word/detector.h"

uint32_t Detector::mean() const {
  uint32_t sum = 0;
  for (const uint8_t each : last_) sum += each;
  return sum / kWindow;
}

bool Detector::heard(uint8_t probability) {
  last_[at_] = probability;
  at_ = (at_ + 1) % kWindow;
  if (deaf_ > 0) --deaf_;
  if (deaf_ > 0 || mean() <= kCutoff) return false;
  for (uint8_t& each : last_) each = 0;
  deaf_ = kDeaf;
  return true;
}
