#pragma once
#include <tuple>
#include <vector>

#include "nookc/middle/lower/row_stage.h"

namespace nookc {

// Pixels of a tensor that move to the start of its buffer after a step.
struct StripMove {
  TensorId tensor;
  int32_t by, kept;

  friend auto operator<=>(const StripMove&, const StripMove&) = default;
};

// One step of a stage in a chain of strips. Positions are pixels from the start of a buffer; in a line that
// is whole in memory they depend on the number of pixels made, and are 0 here.
struct StripStep {
  size_t stage = 0;
  bool whole = false;            // as many pixels as usual, all of whose taps are inside of the line
  std::vector<int32_t> sources;  // position per read
  int32_t target = 0;
  std::vector<StripMove> moves;

  friend bool operator==(const StripStep&, const StripStep&) = default;
  friend bool operator<(const StripStep& a, const StripStep& b) {
    return std::tie(a.stage, a.whole, a.sources, a.target, a.moves) <
           std::tie(b.stage, b.whole, b.sources, b.target, b.moves);
  }
};

// The tensors whose buffers a step of a stage may move.
std::vector<TensorId> moving_lines(const RowChain& chain, const RowStage& stage);

// In the middle of the lines, the same steps repeat: `steps` follow each other `times` times, from the moment
// on at which stage `after` has made `made` pixels. `times` is 0 if the chain has no such middle, or if it is
// streamed: then the steps depend on the pixels that arrive.
struct StripMiddle {
  std::vector<StripStep> steps;
  int32_t times = 0;
  size_t after = 0;
  int32_t made = 0;
};
StripMiddle middle_of(const RowChain& chain);

}  // namespace nookc
