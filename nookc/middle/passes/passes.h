// The passes. Each edits the graph, returns the number of changes, and keeps verify() true. All preserve
// every byte of every output. They run in the order of the list in passes.cc.
#pragma once
#include <span>
#include <string_view>

#include "nookc/graph/graph.h"

namespace nookc {

struct Pass {
  std::string_view name;
  int (*run)(Graph&);
  bool for_speed = false;       // costs flash: not run at -O size or flash
  std::string_view after = {};  // runs only if this pass, which runs before it, changed something
};

std::span<const Pass> passes();

}  // namespace nookc
