// The static schedule of two cores.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"

namespace nookc {

// Gives the halves of divided operators, which follow each other, to two cores: they get one step.
void pair_calls(Program& program, const Storage& storage);

// The bytes by which the second core gets the application's buffers: up to 8 for each pointer.
int32_t handover_bytes(const Program& program);

// Whether another call runs at the same time.
bool has_partner(const Program& program, size_t call);

// Whether the run may end after a call, before the second core's last half.
bool ends_for_both(const Program& program, size_t call);

// An action of a core; a run is a list of them. A signal ends the other core's next wait: after the wait,
// that core sees all bytes that were written before the signal. Where a run may end early (kLeave), the first
// core notes that in the handover, signals, and waits; the second finds the note after its next wait,
// signals, and returns.
struct CoreAction {
  enum class Kind : uint8_t { kCall, kSignal, kWait, kLeave };
  Kind kind;
  // Index into Program::calls; the first of a chain stands for all of it. kLeave: the call that may end the
  // run; on the second core, the last of those since its call before.
  size_t call = 0;
};
using CoreActions = std::array<std::vector<CoreAction>, 2>;
CoreActions core_actions(const Program& program);

// Bytes that a call reads or writes: a part of a pool's scratch, of an input or of an output.
struct BytesUsed {
  Location at;
  int32_t bytes;

  bool overlaps(const BytesUsed& other) const;
};
struct CallBytes {
  std::vector<BytesUsed> reads, writes;
};
CallBytes bytes_of_call(const Program& program, size_t call);

// Two accesses to one byte, one of them a write, that no signal separates; or a wait without a signal; in a
// whole run, or in one that ends early. Empty: there is none. Shares no code with the plan and follows only
// the actions.
std::string find_race(const Program& program, const CoreActions& actions);

}  // namespace nookc
