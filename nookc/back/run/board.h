// The boards on which a compiled model can run: this machine and the emulated boards of ports/boards.inc.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/target/target.h"

namespace nookc {

struct Memory {
  uint32_t origin, bytes;
};

struct Board {
  std::string_view target;
  std::string_view emulator;       // empty: this machine
  std::string_view machine;        // flags of the emulator, separated by spaces
  std::string_view tools;          // prefix of the GNU tools
  std::string_view flags;          // for compiler and linker
  std::string_view sources;        // sources of every firmware, relative to ports/
  std::string_view linker_script;  // relative to ports/
  Memory code, ram, large;

  bool emulated() const { return !emulator.empty(); }
};

// The board that runs programs for a target; boards also run code for smaller cores. Null if there is none.
const Board* board_of(const Target& target);
// This machine, with the portable kernels.
const Board& host_board();

std::vector<std::string> split_words(std::string_view text);

// The path of a program that a board needs. Diag N4005: it is not installed; the hint names its Debian
// package.
Result<std::string> find_tool(const std::string& name);

// Whether a board's compiler and emulator are installed. Diag N4005 names all that are missing.
Status check_tools(const Board& board);

// fastest_here() or, if this machine's C compiler is too old for it, the fastest target that the compiler
// supports. The default of commands that run a model.
const Target& fastest_built_here();

// The C compiler for a board. On the host: $CC if set, else cc.
Result<std::string> find_compiler(const Board& board);

}  // namespace nookc
