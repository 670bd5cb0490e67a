#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_filter_bank_log/signal_filter_bank_log.h"

namespace nook {

struct SignalFilterBankLogU32;

// y = output_scale * log(x * 2^input_correction_bits), in fixed point; 0 where there is no logarithm.
struct SignalFilterBankLog {
  static constexpr OpCode kCode = OpCode{1005};
  static constexpr const char* kName = "SignalFilterBankLog";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = SignalFilterBankLog;
    int32_t output_scale = 0, input_correction_bits = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("input_correction_bits", a.input_correction_bits);
    f.value("output_scale", a.output_scale);
  }
  static Result<Attrs> parse(const NodeView& node) { return parse_custom<SignalFilterBankLog>(node); }
  using Forms = List<SignalFilterBankLogU32>;
};

// uint32 to int16.
struct SignalFilterBankLogU32 : FormOf<SignalFilterBankLog, nook_signal_filter_bank_log_u32> {
  static constexpr const char* kType = "nook_signal_filter_bank_log_u32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("scale", p.scale), f.value("correction", p.correction);
  }
};

}  // namespace nook
