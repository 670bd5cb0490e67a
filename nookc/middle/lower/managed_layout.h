#pragma once
#include <cstdint>
#include <vector>

#include "nook/managed/circular_arena.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// Where the blocks of a model on managed tensors would lie if nothing ever had to move, for each of
// Program::buffers, in the arena of generated code.
struct ManagedLayout {
  // With an alignment of 16 its blocks are of the same size on every target, and with 32-bit offsets as well.
  using Arena = nook::managed::CircularArenaAllocator<uint16_t, 16>;
  std::vector<int32_t> places;     // bytes from the start of the arena to the header
  int32_t bytes = 0;               // of the arena
  int32_t lower_bound = 0;         // no arena is smaller, which is proved
  std::vector<int32_t> buffer_of;  // per tensor of the graph: its buffer, or -1
};

}  // namespace nookc
