// Buffers and pools are numbered by int32_t, as in files and on devices; vectors are indexed by size_t. at()
// converts.
#pragma once
#include <cstddef>
#include <cstdint>

namespace nookc {

inline size_t at(int32_t i) { return static_cast<size_t>(i); }

}  // namespace nookc
