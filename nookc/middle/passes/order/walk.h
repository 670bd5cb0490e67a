#pragma once
#include <string>

#include "nookc/middle/passes/order/footprint.h"

namespace nookc {

// Tracks the memory while the steps of a footprint run one after the other, forwards and backwards. Its
// memory and time are bounded by the footprint's size.
class OrderWalk {
 public:
  explicit OrderWalk(const Footprint& footprint);

  int64_t cost(size_t step) const;  // bytes alive while it runs
  void run(size_t step);
  void undo(size_t step);  // of those that ran the last

 private:
  // Whether a step produces the buffer: not if it passes on its input, or if parts of the buffer exist
  // already.
  bool makes(const Footprint::Step& step, size_t buffer) const;
  // Whether the buffer is dead once one more of its readers has run.
  bool dies(size_t buffer) const { return readers_[buffer] == 1 && !footprint_.to_end[buffer]; }

  const Footprint& footprint_;
  std::vector<int> readers_;  // per buffer: steps that read it and have not run
  std::vector<int> written_;  // per buffer: steps that wrote it
  int64_t alive_ = 0;
};

// The steps that may run next. Holds all pairs of dependent steps, up to the square of the number of steps.
class StepOrder {
 public:
  explicit StepOrder(const Footprint& footprint);

  // A bit for each step, eight in a byte: a string, as tables of strings keep the hash of each.
  const std::string& all_done() const { return done_; }
  bool ready(size_t step) const { return missing_[step] == 0 && (done_[step / 8] >> step % 8 & 1) == 0; }
  void run(size_t step);
  void undo(size_t step);  // of those that ran the last

 private:
  std::vector<std::vector<size_t>> after_;  // per step: those that read what it writes
  std::vector<size_t> missing_;             // per step: how many of those before it have not run
  std::string done_;
};

}  // namespace nookc
