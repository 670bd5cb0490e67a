#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_window/signal_window.h"

namespace nook {

struct SignalWindowS16;

// y = x * window / 2^shift along the last dimension, rounded down, within int16.
struct SignalWindow {
  static constexpr OpCode kCode = OpCode{1014};
  static constexpr const char* kName = "SignalWindow";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  struct Attrs {
    using Op = SignalWindow;
    int32_t shift = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("shift", a.shift);
  }
  static Result<Attrs> parse(const NodeView& node) { return parse_custom<SignalWindow>(node); }
  using Forms = List<SignalWindowS16>;
};

// int16.
struct SignalWindowS16 : FormOf<SignalWindow, nook_signal_window_s16> {
  static constexpr const char* kType = "nook_signal_window_s16";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("size", p.size), f.value("shift", p.shift);
  }
};

}  // namespace nook
