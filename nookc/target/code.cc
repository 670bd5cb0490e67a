#include "nookc/target/code.h"

#include <utility>
#include <vector>

namespace nookc {
namespace {

using Functions = std::map<std::string_view, int32_t>;

std::map<std::string_view, Functions> read_table() {
  const std::pair<std::string_view, std::vector<std::pair<std::string_view, int32_t>>> rows[] = {
#define NOOK_CODE(symbol, ...) {#symbol, {__VA_ARGS__}},
#include "nookc/target/code.inc"
#undef NOOK_CODE
  };
  std::map<std::string_view, Functions> all;
  for (const auto& [symbol, functions] : rows) all[symbol] = Functions(functions.begin(), functions.end());
  return all;
}

}  // namespace

const Functions& kernel_code(std::string_view symbol) {
  static const std::map<std::string_view, Functions> all = read_table();
  static const Functions none;
  const auto found = all.find(symbol);
  return found == all.end() ? none : found->second;
}

}  // namespace nookc
