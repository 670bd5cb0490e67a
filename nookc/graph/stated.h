#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nook/core/tensor.h"

namespace nookc {

// The form that a file states for inputs and outputs if the user requested another one (--io, --io-layout).
struct Stated {
  struct Side {
    nook::DType type = nook::DType::kNone;
    std::vector<int64_t> shape;
    bool channels_last = false;  // the tensor is no longer in that shape's order
  };
  std::vector<Side> inputs, outputs;  // in the model's order; empty: no other form was requested
  std::vector<std::string> notes;     // inputs and outputs that stay unchanged, and why

  bool asked() const { return !inputs.empty() || !outputs.empty(); }
};

}  // namespace nookc
