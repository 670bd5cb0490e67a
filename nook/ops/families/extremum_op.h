// The forms of MAXIMUM and MINIMUM. An operator defines which one it is: static constexpr bool kLargest.
#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/families/extremum.h"

namespace nook {

// Compares stored values; scales and zero points are ignored.
template <class Operator, DType type>
struct Extremum : BinaryForm<Operator, nook_extremum> {
  static constexpr const char* kType = "nook_extremum";
  static constexpr const char* kHeader = "nook/ops/families/extremum.h";

  static Result<nook_extremum> prepare(const typename Operator::Attrs&, const NodeView& node,
                                       PrepareContext& context) {
    nook_extremum p{};
    NOOK_TRY(prepare_binary_walk(node, type, type, context, &p.walk));
    p.largest = Operator::kLargest;
    p.keeps_nan = type == DType::kF32 && node.largest > FLT_MAX;
    return p;
  }
  static Span<const KernelEntry> kernels() {
    if constexpr (type == DType::kS8) {
      NOOK_ONE_KERNEL(Extremum, nook_extremum_s8_ref, binary_in_place);
    } else if constexpr (type == DType::kF32) {
      NOOK_ONE_KERNEL(Extremum, nook_extremum_f32_ref, binary_in_place);
    } else if constexpr (type == DType::kS16) {
      NOOK_ONE_KERNEL(Extremum, nook_extremum_s16_ref, binary_in_place);
    } else if constexpr (type == DType::kS32) {
      NOOK_ONE_KERNEL(Extremum, nook_extremum_s32_ref, binary_in_place);
    } else {
      static_assert(type == DType::kS64, "a kernel for it");
      NOOK_ONE_KERNEL(Extremum, nook_extremum_s64_ref, binary_in_place);
    }
  }
  template <class F>
  static void fields(F& f, const nook_extremum& p) {
    binary_fields(f, p.walk);
    f.value("largest", p.largest), f.value("keeps_nan", p.keeps_nan);
  }
};

template <class Op, OpCode op_code>
struct ExtremumOp : BinaryOp<Op, op_code> {
  using Forms = List<Extremum<Op, DType::kS8>, Extremum<Op, DType::kF32>, Extremum<Op, DType::kS16>,
                     Extremum<Op, DType::kS32>, Extremum<Op, DType::kS64>>;
};

}  // namespace nook
