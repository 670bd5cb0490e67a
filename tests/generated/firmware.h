// Many graphs in one program for an emulated board: each compiled in a way of its own, with its inputs and
// what the interpreter of this machine makes of them.
#pragma once
#include <optional>

#include "nookc/core/files.h"
#include "tests/generated/check.h"

namespace generated {

// The sources for the graph of a seed as number `i` of a program: <name>_unit.c, which includes the others,
// and the line of the table of models. Nothing: it does not fit as asked, or is too large for a board.
struct Unit {
  nookc::Files files;
  std::string entry;           // "net3_test"
  int64_t constant_bytes = 0;  // about what it takes of the flash
};
std::optional<Unit> unit_of(uint64_t seed, int i, const nookc::Target& target, std::string& wrong);

// Those of `count` graphs from `first` on that are not too many for the flash, and the table. `next`: the
// first seed that is not in.
nookc::Files firmware(uint64_t first, int count, const nookc::Target& target, uint64_t& next, int& models,
                      std::string& wrong);

}  // namespace generated
