// A network that moves with its window (nookc/middle/hop), as reports show it.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nookc {

// Rows of a tensor along the time, both included.
struct HopRows {
  int32_t first = 0, last = -1;
};

// One operator of the model, or one of its inputs.
struct HopOperator {
  int32_t source = -1;  // its number in the model; -1: an input
  std::string kind, name;
  int32_t rows = 0;           // along the time, in the whole window; 0: it has none, and runs whole
  int32_t step = 1;           // frames from one row to the next
  std::vector<HopRows> made;  // the rows that are computed in each hop or, for an input, arrive
  HopRows window;             // the rows of its result in persistent memory
  int32_t computed = 0;       // rows, in each hop
  int32_t kept = 0;           // rows of its result in persistent memory
  int64_t state_bytes = 0;    // the rows of its result that are kept
  int64_t macs = 0;           // in the whole window
};

// A choice between persistent memory and work.
struct HopChoice {
  int64_t state_bytes = 0;
  double work = 0;  // one hop, as a part of the whole window's work
  // If this choice was compiled (nookc/study/fit/hop_choices.h):
  std::optional<int64_t> ram_bytes = {};    // with inputs and outputs
  std::optional<double> milliseconds = {};  // one hop on the board, estimated
};

struct HopFacts {
  int32_t frames = 0;  // in one hop; 0: the network runs on whole windows
  int32_t window = 0;  // frames of a whole window
  int32_t runs = 0;    // hops until the first result
  int32_t full() const { return (window + frames - 1) / frames; }  // hops that have all frames of a window
  int axis = -1;                    // dimension of the frames in the first input
  std::vector<HopOperator> inputs;  // those that move
  std::vector<HopOperator> operators;
  std::vector<HopChoice> choices;  // from the most state to the least
  size_t chosen = 0;               // among them
  double period_ms = 0;            // from one hop to the next; 0: not known

  // The choices that reports show: the first, the last, the one that was taken, and one in the middle.
  std::set<size_t> shown() const {
    const size_t last = choices.size() - 1;
    return {0, last / 2, chosen, last};
  }
};

}  // namespace nookc
