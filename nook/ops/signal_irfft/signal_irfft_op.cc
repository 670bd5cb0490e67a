#include "nook/ops/signal_irfft/signal_irfft_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_signal_irfft_s16_ref, disjoint, FftForm<SignalIrfft, DType::kS16>)
NOOK_FAMILY_KERNEL(nook_signal_irfft_s32_ref, disjoint, FftForm<SignalIrfft, DType::kS32>)
NOOK_FAMILY_KERNEL(nook_signal_irfft_f32_ref, disjoint, FftForm<SignalIrfft, DType::kF32>)

}  // namespace nook

NOOK_DEFINE_OP(SignalIrfft, signal_irfft)
