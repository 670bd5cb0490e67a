// The forms of operators that find the index of an element along a constant axis. Each operator has its own
// kernels.
#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/families/index.h"
#include "nook/ops/families/one_axis.h"

namespace nook {

// int8 of any quantization, or float32; indices are int32.
template <class Operator, DType type>
struct Index : FormOf<Operator, nook_index> {
  static constexpr const char* kType = "nook_index";
  static constexpr const char* kHeader = Operator::kHeader;

  static Result<nook_index> prepare(const typename Operator::Attrs&, const NodeView& node,
                                    PrepareContext& context) {
    NOOK_REQUIRE(node.inputs[0].type == type && node.outputs[0].type == DType::kS32, Code::kBadType);
    const Result<OneAxis> axis = index_axis(node, context);
    NOOK_REQUIRE(axis, axis.code());
    return nook_index{axis->outer, axis->size, axis->inner};
  }
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const nook_index& p) {
    f.value("outer", p.outer), f.value("size", p.size), f.value("inner", p.inner);
  }
};

template <class Op, OpCode op_code>
struct IndexOp : PlainOp<Op, op_code, Role::kData, Role::kPrepared> {
  using Forms = List<Index<Op, DType::kS8>, Index<Op, DType::kF32>>;
};

}  // namespace nook
