#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The calls from the one that produces a tensor to the last that reads it. -1 is the entry, the number of
// calls is the exit.
struct Life {
  int32_t first = -1, last = -1;
  int64_t bytes = 0;  // size in the scratch; 0: the tensor is elsewhere or never produced
  bool output = false;
};

// The live ranges of a lowered program's tensors, for each tensor that owns its bytes. Images count as a
// whole even if they run by rows.
std::vector<Life> lives_of(const Program& program, const Storage& storage, const CompileOptions& options);

// The overlap that a call's kernel allows (nook/ops/contract/op.h), as a distance between the roots of input
// `k` and of the output.
int32_t overlap_of_roots(const Call& call, size_t k, const Storage& storage);

}  // namespace nookc
