#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_overlap_add/signal_overlap_add.h"

namespace nook {

template <class Element>
struct SignalOverlapAddForm;
using SignalOverlapAddS16 = SignalOverlapAddForm<int16_t>;
using SignalOverlapAddF32 = SignalOverlapAddForm<float>;

// A signal from frames that overlap: each begins frame_step samples after the one before; what overlaps is
// added, from one run to the next, too. The inverse of SignalFramer.
struct SignalOverlapAdd : CustomOp<SignalOverlapAdd, 1009> {
  static constexpr const char* kName = "SignalOverlapAdd";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = SignalOverlapAdd;
    int32_t T = 0, frame_step = 0;  // T: the number of the element type in the .tflite format
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("T", a.T), f.value("frame_step", a.frame_step);
  }
  using Forms = List<SignalOverlapAddS16, SignalOverlapAddF32>;

  static Result<nook_signal_overlap_add> prepare(DType type, const Attrs& attrs, const NodeView& node,
                                                 PrepareContext& context);
  static Span<const Kernel> kernels(int16_t);
  static Span<const Kernel> kernels(float);
};

template <class Element>
struct SignalOverlapAddForm : FormOf<SignalOverlapAdd, nook_signal_overlap_add> {
  static constexpr const char* kType = "nook_signal_overlap_add";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
    return Op::prepare(sizeof(Element) == 2 ? DType::kS16 : DType::kF32, attrs, node, context);
  }
  static Span<const Kernel> kernels() { return Op::kernels(Element{}); }
  static int32_t state_bytes(const Params& p) {
    return p.rows * p.size * static_cast<int32_t>(sizeof(Element));
  }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("frames", p.frames), f.value("size", p.size), f.value("step", p.step);
  }
};

}  // namespace nook
