#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_delay/signal_delay.h"

namespace nook {

struct SignalDelayS16;

// y = x, delay_length samples later: from one run to the next, along the last dimension; zeros at first.
struct SignalDelay {
  static constexpr OpCode kCode = OpCode{1001};
  static constexpr const char* kName = "SignalDelay";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = SignalDelay;
    int32_t delay_length = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("delay_length", a.delay_length);
  }
  static Result<Attrs> parse(const NodeView& node) { return parse_custom<SignalDelay>(node); }
  using Forms = List<SignalDelayS16>;
};

// int16.
struct SignalDelayS16 : FormOf<SignalDelay, nook_signal_delay_s16> {
  static constexpr const char* kType = "nook_signal_delay_s16";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  // Never none, so that there is a pointer.
  static int32_t state_bytes(const Params& p) { return p.rows * p.delay * 2 + 2; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("size", p.size), f.value("delay", p.delay);
  }
};

}  // namespace nook
