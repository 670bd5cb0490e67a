#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_filter_bank_square_root/signal_filter_bank_square_root.h"

namespace nook {

// y = sqrt(x) / 2^bits: the root is rounded to nearest, the quotient down. Operand 1: bits.
struct SignalFilterBankSquareRoot
    : PlainOp<SignalFilterBankSquareRoot, OpCode{1007}, Role::kData, Role::kData> {
  static constexpr const char* kName = "SignalFilterBankSquareRoot";
  using Forms = List<struct SignalFilterBankSquareRootU64>;
};

// uint64 to uint32.
struct SignalFilterBankSquareRootU64 : OpForm<SignalFilterBankSquareRoot> {
  NOOK_FORM(nook_signal_filter_bank_square_root_u64);
};

}  // namespace nook
