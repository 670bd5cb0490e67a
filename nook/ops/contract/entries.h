// All operators of ops.inc with one selection of kernels, for programs that link them all: tests, tools, the
// compiler.
#pragma once
#include "nook/ops/table.h"

namespace nook {

#define NOOK_OP(Type, folder, number)              struct Type;
#define NOOK_CUSTOM_OP(Type, folder, number, name) NOOK_OP(Type, folder, number)
#include "nook/ops/ops.inc"
#undef NOOK_OP
#undef NOOK_CUSTOM_OP

template <Kernels linked>
inline constexpr OpEntry kEntries[] = {
#define NOOK_OP(Type, folder, number) {static_cast<OpCode>(number), #Type, prepare_model_node<Type, linked>},
#define NOOK_CUSTOM_OP(Type, folder, number, name) \
  {static_cast<OpCode>(number), name, prepare_model_node<Type, linked>},
#include "nook/ops/ops.inc"
#undef NOOK_OP
#undef NOOK_CUSTOM_OP
};

}  // namespace nook
