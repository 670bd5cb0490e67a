#pragma once
#include <compare>
#include <cstdint>
#include <vector>

#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

// The views (Node::parts) to use. A node without a view copies.
enum class Views : uint8_t { kAll, kWholeTensors, kNone };

// How to choose line buffers: not at all, or in one of the two ways in by_rows.h.
enum class Lines : uint8_t { kNone, kCountOverwriting, kIgnoreOverwriting };

// Every decision that remains after the passes. evaluate.h computes the program that follows from it.
struct Choices {
  Views views = Views::kAll;
  std::vector<KernelRows> rows;  // per node of the lowered graph
  Lines lines = Lines::kNone;

  friend auto operator<=>(const Choices&, const Choices&) = default;
};

}  // namespace nookc
