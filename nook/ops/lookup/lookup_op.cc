#include "nook/ops/lookup/lookup_op.h"

#include <string.h>

#include "nook/ops/contract/define_op.h"

namespace nook {

template <>
Code UnaryS8<Lookup>::fill_table(const Lookup::Attrs&, const TableOf& of) {
  const TensorInfo& from = of.node.inputs[1];
  PrepareContext& context = of.context;
  NOOK_CHECK(context, from.type == DType::kS8, Reason::kType, 1, DType::kS8, from.type);
  NOOK_CHECK(context, from.data, Reason::kNotConstant, 1, 1, 0);
  const int32_t entries = from.shape.elements();
  NOOK_CHECK(context, entries == NOOK_LOOKUP_SIZE, Reason::kElements, 1, NOOK_LOOKUP_SIZE, entries);
  memcpy(of.table.data(), from.data, NOOK_LOOKUP_SIZE);
  return Code::kOk;
}

}  // namespace nook

NOOK_DEFINE_OP(Lookup, lookup)
