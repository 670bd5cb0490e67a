#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"

// In a file of its own, because the linker keeps either all or none of a file's kernel names.
namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(DepthwiseConv2DS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/depthwise_conv2d/s8_interpreted.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> DepthwiseConv2DS8::interpreted_kernels() { return kS8; }

}  // namespace nook
