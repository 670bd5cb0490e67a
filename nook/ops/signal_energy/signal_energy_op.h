#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_energy/signal_energy.h"

namespace nook {

// y = the squared magnitudes of a spectrum, for the bins from start_index up to but not including end_index;
// other bins result in 0.
struct SignalEnergy : CustomOp<SignalEnergy, 1002, Role::kData> {
  static constexpr const char* kName = "SignalEnergy";
  struct Attrs {
    using Op = SignalEnergy;
    int32_t start_index = 0, end_index = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"start_index", &Attrs::start_index},
                                               {"end_index", &Attrs::end_index}};
  using Forms = List<struct SignalEnergyU32>;
};

// int16 to uint32.
struct SignalEnergyU32 : OpForm<SignalEnergy> {
  NOOK_FORM(nook_signal_energy_u32);
};

}  // namespace nook
