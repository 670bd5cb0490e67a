// All operators of ops.inc with one choice of kernels, for programs that link them all: tests, tools, the
// compiler.
#pragma once
#include "nook/ops/table.h"

namespace nook {

#define NOOK_OP(Type, folder, number) struct Type;
#include "nook/ops/ops.inc"
#undef NOOK_OP

template <Kernels linked>
inline constexpr OpEntry kEntries[] = {
#define NOOK_OP(Type, folder, number) {static_cast<OpCode>(number), #Type, prepare_model_node<Type, linked>},
#include "nook/ops/ops.inc"
#undef NOOK_OP
};

}  // namespace nook
