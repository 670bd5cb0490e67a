#include "nook/ops/add/add_op.h"
#include "nook/ops/prepare/broadcast.h"
// In a file of its own, because the linker keeps either all or none of a file's kernel names.
namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(AddS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/add/s8_interpreted.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> AddS8::interpreted_kernels() { return kS8; }

}  // namespace nook
