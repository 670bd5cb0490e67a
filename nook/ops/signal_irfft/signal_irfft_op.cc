#include "nook/ops/signal_irfft/signal_irfft_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> SignalIrfft::kernels(int16_t) {
  NOOK_ONE_KERNEL(SignalIrfftS16, nook_signal_irfft_s16_ref, disjoint);
}
Span<const Kernel> SignalIrfft::kernels(int32_t) {
  NOOK_ONE_KERNEL(SignalIrfftS32, nook_signal_irfft_s32_ref, disjoint);
}
Span<const Kernel> SignalIrfft::kernels(float) {
  NOOK_ONE_KERNEL(SignalIrfftF32, nook_signal_irfft_f32_ref, disjoint);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalIrfft, signal_irfft)
