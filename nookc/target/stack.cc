#include "nookc/target/stack.h"

#include <map>

namespace nookc {
namespace {

struct StackRow {
  std::string_view symbol, target;
  int32_t bytes;
};

using Figures = std::map<std::string_view, int32_t>;  // by kernel

constexpr StackRow kStackRows[] = {
#define NOOK_STACK(symbol, target, bytes) {#symbol, target, bytes},
#include "nookc/target/stack.inc"
#undef NOOK_STACK
};

// The figures by target.
const std::map<std::string_view, Figures>& figures() {
  static const std::map<std::string_view, Figures> all = [] {
    std::map<std::string_view, Figures> made;
    for (const StackRow& row : kStackRows) made[row.target][row.symbol] = row.bytes;
    return made;
  }();
  return all;
}

}  // namespace

std::optional<int32_t> kernel_stack_bytes(std::string_view symbol, std::string_view target) {
  if (!measures_stack(target)) return std::nullopt;
  const Figures& of_target = figures().at(target);
  const auto found = of_target.find(symbol);
  return found == of_target.end() ? std::nullopt : std::optional<int32_t>(found->second);
}

bool measures_stack(std::string_view target) { return figures().contains(target); }

}  // namespace nookc
