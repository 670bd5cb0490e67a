#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_energy/signal_energy.h"

namespace nook {

struct SignalEnergyU32;

// The squared magnitudes of a spectrum, of the bins from start_index to before end_index; those of others are
// 0.
struct SignalEnergy : CustomOp<SignalEnergy, 1002> {
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
  using Forms = List<SignalEnergyU32>;
};

// int16 to uint32.
struct SignalEnergyU32 : OpForm<SignalEnergy> {
  NOOK_FORM(nook_signal_energy_u32);
};

}  // namespace nook
