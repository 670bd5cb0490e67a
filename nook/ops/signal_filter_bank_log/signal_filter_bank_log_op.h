#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_filter_bank_log/signal_filter_bank_log.h"

namespace nook {

struct SignalFilterBankLogU32;

// y = output_scale * log(x * 2^input_correction_bits), in fixed point; 0 where there is no logarithm.
struct SignalFilterBankLog : CustomOp<SignalFilterBankLog, 1005> {
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
  using Forms = List<SignalFilterBankLogU32>;
};

// uint32 to int16.
struct SignalFilterBankLogU32 : OpForm<SignalFilterBankLog> {
  NOOK_FORM(nook_signal_filter_bank_log_u32);
};

}  // namespace nook
