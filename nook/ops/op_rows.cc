#include "nook/ops/contract/op_row.h"

namespace nook {

#define NOOK_OP(Type, folder, number)              struct Type;
#define NOOK_CUSTOM_OP(Type, folder, number, name) NOOK_OP(Type, folder, number)
#include "nook/ops/ops.inc"
#undef NOOK_OP
#undef NOOK_CUSTOM_OP

namespace {

constexpr OpRowOf kRows[] = {
#define NOOK_OP(Type, folder, number)              op_row<Type>,
#define NOOK_CUSTOM_OP(Type, folder, number, name) NOOK_OP(Type, folder, number)
#include "nook/ops/ops.inc"
#undef NOOK_OP
#undef NOOK_CUSTOM_OP
};

}  // namespace

Span<const OpRowOf> op_rows() { return kRows; }

}  // namespace nook
