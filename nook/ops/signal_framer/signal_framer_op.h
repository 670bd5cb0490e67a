#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_framer/signal_framer.h"

namespace nook {

// Splits a signal into overlapping frames of frame_size samples, one every frame_step, along the last
// dimension and across runs. The second result: whether all frames are complete. With prefill, zeros precede
// the first sample.
struct SignalFramer : TwoResultsOp<SignalFramer, 1008> {
  static constexpr const char* kName = "SignalFramer";
  struct Attrs : AttrsBase {
    int32_t frame_size = 0, frame_step = 0;
    bool prefill = false;
  };
  static constexpr Option<Attrs> kOptions[] = {
      {"frame_size", &Attrs::frame_size}, {"frame_step", &Attrs::frame_step}, {"prefill", &Attrs::prefill}};
  using Forms = List<struct SignalFramerS16>;
};

// int16.
struct SignalFramerS16 : OpForm<SignalFramer> {
  NOOK_FORM(nook_signal_framer_s16);
  static int32_t state_bytes(const Params& p) { return 4 + p.rows * p.lag * 2; }
};

}  // namespace nook
