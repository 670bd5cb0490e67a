// The forms of operators that find the index of an element along a constant axis. Each operator has its own
// kernels.
#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/families/index.h"
#include "nook/ops/families/one_axis.h"

namespace nook {

// int8 of any quantization, float32, or int32 without a scale; indices are int32 or int64.
template <class Operator, DType type>
struct Index : FormOf<Operator, nook_index> {
  static constexpr const char* kType = "nook_index";
  static constexpr const char* kHeader = Operator::kHeader;

  static Result<nook_index> prepare(const typename Operator::Attrs&, const NodeView& node,
                                    PrepareContext& context) {
    const DType y = node.outputs[0].type;
    NOOK_REQUIRE(node.inputs[0].type == type && (y == DType::kS32 || y == DType::kS64), Code::kBadType);
    const Result<OneAxis> axis = index_axis(node, context);
    NOOK_REQUIRE(axis, axis.code());
    return nook_index{axis->outer, axis->size, axis->inner, size_of(y)};
  }
  static Span<const KernelEntry> kernels();

  template <class F>
  static void fields(F& f, const nook_index& p) {
    f.value("outer", p.outer), f.value("size", p.size), f.value("inner", p.inner);
    f.value("y_bytes", p.y_bytes);
  }
};

template <class Op, OpCode op_code>
struct IndexOp : PlainOp<Op, op_code, Role::kData, Role::kPrepared> {
  using Forms = List<Index<Op, DType::kS8>, Index<Op, DType::kF32>, Index<Op, DType::kS32>>;
};

}  // namespace nook
