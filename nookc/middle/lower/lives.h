#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// From the call that makes a tensor to the last that reads it; -1: the entry, the number of calls: the exit.
struct Life {
  int32_t first = -1, last = -1;
  int64_t bytes = 0;  // in the scratch; 0: somewhere else, or never produced
  bool output = false;
};

// Of a lowered program's tensors, per tensor that has bytes of its own; of whole images, whatever runs by
// rows.
std::vector<Life> lives_of(const Program& program, const Storage& storage, const CompileOptions& options);

// The overlap that a call's kernel allows (nook/ops/op.h), as a distance between the roots of input `k` and
// of its output.
int32_t overlap_of_roots(const Call& call, size_t k, const Storage& storage);

}  // namespace nookc
