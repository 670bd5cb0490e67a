#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_overlap_add/signal_overlap_add.h"

namespace nook {

template <DType type>
struct SignalOverlapAddForm;

// Joins overlapping frames into a signal: each frame begins frame_step samples after the previous one, and
// overlapping samples are added, also across runs. The inverse of SignalFramer.
struct SignalOverlapAdd : CustomOp<SignalOverlapAdd, 1009, Role::kData> {
  static constexpr const char* kName = "SignalOverlapAdd";
  struct Attrs {
    using Op = SignalOverlapAdd;
    int32_t T = 0, frame_step = 0;  // T: the number of the element type in the .tflite format
  };
  static constexpr Option<Attrs> kOptions[] = {{"T", &Attrs::T}, {"frame_step", &Attrs::frame_step}};
  using Forms = List<SignalOverlapAddForm<DType::kS16>, SignalOverlapAddForm<DType::kF32>>;

  static Result<nook_signal_overlap_add> prepare(DType type, const Attrs& attrs, const NodeView& node,
                                                 PrepareContext& context);
};

template <DType type>
struct SignalOverlapAddForm : FormOf<SignalOverlapAdd, nook_signal_overlap_add> {
  static constexpr const char* kType = "nook_signal_overlap_add";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
    return Op::prepare(type, attrs, node, context);
  }
  static Span<const KernelEntry> kernels();
  static int32_t state_bytes(const Params& p) { return p.rows * p.size * size_of(type); }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("frames", p.frames), f.value("size", p.size), f.value("step", p.step);
  }
};

}  // namespace nook
