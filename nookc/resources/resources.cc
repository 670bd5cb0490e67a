#include "nookc/resources/resources.h"

#include <algorithm>
#include <vector>

#include "resource_symbols.inc"

namespace nookc {

std::span<const Resource> resources() {
  static const std::vector<Resource> all = {
#define NOOK_RESOURCE(path, begin, end) {path, {begin, static_cast<size_t>(end - begin)}},
#include "resource_rows.inc"
#undef NOOK_RESOURCE
  };
  return all;
}

std::optional<std::string_view> resource(std::string_view path) {
  const auto all = resources();
  const auto at = std::ranges::lower_bound(all, path, {}, &Resource::path);
  if (at == all.end() || at->path != path) return std::nullopt;
  return at->content;
}

}  // namespace nookc
