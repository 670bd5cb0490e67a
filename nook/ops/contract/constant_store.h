// The memory into which an interpreter packs weights for its kernels: contiguous blocks after a stamp.
#pragma once
#include <stdint.h>

#include "nook/core/tensor.h"
#include "nook/kernels/dot/pack/packed_bytes.h"
#include "nook/memory/arena.h"

namespace nook {

constexpr uint32_t kConstantAlignment = kBufferAlignment;
constexpr uint32_t kMostConstants = 0x7FFFFFF0;

// The stamp at the start of the memory.
struct ConstantStamp {
  uint32_t magic, bytes, reserved[2];
};
constexpr uint32_t kConstantMagic = 0x336B636E;  // "nck3"
static_assert(sizeof(ConstantStamp) == kConstantAlignment, "blocks begin after it");

class Model;

struct ConstantStore {
  uint8_t* data = nullptr;
  size_t bytes = 0;
  bool writes = false;       // false: the blocks are already written, and
  bool same = true;          // `same` says whether each byte equals the byte that would be written
  Arena* working = nullptr;  // for tables that are needed while a block is written
  uint32_t used = sizeof(ConstantStamp);
  // Whether another operator reads these weights, too. Packed weights contain biases and zero points, so
  // shared weights stay as they are in the model, once.
  bool (*shared)(ConstantStore& store, const void* weights) = nullptr;
  const Model* model = nullptr;
  uint32_t looks = 1u << 22;  // operands that shared() may still look at: a bound for large models

  bool usable() const { return data && (reinterpret_cast<uintptr_t>(data) & (kConstantAlignment - 1)) == 0; }

  // The next block; null if the memory is full or missing. Then the block is only counted, up to a limit.
  uint8_t* take(uint32_t size) {
    const uint32_t at = used;
    if (size > kMostConstants - used) return used = kMostConstants, nullptr;
    used = (used + size + kConstantAlignment - 1) & ~(kConstantAlignment - 1);
    return usable() && used <= bytes ? data + at : nullptr;
  }

  PackedBytes at(uint8_t* block) const { return writes ? PackedBytes(block) : PackedBytes::against(block); }
};

}  // namespace nook
