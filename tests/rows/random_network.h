// Random networks of images: one operator after the other, sometimes on an older image, most of them such
// that can run row by row.
#pragma once
#include <cstdint>

#include "nookc/level.h"
#include "tests/sanitized.h"

namespace test {

// The default options for a target.
inline nookc::CompileOptions options_for(const char* target) {
  nookc::CompileOptions options;
  options.target = nookc::find_target(target);
  return options;
}

// Of what all random networks show, the part that those that are tried show at least.
inline int at_least(uint32_t all) { return static_cast<int>(seeds(all)); }

enum class Operators : uint8_t {
  kFilters,  // convolutions, pools, sums
  kViews,    // also operators that may move nothing, and means
  kScaling,  // filters, and what makes images larger or smaller by other means
  kAll,      // also padding of any kind, images in two shapes, element by element, and what needs all of one
};

nookc::Graph random_network(uint32_t seed, Operators operators = Operators::kFilters);

}  // namespace test
