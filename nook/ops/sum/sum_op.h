#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/sum/sum.h"

namespace nook {

template <DType type>
struct SumQuantized;

// y = the sum of x along axes.
struct Sum : ReductionOp<Sum, OpCode::kSum> {
  using Forms = List<SumQuantized<DType::kS8>, Reduction<Sum, DType::kF32>, SumQuantized<DType::kS16>>;
};

Result<nook_sum> prepare_sum(const Sum::Attrs& attrs, const NodeView& node, DType type,
                             PrepareContext& context);

// int8 and int16; input and output may have different scales.
template <DType type>
struct SumQuantized : FormOf<Sum, nook_sum> {
  static constexpr const char* kType = "nook_sum";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
    return prepare_sum(attrs, node, type, context);
  }
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    reduction_fields(f, p.walk);
    f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("least", p.least), f.value("most", p.most);
  }
};

}  // namespace nook
