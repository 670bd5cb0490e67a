// Many graphs in one program for an emulated board, or for this machine: each compiled in a way of its own,
// with its inputs and what the interpreter of this machine makes of them.
#pragma once
#include <functional>
#include <optional>

#include "nookc/back/emit/interface.h"
#include "nookc/core/files.h"
#include "tests/generated/check.h"

namespace generated {

// The .tflite file of a seed; empty: there is none.
using ModelOfSeed = std::function<std::string(uint64_t seed)>;

// The sources for a model as one of a program: <name>_unit.c, which includes the others, and the line of the
// table of models.
struct Unit {
  nookc::Files files;
  std::string entry;           // "net3_test"
  int64_t constant_bytes = 0;  // about what it takes of the flash
};
// Makes that of a model as number `i`. The seed chooses how it is compiled. Nothing: it does not fit as
// asked, or is too large for a board.
using UnitOfModel =
    std::function<std::optional<Unit>(const std::string& tflite, uint64_t seed, int i, std::string& wrong)>;
UnitOfModel unit_for_board(const nookc::Target& target);

struct FirmwareOptions {
  std::string folder;  // where its sources are written; empty: none is asked for
  std::string target = "cortex-m4";
  uint64_t first = 1;  // seed
  int count = 20;      // of graphs, at most: fewer where they are too many for the flash
  int tries = 4;       // seeds that are looked at for each of them
};

// The units of a program, each with its seed.
struct Member {
  Unit unit;
  uint64_t seed;
};
using TableOfUnits = std::function<nookc::Files(const std::vector<Member>&)>;

// Writes the sources of a program with the graphs from the first seed on, as many as are asked for and not
// too many for the flash, and prints how many graphs are in it and the first seed that is not. Returns the
// exit code of the command.
int write_units(const FirmwareOptions& options, const ModelOfSeed& model_of, const UnitOfModel& unit_of,
                const TableOfUnits& table_of);

// The program for a board, which boards.py builds and runs.
int write_firmware(const FirmwareOptions& options, const ModelOfSeed& model_of);

// Members of `<name>_memory`, as initializers: the scratch and the persistent memory, that lend() hands out.
std::string lent_members(const nookc::Interface& face);

// The bytes as an array of C in flash, aligned for any element.
std::string array_text(const std::string& name, const std::vector<uint8_t>& bytes);

}  // namespace generated
