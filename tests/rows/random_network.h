// Random networks on images: a sequence of operators, sometimes on an earlier image, most of which can run
// row by row.
#pragma once
#include <cstdint>

#include "nookc/middle/search/level.h"
#include "tests/sanitized.h"

namespace test {

// The default options for a target.
inline nookc::CompileOptions options_for(const char* target) {
  nookc::CompileOptions options;
  options.target = nookc::find_target(target);
  return options;
}

// Scales an expected count over all random networks to the number that is tried.
inline int at_least(uint32_t all) { return static_cast<int>(seeds(all)); }

enum class Operators : uint8_t {
  kFilters,  // convolutions, pools, sums
  kViews,    // also operators that may move nothing, and means
  kScaling,  // filters, and other operators that enlarge or shrink images
  kAll,   // also padding of any kind, images in two shapes, elementwise operators, and operators that need a
          // whole image
  kWide,  // likewise, on images that are wider than high
};

nookc::Graph random_network(uint32_t seed, Operators operators = Operators::kFilters);

}  // namespace test
