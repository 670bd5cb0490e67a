#pragma once
#include "nook/core/tensor.h"

namespace nookc {

// Bytes rounded up to the alignment of buffers.
template <typename Bytes>
constexpr Bytes padded(Bytes bytes) {
  return (bytes + nook::kBufferAlignment - 1) / nook::kBufferAlignment * nook::kBufferAlignment;
}

}  // namespace nookc
