#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_filter_bank/signal_filter_bank.h"

namespace nook {

struct SignalFilterBankU32;

// Sums of a spectrum in channels that overlap: each bin counts for two of them, with a weight for each.
struct SignalFilterBank {
  static constexpr OpCode kCode = OpCode{1004};
  static constexpr const char* kName = "SignalFilterBank";
  static constexpr Signature kSignature =
      operands(Role::kData, Role::kData, Role::kData, Role::kData, Role::kData, Role::kData);
  struct Attrs {
    using Op = SignalFilterBank;
    int32_t num_channels = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("num_channels", a.num_channels);
  }
  static Result<Attrs> parse(const NodeView& node) { return parse_custom<SignalFilterBank>(node); }
  using Forms = List<SignalFilterBankU32>;
};

// uint32 to uint64.
struct SignalFilterBankU32 : FormOf<SignalFilterBank, nook_signal_filter_bank_u32> {
  static constexpr const char* kType = "nook_signal_filter_bank_u32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("channels", p.channels);
  }
};

}  // namespace nook
