// The kernels of a fast interpreter: kernels for the core and, if it has memory for constants, kernels with
// packed weights.
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
// Its bytes with pointers of 4 bytes, and the number added to Prepared::form for such a node.
constexpr uint32_t kPackedRun32 = 12;
constexpr int32_t kPackedForm = 1 << 8;

namespace detail {

void run_packed(const void* run, const Io& io);

int32_t packed_overlap_of(const KernelEntry* kernel, const void* run, int input);

constexpr size_t kPackedOperands = 3;  // the most operands of a kernel with a packing

// Whether fast interpreters have kernels of the form that read packed weights.
template <class Form>
using PacksWeights = decltype(Form::kPacksWeights);
template <class Form>
constexpr bool kPacks = kHas<ScaleCount, Form> || kHas<PacksWeights, Form>;

// `all` includes rows for other cores if a host counts for them.
const KernelEntry* choose_fast(Span<const KernelEntry> all, uint32_t isa, bool may_pack, const void* params,
                               const void* const* in);

// Packs the constants of `kernel`, or compares the existing packed bytes, and makes `prepared` run it.
template <class Form>
Code pack_constants(const KernelEntry& kernel, typename Form::Params* p, const void* const* in,
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
  if constexpr (kHas<ScaleCount, Form>) p->multiplier = nullptr, p->shift = nullptr;  // the block has them
  *run = {kernel.invoke, p, packed};
  prepared->params = run, prepared->invoke = run_packed, prepared->overlap = packed_overlap_of;
  prepared->form |= kPackedForm;
  return Code::kOk;
}

}  // namespace detail
}  // namespace nook
