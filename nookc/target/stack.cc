#include "nookc/target/stack.h"

#include "nookc/target/target.h"

namespace nookc {
namespace {

// Columns as in stack.inc; -1 where a kernel does not exist for a target.
struct Row {
  std::string_view symbol;
  int32_t host, host_avx2, cortex_m0, cortex_m4, cortex_m7, cortex_m55, rv32;
};

constexpr Row kRows[] = {
#define NOOK_STACK(symbol, ...) {#symbol, __VA_ARGS__},
#include "nookc/target/stack.inc"
#undef NOOK_STACK
};

struct Column {
  std::string_view target;
  int32_t Row::*bytes;
};

constexpr Column kColumns[] = {
    {"host", &Row::host},           {"host-avx2", &Row::host_avx2}, {"cortex-m0", &Row::cortex_m0},
    {"cortex-m4", &Row::cortex_m4}, {"cortex-m7", &Row::cortex_m7}, {"cortex-m55", &Row::cortex_m55},
    {"rv32", &Row::rv32},
};

}  // namespace

std::optional<int32_t> kernel_stack_bytes(std::string_view symbol, std::string_view target) {
  for (const Column& column : kColumns) {
    if (column.target != target) continue;
    for (const Row& row : kRows)
      if (row.symbol == symbol && row.*column.bytes >= 0) return row.*column.bytes;
  }
  return std::nullopt;
}

}  // namespace nookc
