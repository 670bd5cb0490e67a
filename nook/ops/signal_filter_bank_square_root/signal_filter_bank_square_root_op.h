#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/families/unary_op.h"
#include "nook/ops/signal_filter_bank_square_root/signal_filter_bank_square_root.h"

namespace nook {

struct SignalFilterBankSquareRootU64;

// y = sqrt(x) / 2^bits, where the second operand says how many bits: rounded to the nearest, then down.
struct SignalFilterBankSquareRoot : PlainOp<SignalFilterBankSquareRoot> {
  static constexpr OpCode kCode = OpCode{1007};
  static constexpr const char* kName = "SignalFilterBankSquareRoot";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<SignalFilterBankSquareRootU64>;
};

// uint64 to uint32.
struct SignalFilterBankSquareRootU64
    : FormOf<SignalFilterBankSquareRoot, nook_signal_filter_bank_square_root_u64> {
  static constexpr const char* kType = "nook_signal_filter_bank_square_root_u64";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size);
  }
};

}  // namespace nook
