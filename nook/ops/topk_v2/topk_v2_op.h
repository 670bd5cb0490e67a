#pragma once
#include "nook/ops/op.h"
#include "nook/ops/topk_v2/topk_v2.h"

namespace nook {

template <DType type>
struct TopkV2Of;

// y = the k largest elements of x along its last dimension, in descending order; of equal elements the first.
// The second result: their indices (int32). Operand 1: k, constant.
struct TopkV2 : PlainOp<TopkV2, OpCode::kTopkV2> {
  static constexpr Signature kSignature = with_results(operands(Role::kData, Role::kPrepared), 2);
  using Forms = List<TopkV2Of<DType::kS8>, TopkV2Of<DType::kF32>, TopkV2Of<DType::kS32>>;

  static Result<nook_topk_v2> prepare_of(DType type, const NodeView& node, PrepareContext& context);
};

// int8, float32 or int32.
template <DType type>
struct TopkV2Of : FormOf<TopkV2, nook_topk_v2> {
  static constexpr const char* kType = "nook_topk_v2";

  static Result<Params> prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
    return Op::prepare_of(type, node, context);
  }
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("size", p.size), f.value("count", p.count);
  }
};

}  // namespace nook
