#include "nookc/target/stack.h"

namespace nookc {
namespace {

struct StackRow {
  std::string_view symbol, target;
  int32_t bytes;
};

constexpr StackRow kStackRows[] = {
#define NOOK_STACK(symbol, target, bytes) {#symbol, target, bytes},
#include "nookc/target/stack.inc"
#undef NOOK_STACK
};

}  // namespace

std::optional<int32_t> kernel_stack_bytes(std::string_view symbol, std::string_view target) {
  for (const StackRow& row : kStackRows)
    if (row.target == target && row.symbol == symbol) return row.bytes;
  return std::nullopt;
}

}  // namespace nookc
