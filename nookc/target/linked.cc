#include "nookc/target/linked.h"

#include <map>
#include <string>
#include <vector>

namespace nookc {
namespace {

// Literals with their lengths: clang counts letters as steps of a constant expression, which are limited.
using std::string_view_literals::operator""sv;

struct Row {
  std::string_view target, function;
  int32_t bytes;
  std::string_view needs;  // separated by spaces
};

constexpr Row kLinked[] = {
#define NOOK_LINKED(target, function, bytes, needs) {target##sv, function##sv, bytes, needs##sv},
#include "nookc/target/linked.inc"
#undef NOOK_LINKED
};

// Targets without their own rows. GCC generates the same or nearly the same instructions for these cores;
// code for Xtensa and "generic" is assumed to be as long as RISC-V's.
struct Like {
  std::string_view target, table;
};
constexpr Like kLike[] = {{"cortex-m0plus", "cortex-m0"},
                          {"cortex-m23", "cortex-m0"},
                          {"cortex-m7", "cortex-m4"},
                          {"cortex-m33", "cortex-m4"},
                          {"cortex-m85", "cortex-m55"},
                          {"cortex-m33-nofp", "cortex-m4-nofp"},
                          {"xtensa", "rv32"},
                          {"generic", "rv32"}};

std::string_view table_of(std::string_view target) {
  for (const Like& like : kLike)
    if (like.target == target) return like.table;
  return target;
}

using Functions = std::map<std::string_view, const Row*>;

const Functions& functions_of(std::string_view table) {
  static const std::map<std::string_view, Functions> all = [] {
    std::map<std::string_view, Functions> made;
    for (const Row& row : kLinked) made[row.target][row.function] = &row;
    return made;
  }();
  static const Functions none;
  const auto found = all.find(table);
  return found == all.end() ? none : found->second;
}

}  // namespace

std::map<std::string_view, int32_t> linked_functions(const std::set<std::string_view>& kernels,
                                                     std::string_view target) {
  const Functions& functions = functions_of(table_of(target));
  std::map<std::string_view, int32_t> linked;
  std::vector<std::string_view> left(kernels.begin(), kernels.end());
  while (!left.empty()) {
    const auto found = functions.find(left.back());
    left.pop_back();
    if (found == functions.end() || !linked.emplace(found->first, found->second->bytes).second) continue;
    const std::string_view needs = found->second->needs;
    for (size_t at = 0; at < needs.size();) {
      const size_t end = std::min(needs.find(' ', at), needs.size());
      left.push_back(needs.substr(at, end - at));
      at = end + 1;
    }
  }
  return linked;
}

int64_t linked_bytes(const std::set<std::string_view>& kernels, std::string_view target) {
  int64_t sum = 0;
  for (const auto& [function, bytes] : linked_functions(kernels, target)) sum += bytes;
  return sum;
}

}  // namespace nookc
