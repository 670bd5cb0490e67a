// The boards that nook knows: core, memories and clock of each board's part.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/target/memory_pool.h"
#include "nookc/target/target.h"

namespace nookc {

// One row of parts.inc.
struct Part {
  std::string_view name, part, target;
  std::string_view ram;    // "dtcm=128KiB axi=512KiB"
  std::string_view flash;  // "2MiB"
  int32_t mhz;
  int32_t wait_states;           // flash wait states at that clock; -1: it has a cache, or is external
  std::string_view vendor = {};  // maker of the part; empty: a board of the user
};

std::span<const Part> parts();
std::vector<std::string> part_names();
// Null if there is none of that name, neither in parts.inc nor added.
const Part* find_part(std::string_view name);

// Adds a user's own board for the rest of the process. find_part() finds it by `key`; if several have the
// same key, the last one counts.
struct OwnPart {
  std::string key, name, part, target, ram, flash;
  int32_t mhz = 0, wait_states = -1;
};
const Part& add_part(OwnPart own);

// The memories of a part: the scratch memories in order, then "flash" for constants, with sizes.
std::vector<MemoryPool> pools_of(const Part& part);
int64_t ram_bytes(const Part& part);
int64_t flash_bytes(const Part& part);

}  // namespace nookc
