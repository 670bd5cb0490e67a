#include "nook/ops/prepare_fast.h"

namespace nook::detail {

void run_packed(const void* params, const Io& io) {
  const PackedRun& run = *static_cast<const PackedRun*>(params);
  const void* const in[kPackedOperands] = {io.in[0], run.packed, nullptr};
  run.invoke(run.params, {in, io.out, io.scratch});
}

}  // namespace nook::detail
