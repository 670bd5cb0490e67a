#include "nook/ops/table.h"

#include "nook/ops/contract/entries.h"

namespace nook {

const OpEntry* find_op(int32_t code, Span<const char> custom_code) {
  return find_op(kEntries<Kernels::kUnpacked>, code, custom_code);
}

Span<const OpEntry> all_ops() { return kEntries<Kernels::kUnpacked>; }

}  // namespace nook
