// The passes. Each edits the graph, returns the number of changes, and keeps verify() true. All preserve
// every byte of every output. They run in the order of the list in passes.cc.
#pragma once
#include <span>
#include <string_view>

#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

struct Pass {
  std::string_view name;
  int (*run)(Graph&);
  std::string_view after = {};  // runs only if this pass, which runs before it, changed something
  // Runs in place of `run`, for a pass that depends on the kernels of the target.
  int (*run_for)(Graph&, const KernelChoice&) = nullptr;
};

std::span<const Pass> passes();

}  // namespace nookc
