// Computes the scratch of a program with added or removed buffers, without compiling it again.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

struct Replan {
  std::set<size_t> without;  // indices into Program::buffers
  std::vector<nook::Buffer> more;
};

// An upper bound in bytes; nothing if the scratch is in several pools.
std::optional<int64_t> scratch_with(const Program& program, const Replan& change);

// The buffers that the inputs or outputs would be in the scratch.
std::vector<nook::Buffer> as_buffers(const Program& program, bool inputs);

}  // namespace nookc
