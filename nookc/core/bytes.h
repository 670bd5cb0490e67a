#pragma once
#include <cstddef>
#include <vector>

namespace nookc {

using Bytes = std::vector<std::byte>;

}  // namespace nookc
