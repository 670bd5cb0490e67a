#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_filter_bank/signal_filter_bank.h"

namespace nook {

// Sums a spectrum into overlapping channels. Each bin contributes to two channels, with one weight for each.
struct SignalFilterBank : OneOptionOp<SignalFilterBank, 1004, Role::kData, Role::kData, Role::kData,
                                      Role::kData, Role::kData, Role::kData> {
  static constexpr const char *kName = "SignalFilterBank", *kOption = "num_channels";
  using Forms = List<struct SignalFilterBankU32>;
};

// uint32 to uint64.
struct SignalFilterBankU32 : OpForm<SignalFilterBank> {
  NOOK_FORM(nook_signal_filter_bank_u32);
};

}  // namespace nook
