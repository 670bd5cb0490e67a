#pragma once
#include <memory>

#include "nook/memory/arena.h"

namespace nookc {

// Memory for the results of prepare_node(), for one node at a time.
class NodeMemory {
 public:
  // An arena over all of it; earlier contents are lost.
  nook::Arena arena() {
    return nook::Arena({reinterpret_cast<uint8_t*>(words_.get()), kWords * sizeof(uint64_t)});
  }

 private:
  static constexpr size_t kWords = size_t{1} << 17;
  // Not zeroed: passes measure often, and most nodes need only a few of these bytes.
  std::unique_ptr<uint64_t[]> words_ = std::make_unique_for_overwrite<uint64_t[]>(kWords);
};

}  // namespace nookc
