// Many graphs in one program for an emulated board, or for this machine: each is compiled in a random way and
// stored with its inputs and the outputs of this machine's interpreter.
#pragma once
#include <functional>
#include <optional>

#include "nookc/back/interface/interface.h"
#include "nookc/core/files.h"
#include "tests/generated/check.h"

namespace generated {

// The .tflite file for a seed; empty: there is none.
using ModelOfSeed = std::function<std::string(uint64_t seed)>;

// The sources of a model as one unit of a program: <name>_unit.c, which includes the others, and the row in
// the table of models.
struct Unit {
  nookc::Files files;
  std::string entry;           // "net3_test"
  int64_t constant_bytes = 0;  // approximate size in the flash
};
// Creates the unit of a model as number `i`. The seed chooses how it is compiled. Nothing if it does not fit
// its options, or is too large for a board.
using UnitOfModel =
    std::function<std::optional<Unit>(const std::string& tflite, uint64_t seed, int i, std::string& wrong)>;
UnitOfModel unit_for_board(const nookc::Target& target);

struct FirmwareOptions {
  std::string folder;  // where to write the sources; empty: nowhere
  std::string target = "cortex-m4";
  uint64_t first = 1;  // seed
  int count = 20;      // the most graphs: fewer if they do not fit into the flash
  int tries = 4;       // seeds to try for each of them
};

// The units of a program, each with its seed.
struct Member {
  Unit unit;
  uint64_t seed;
};
using TableOfUnits = std::function<nookc::Files(const std::vector<Member>&)>;
nookc::Files table_for_board(const std::vector<Member>& members);  // for board_main.c

// Writes the sources of a program with the requested number of graphs from the first seed on, or as many as
// fit into the flash, and prints the number of graphs and the first seed that is not included. Returns the
// exit code of the command.
int write_units(const FirmwareOptions& options, const ModelOfSeed& model_of, const UnitOfModel& unit_of,
                const TableOfUnits& table_of);

// The program for a board, which boards.py builds and runs.
int write_firmware(const FirmwareOptions& options, const ModelOfSeed& model_of);

// Members of `<name>_memory`, as initializers: scratch and persistent memory from lend().
std::string lent_members(const nookc::Interface& face);

// The bytes as a C array in flash, aligned for any element.
std::string array_text(const std::string& name, const std::vector<uint8_t>& bytes);

}  // namespace generated
