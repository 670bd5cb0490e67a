#pragma once
#include <string>

#include "nookc/middle/passes/order/footprint.h"

namespace nookc {

// Tracks the live bytes while the steps of a footprint run in some order, forwards and backwards. Its memory
// and time are bounded by the footprint's size.
class OrderWalk {
 public:
  explicit OrderWalk(const Footprint& footprint);

  int64_t cost(size_t step) const;  // live bytes while the step runs
  void run(size_t step);
  void undo(size_t step);  // the step must be the last that ran

 private:
  // Whether a step produces the buffer: it does not if it passes on its input, or if parts of the buffer
  // exist already.
  bool makes(const Footprint::Step& step, size_t buffer) const;
  // Whether the buffer is dead once one more of its readers has run.
  bool dies(size_t buffer) const { return readers_[buffer] == 1 && !footprint_.to_end[buffer]; }

  const Footprint& footprint_;
  std::vector<int> readers_;  // per buffer: readers that have not run
  std::vector<int> written_;  // per buffer: writers that have run
  int64_t alive_ = 0;
};

// The steps that may run next. Holds all pairs of dependent steps, up to the square of the number of steps.
class StepOrder {
 public:
  explicit StepOrder(const Footprint& footprint);

  // One bit per step, packed into a string so that hash tables can key on it.
  const std::string& all_done() const { return done_; }
  bool ready(size_t step) const { return missing_[step] == 0 && (done_[step / 8] >> step % 8 & 1) == 0; }
  void run(size_t step);
  void undo(size_t step);  // the step must be the last that ran

 private:
  std::vector<std::vector<size_t>> after_;  // per step: the steps that must follow it
  std::vector<size_t> missing_;             // per step: the number of predecessors that have not run
  std::string done_;
};

}  // namespace nookc
