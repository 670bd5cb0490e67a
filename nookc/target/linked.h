#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string_view>

namespace nookc {

// Bytes of code and tables that a program links for kernels on a target, library functions included, from
// linked.inc (tools/kernel_link.py) for the same core or the most similar one. 0: the target has none.
int64_t linked_bytes(const std::set<std::string_view>& kernels, std::string_view target);
// Likewise, the bytes of each function and table.
std::map<std::string_view, int32_t> linked_functions(const std::set<std::string_view>& kernels,
                                                     std::string_view target);

}  // namespace nookc
