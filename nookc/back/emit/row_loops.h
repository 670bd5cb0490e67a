#pragma once
#include <functional>
#include <string>

#include "nookc/back/emit/parts.h"

namespace nookc {

// The C expressions that a row chain uses.
struct RowNames {
  std::function<std::string(const Location&)> place;  // a tensor as an argument: its first byte
  std::function<std::string(size_t call)> params;     // the kernel's arguments, "op3"
  std::function<std::string(const Call&)> scratch;    // scratch of the call's kernel, or its running sums
  // Reports row `made[stage]` before or after it is computed; empty without events.
  std::function<std::string(const Call&, bool begin, const std::string& row, const std::string& bytes,
                            const std::string& data)>
      event;
};

// The body of the function that computes rows as long as possible. The last operator whose input rows are
// ready runs first, so that line buffers hold no more rows than planned. `made` counts the rows computed by
// each operator of the chain.
std::string row_loop(const Program& program, const RowChain& chain, const RowNames& names);

// The comment before that function, and the #include lines that the functions of all chains need.
std::string chain_comment(const Program& program, const RowChain& chain);
std::string chain_headers(const Program& program);

}  // namespace nookc
