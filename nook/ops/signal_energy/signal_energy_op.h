#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_energy/signal_energy.h"

namespace nook {

struct SignalEnergyU32;

// The squared magnitudes of a spectrum, of the bins from start_index to before end_index; those of others are
// 0.
struct SignalEnergy {
  static constexpr OpCode kCode = OpCode{1002};
  static constexpr const char* kName = "SignalEnergy";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = SignalEnergy;
    int32_t start_index = 0, end_index = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("start_index", a.start_index), f.value("end_index", a.end_index);
  }
  static Result<Attrs> parse(const NodeView& node) { return parse_custom<SignalEnergy>(node); }
  using Forms = List<SignalEnergyU32>;
};

// int16 to uint32.
struct SignalEnergyU32 : FormOf<SignalEnergy, nook_signal_energy_u32> {
  static constexpr const char* kType = "nook_signal_energy_u32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("start", p.start), f.value("end", p.end);
  }
};

}  // namespace nook
