#include "nook/ops/mul/mul_op.h"
#include "nook/ops/prepare/broadcast.h"

// A separate file: the linker drops all names of kernels in a file or none.
namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(MulS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/mul/s8_interpreted.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> MulS8::interpreted_kernels() { return kS8; }

}  // namespace nook
