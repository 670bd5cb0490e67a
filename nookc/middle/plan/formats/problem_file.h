#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "nookc/middle/plan/solving/solve.h"

namespace nookc {

// Reads a planning problem from a file. The content determines the format:
// - JSON: {"pools": [as in parse_pool()], "buffers": [{"name", "size", "alignment", "kind", "lives": [[first,
//   last], ...] or "first" and "last" (steps, both included), "pools": [names], "pool", "offset", "users",
//   "reads", "writes"}], "separations": [{"upper", "lower", "bytes"}]}; only name, size and lives are needed.
// - CSV, as minimalloc's: id, lower, upper (not included), size and optionally alignment, gaps
//   ("from-to from-to") and offset (a pin). `start` and `end` name the columns of files whose last step is
//   included.
// If no pools are given, there is one, "memory". Diag N2016 names the error and its position.
Result<Task> parse_problem(std::span<const std::byte> bytes, const std::string& file);

}  // namespace nookc
