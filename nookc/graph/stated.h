#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nook/core/tensor.h"

namespace nookc {

// What a file states of its inputs and outputs where the user asked for another form of them (--io,
// --io-layout).
struct Stated {
  struct Side {
    nook::DType type = nook::DType::kNone;
    std::vector<int64_t> shape;
    bool channels_last = false;  // no longer in the order of that shape
  };
  std::vector<Side> inputs, outputs;  // in the model's order; none: no other form was asked for
  std::vector<std::string> notes;     // what stays as it is, and why

  bool asked() const { return !inputs.empty() || !outputs.empty(); }
};

}  // namespace nookc
