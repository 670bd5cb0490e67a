// The passes: each edits the graph, returns how much it changed, and keeps verify() true. All of them
// preserve every byte of every output. The list in passes.cc is the order in which they run.
#pragma once
#include <span>
#include <string_view>

#include "nookc/ir/graph.h"

namespace nookc {

struct Pass {
  std::string_view name;
  int (*run)(Graph&);
  bool for_speed = false;  // pays with flash: not at -O size or flash
};

std::span<const Pass> passes();

}  // namespace nookc
