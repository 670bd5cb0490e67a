#include "nook/ops/table.h"

#include "nook/ops/all.h"
#include "nook/ops/prepare.h"

namespace nook {
namespace {

template <class Op>
Result<Prepared> parse_and_prepare(const NodeView& node, PrepareContext& context) {
  const Result<typename Op::Attrs> attrs = Op::parse(node);
  NOOK_REQUIRE(attrs, attrs.code());
  return prepare_op<Op>(*attrs, node, context);
}

constexpr OpEntry kOps[] = {
#define NOOK_OP(Type, folder, code) {OpCode::k##Type, #Type, parse_and_prepare<Type>},
#include "nook/ops/ops.inc"
#undef NOOK_OP
};

}  // namespace

const OpEntry* find_op(int32_t code) {
  for (const OpEntry& op : kOps)
    if (static_cast<int32_t>(op.code) == code) return &op;
  return nullptr;
}

Span<const OpEntry> all_ops() { return kOps; }

}  // namespace nook
