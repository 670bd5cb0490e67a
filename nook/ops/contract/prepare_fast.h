// The choice of kernels of a fast interpreter: those of the core and, if it gets memory for constants, those
// with packed weights.
#pragma once
#include "nook/ops/contract/constant_store.h"
#include "nook/ops/table.h"

namespace nook {

// `params` of a node whose constants were packed.
struct PackedRun {
  Invoke invoke;
  const void* params;
  const void* packed;
};
// Bytes for pointers of 4 bytes, and what is added to Prepared::form of such a node.
constexpr uint32_t kPackedRun32 = 12;
constexpr int32_t kPackedForm = 1 << 8;

namespace detail {

void run_packed(const void* run, const Io& io);

int32_t packed_overlap_of(const Kernel* kernel, const void* run, int input);

constexpr size_t kPackedOperands = 3;  // operands of a kernel that packs

// Of a form with scale tables. `all` has rows for other cores if a host counts for them.
const Kernel* choose_fast(Span<const Kernel> all, uint32_t isa, bool may_pack, const void* params,
                          const void* const* in);

// Packs the constants of `kernel`, or compares the existing ones, and makes `prepared` run it.
template <class Form>
Code pack_constants(const Kernel& kernel, typename Form::Params* p, const void* const* in,
                    PrepareContext& context, Prepared* prepared) {
  auto* const run =
      static_cast<PackedRun*>(context.persistent.allocate(sizeof(PackedRun), alignof(PackedRun)));
  NOOK_CHECK(context, run, Reason::kPersistent, 0, sizeof *run, 0);
  ConstantStore& store = *context.constants;
  const uint32_t bytes = static_cast<uint32_t>(kernel.packing->bytes(p));
  uint8_t* const packed = store.take(bytes);
  if (packed) {
    PackedBytes to = store.at(packed);
    kernel.packing->pack(p, in, to);
    store.same = store.same && to.same();
  }
  p->multiplier = nullptr, p->shift = nullptr;  // they are in the block
  *run = {kernel.invoke, p, packed};
  prepared->params = run, prepared->invoke = run_packed, prepared->overlap = packed_overlap_of;
  prepared->form |= kPackedForm;
  return Code::kOk;
}

}  // namespace detail
}  // namespace nook
