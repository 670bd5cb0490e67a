#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_filter_bank_log/signal_filter_bank_log.h"

namespace nook {

// y = output_scale * log(x * 2^input_correction_bits), in fixed point; 0 if the logarithm is undefined.
struct SignalFilterBankLog : CustomOp<SignalFilterBankLog, 1005, Role::kData> {
  static constexpr const char* kName = "SignalFilterBankLog";
  struct Attrs {
    using Op = SignalFilterBankLog;
    int32_t output_scale = 0, input_correction_bits = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"input_correction_bits", &Attrs::input_correction_bits},
                                               {"output_scale", &Attrs::output_scale}};
  using Forms = List<struct SignalFilterBankLogU32>;
};

// uint32 to int16.
struct SignalFilterBankLogU32 : OpForm<SignalFilterBankLog> {
  NOOK_FORM(nook_signal_filter_bank_log_u32);
};

}  // namespace nook
