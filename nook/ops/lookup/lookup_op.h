#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/lookup/lookup.h"

namespace nook {

// y = the entry of a table for each element of x, counted from -128. Operand 1: the table, 256 int8
// constants. The pass `fold-tables` creates this operator from several others.
struct Lookup : PlainOp<Lookup, OpCode{1017}, Role::kData, Role::kPrepared> {
  static constexpr const char* kName = "NOOK_LOOKUP";
  using Forms = List<UnaryS8<Lookup>>;
};

}  // namespace nook
