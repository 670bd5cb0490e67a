// A network by hops against the same network on whole windows.
#pragma once
#include <string>

#include "nookc/middle/hop/motion.h"
#include "nookc/options/compile_options.h"
#include "tests/hop/random_window.h"

namespace hop {

// The outputs of pushes, compared with the outputs of whole windows.
struct Compared {
  int results = 0;        // pushes with a result
  int64_t differing = 0;  // bytes
  std::string wrong;      // anything else; empty: nothing
};

// Whether results begin with the first full window, or frames of padding come before the first.
enum class Start { kWait, kPadding };

// Pushes random frames into `hop`, and runs `whole` on the windows that end with them.
Compared compare(const nookc::Graph& whole, const nookc::Graph& hop, int axis, int32_t frames, int pushes,
                 uint64_t seed, Start start = Start::kWait);

}  // namespace hop
