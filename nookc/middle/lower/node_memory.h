#pragma once
#include <memory>

#include "nook/memory/arena.h"

namespace nookc {

// Room for what prepare_node() makes of one node at a time.
class NodeMemory {
 public:
  // All of it, whatever it held before.
  nook::Arena arena() {
    return nook::Arena({reinterpret_cast<uint8_t*>(words_.get()), kWords * sizeof(uint64_t)});
  }

 private:
  static constexpr size_t kWords = size_t{1} << 17;
  // Not set to zeros: passes are measured often, and most nodes need few of these bytes.
  std::unique_ptr<uint64_t[]> words_ = std::make_unique_for_overwrite<uint64_t[]>(kWords);
};

}  // namespace nookc
