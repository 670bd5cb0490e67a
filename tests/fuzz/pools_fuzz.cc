// For any description of a memory, or of a placement in one: it is read or refused with a code. A pool that
// was read is valid. The first byte chooses the reader of the rest.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/core/size.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/target/parse_pool.h"

namespace {

void need(bool holds) {
  if (!holds) __builtin_trap();
}

void check(const nookc::MemoryPool& pool) {
  need(!pool.name.empty() && pool.size >= 0 && pool.size <= INT32_MAX && pool.alignment > 0);
  need((pool.alignment & (pool.alignment - 1)) == 0);
  need(nookc::read_cost(pool) >= 0 && nookc::write_cost(pool) >= 0);
}

template <class T>
bool answered(const nookc::Result<T>& result) {
  if (!result) need(!result.diag().code.empty() && !result.diag().what.empty());
  return static_cast<bool>(result);
}

void read_json(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return;
  if (const auto pool = nookc::parse_pool(json); answered(pool)) check(*pool);
  if (const auto pools = nookc::parse_pools(json); answered(pools))
    for (const nookc::MemoryPool& pool : *pools) check(pool);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] == 'j') read_json(text);
  if (data[0] == 'w' || data[0] == 'c')
    if (const auto pool = nookc::parse_pool(text, data[0] == 'c'); answered(pool)) check(*pool);
  if (data[0] == 'p') (void)answered(nookc::parse_place(text));
  if (data[0] == 'o') (void)answered(nookc::parse_candidates(text));
  if (data[0] == 's')
    if (const auto bytes = nookc::parse_size(text)) need(*bytes > 0 && *bytes <= INT32_MAX);
  return 0;
}
