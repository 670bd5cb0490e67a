// Many graphs in one program for an emulated board: each compiled in a way of its own, with its inputs and
// what the interpreter of this machine makes of them.
#pragma once
#include <functional>
#include <optional>

#include "nookc/core/files.h"
#include "tests/generated/check.h"

namespace generated {

// The .tflite file of a seed; empty: there is none.
using ModelOfSeed = std::function<std::string(uint64_t seed)>;

// The sources for a model as number `i` of a program: <name>_unit.c, which includes the others, and the line
// of the table of models. The seed chooses how it is compiled. Nothing: it does not fit as asked, or is too
// large for a board.
struct Unit {
  nookc::Files files;
  std::string entry;           // "net3_test"
  int64_t constant_bytes = 0;  // about what it takes of the flash
};
std::optional<Unit> unit_of(const std::string& tflite, uint64_t seed, int i, const nookc::Target& target,
                            std::string& wrong);

struct FirmwareOptions {
  std::string folder;  // where its sources are written; empty: none is asked for
  std::string target = "cortex-m4";
  uint64_t first = 1;  // seed
  int count = 20;      // of graphs, at most: fewer where they are too many for the flash
};

// Writes the sources of a program for a board, which boards.py builds and runs, and prints how many graphs
// are in it and the first seed that is not. Returns the exit code of the command.
int write_firmware(const FirmwareOptions& options, const ModelOfSeed& model_of);

}  // namespace generated
