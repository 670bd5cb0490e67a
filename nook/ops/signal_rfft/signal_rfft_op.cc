#include "nook/ops/signal_rfft/signal_rfft_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> SignalRfft::kernels(int16_t) {
  NOOK_ONE_KERNEL(SignalRfftS16, nook_signal_rfft_s16_ref, disjoint);
}
Span<const Kernel> SignalRfft::kernels(int32_t) {
  NOOK_ONE_KERNEL(SignalRfftS32, nook_signal_rfft_s32_ref, disjoint);
}
Span<const Kernel> SignalRfft::kernels(float) {
  NOOK_ONE_KERNEL(SignalRfftF32, nook_signal_rfft_f32_ref, disjoint);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalRfft, signal_rfft)
