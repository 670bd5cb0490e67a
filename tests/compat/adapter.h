// Application memory for the adapter, with guards all around, and functions that try to build and run
// interpreters in it. Does not include the adapter's headers, which contain every operator: few files may
// include those.
#pragma once
#include "nook/interpreter.h"
#include "tests/compat/nets.h"
#include "tests/test.h"

namespace compat_test {

// How an interpreter gets its memory, which determines the roles of the buffers.
enum class Way { kArena, kAllocator, kPlanner, kTwoArenas, kFourBuffers };
constexpr Way kWays[] = {Way::kArena, Way::kAllocator, Way::kPlanner, Way::kTwoArenas, Way::kFourBuffers};
inline std::vector<nook_role> roles_of(Way way) {
  if (way == Way::kTwoArenas) return {NOOK_ROLE_PERSISTENT, NOOK_ROLE_SCRATCH};
  if (way != Way::kFourBuffers) return {NOOK_ROLE_ARENA};
  return {NOOK_ROLE_INPUT, NOOK_ROLE_OUTPUT, NOOK_ROLE_PERSISTENT, NOOK_ROLE_SCRATCH};
}

struct Lent {
  uint8_t* data;
  size_t bytes;
};

// The application's memory, of which only the lent parts may change.
class World {
 public:
  static constexpr size_t kRoom = 1 << 21, kGuard = 64;

  World() : memory_(kRoom + 64) {
    const uintptr_t base = reinterpret_cast<uintptr_t>(memory_.data());
    room_ = memory_.data() + (64 - base % 64) % 64;
  }
  // Lays out `lent` contiguously from a multiple of 64 on, each preceded by a guard, `off` bytes higher.
  void lay(std::vector<Lent>& lent, size_t off = 0) {
    size_t at = kGuard;
    for (Lent& l : lent) {
      l.data = room_ + at + off;
      at += (l.bytes + off + 2 * kGuard) & ~(kGuard - 1);
    }
    EXPECT(at <= kRoom);
    used_ = at < kRoom ? at : kRoom;
    memset(room_, 0xA5, used_);
  }
  uint8_t* room() { return room_; }
  bool whole(const std::vector<Lent>& lent) const {
    uint8_t untouched[kGuard];
    memset(untouched, 0xA5, sizeof untouched);
    for (size_t at = 0; at < used_; at += kGuard) {  // a multiple of the guard size
      const uint8_t* const block = room_ + at;
      if (memcmp(block, untouched, kGuard) == 0) continue;
      for (const uint8_t* p = block; p < block + kGuard; ++p) {
        bool inside = false;
        for (const Lent& l : lent)
          inside |= l.data && p >= l.data && static_cast<size_t>(p - l.data) < l.bytes;
        if (!inside && *p != 0xA5) return false;
      }
    }
    return true;
  }

 private:
  Bytes memory_;
  uint8_t* room_;
  size_t used_ = 0;
};

struct Outcome {
  bool accepted = false, right = false;
  size_t used = 0;  // bytes of the arena
  nook_interpreter_fault fault = {};
};

// Builds an interpreter in the lent buffers, which have the roles of `way`, and runs the net in it.
Outcome attempt(const Net& net, Way way, const std::vector<Lent>& lent);

// Sizes of four buffers; all -1: refused.
struct Sizes {
  bool accepted;
  int32_t inputs, outputs, persistent, scratch;
};
Sizes query(const Net& net);

// Enough memory for every role.
std::vector<Lent> enough(const Net& net, Way way);

// |x|, by an operator of nook and an operator of the application whose persistent buffer detects writes.
const Net& smooth();

// Several interpreters on one allocator, with a single arena or with separate arenas for persistent and other
// data. Expects that all accepted interpreters compute correctly in any order, and that nothing around the
// arena is written. Returns whether all were accepted in an arena of `bytes`.
enum class House { kOneArena, kTwoArenas };
bool share(const std::vector<const Net*>& tenants, House house, size_t bytes);

}  // namespace compat_test
