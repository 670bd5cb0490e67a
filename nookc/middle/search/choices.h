#pragma once
#include <cstdint>
#include <tuple>
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
  KernelPerNode kernels = {};  // as for lower(); empty: the best of `rows`

  bool operator==(const Choices&) const = default;
  bool operator<(const Choices& other) const {
    return std::tie(views, rows, lines, kernels) <
           std::tie(other.views, other.rows, other.lines, other.kernels);
  }
};

}  // namespace nookc
