#include "nook/ops/op_row.h"

namespace nook {

#define NOOK_OP(Type, folder, number) struct Type;
#include "nook/ops/ops.inc"
#undef NOOK_OP

namespace {

constexpr OpRowOf kRows[] = {
#define NOOK_OP(Type, folder, number) op_row<Type>,
#include "nook/ops/ops.inc"
#undef NOOK_OP
};

}  // namespace

Span<const OpRowOf> op_rows() { return kRows; }

const OpRow* find_row(int32_t code) {
  for (const OpRowOf row : kRows)
    if (static_cast<int32_t>(row().code) == code) return &row();
  return nullptr;
}

}  // namespace nook
