#pragma once
#include <cstdint>
#include <vector>

#include "nook/managed/circular_arena.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// The offsets that the blocks of a model on managed tensors would have if no block ever had to move: one for
// each of Program::buffers, in the arena of generated code.
struct ManagedLayout {
  // With an alignment of 16, blocks have the same size on every target, and also with 32-bit offsets.
  using Arena = nook::managed::CircularArenaAllocator<uint16_t, 16>;
  std::vector<int32_t> places;     // bytes from the start of the arena to the header
  int32_t bytes = 0;               // size of the arena
  int32_t lower_bound = 0;         // proved: no smaller arena is enough
  std::vector<int32_t> buffer_of;  // per tensor of the graph: its buffer, or -1
};

}  // namespace nookc
