#include "nook/ops/signal_rfft/signal_rfft_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_signal_rfft_s16_ref, disjoint, FftForm<SignalRfft, DType::kS16>)
NOOK_FAMILY_KERNEL(nook_signal_rfft_s32_ref, disjoint, FftForm<SignalRfft, DType::kS32>)
NOOK_FAMILY_KERNEL(nook_signal_rfft_f32_ref, disjoint, FftForm<SignalRfft, DType::kF32>)

}  // namespace nook

NOOK_DEFINE_OP(SignalRfft, signal_rfft)
