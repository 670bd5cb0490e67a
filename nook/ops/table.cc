#include "nook/ops/table.h"

#include "nook/ops/all.h"
#include "nook/ops/prepare.h"

namespace nook {
namespace {

constexpr OpEntry kOps[] = {
#define NOOK_OP(Type, folder, code) op_entry<Type>(),
#include "nook/ops/ops.inc"
#undef NOOK_OP
};

}  // namespace

const OpEntry* find_op(int32_t code) { return find_op(kOps, code); }

Span<const OpEntry> all_ops() { return kOps; }

}  // namespace nook
