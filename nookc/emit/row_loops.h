#pragma once
#include <functional>
#include <string>

#include "nookc/emit/parts.h"

namespace nookc {

// How the source names what a chain of rows uses.
struct RowNames {
  std::function<std::string(const Location&)> place;  // a tensor as an argument: its first byte
  std::function<std::string(size_t call)> params;     // the kernel's arguments, "op3"
  std::function<std::string(const Call&)> scratch;    // of the call's kernel, or its sums
  // Reports row `made[stage]` before or after it is made; empty without events.
  std::function<std::string(const Call&, bool begin, const std::string& row, const std::string& bytes,
                            const std::string& data)>
      event;
};

// The body of the function that makes rows as long as there is one to make: the last operator that has the
// rows it reads goes first, so that no more of them than planned are there. `made` counts, per operator of
// the chain, the rows that it has made.
std::string row_loop(const Program& program, const RowChain& chain, const RowNames& names);

}  // namespace nookc
