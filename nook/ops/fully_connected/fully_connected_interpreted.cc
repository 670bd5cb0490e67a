#include "nook/ops/fully_connected/fully_connected_op.h"

// In a file of its own, because the linker keeps either all or none of a file's kernel names.
namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(FullyConnectedS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/fully_connected/s8_interpreted.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> FullyConnectedS8::interpreted_kernels() { return kS8; }

}  // namespace nook
