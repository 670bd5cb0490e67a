#pragma once
#include <string_view>

#include "nook/ops/contract/op.h"
#include "nookc/target/target.h"

namespace nookc {

// The host target whose kernels the command itself can call: it contains those for AVX2 on x86-64, and those
// for NEON and dot products on aarch64, and calls them if the processor has these instructions.
const Target& target_here();

// The function that calls a kernel for target_here() that is not a part of the portable build. Null: there is
// none of that name.
nook::Invoke invoke_here(std::string_view symbol);

}  // namespace nookc
