#include "nookc/back/run/board.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "nook/core/isa.h"
#include "nookc/back/run/process.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr Board kHosts[] = {
    {"host", "", "", "", "", "host/host.c", "", {0, 0}, {0, 0}, {0, 0}},
    {"host-avx2", "", "", "", "-mavx2", "host/host.c", "", {0, 0}, {0, 0}, {0, 0}},
    {"host-vnni", "", "", "", "-mavx2 -mavxvnni", "host/host.c", "", {0, 0}, {0, 0}, {0, 0}},
    {"host-neon", "", "", "", "", "host/host.c", "", {0, 0}, {0, 0}, {0, 0}},
    {"host-dotprod", "", "", "", "-march=armv8.2-a+dotprod", "host/host.c", "", {0, 0}, {0, 0}, {0, 0}},
};

constexpr Board kBoards[] = {
#define NOOK_BOARD(target, emulator, machine, tools, flags, sources, stdio_sources, script, code_origin, \
                   code_bytes, ram_origin, ram_bytes, large_origin, large_bytes)                         \
  {target,                                                                                               \
   emulator,                                                                                             \
   machine,                                                                                              \
   tools,                                                                                                \
   flags,                                                                                                \
   sources,                                                                                              \
   script,                                                                                               \
   {code_origin, code_bytes},                                                                            \
   {ram_origin, ram_bytes},                                                                              \
   {large_origin, large_bytes}},
#include "ports/boards.inc"
#undef NOOK_BOARD
};

// The Debian packages of the programs that nook calls; the longest matching prefix of the name counts.
const char* package_of(const std::string& program) {
  struct Row {
    const char *prefix, *package;
  };
  static constexpr Row kRows[] = {
      {"arm-none-eabi-", "gcc-arm-none-eabi libnewlib-arm-none-eabi"},
      {"riscv64-unknown-elf-", "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf"},
      {"qemu-system-arm", "qemu-system-arm"},
      {"qemu-system-riscv", "qemu-system-misc"},
      {"valgrind", "valgrind"},
      {"openssl", "openssl"},
  };
  for (const Row& row : kRows)
    if (program.starts_with(row.prefix)) return row.package;
  return "gcc";
}

}  // namespace

const Board* board_of(const Target& target) {
  for (const Board& board : kBoards)
    if (board.target == target.board) return &board;
  for (const Board& host : kHosts)
    if (host.target == target.board) return &host;
  return nullptr;
}

const Board& host_board() { return kHosts[0]; }

std::vector<std::string> split_words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

Result<std::string> find_tool(const std::string& name) {
  if (const auto path = find_program(name)) return path->string();
  return Diag{Exit::kInputOutput, "N4005", name, "this program is needed and not installed",
              std::string("apt-get install ") + package_of(name)};
}

Status check_tools(const Board& board) {
  if (!board.emulated()) return Done{};
  std::vector<std::string> missing, packages;
  for (const std::string& name : {std::string(board.tools) + "gcc", std::string(board.emulator)}) {
    if (find_program(name)) continue;
    missing.push_back(name);
    packages.emplace_back(package_of(name));
  }
  if (missing.empty()) return Done{};
  return Diag{Exit::kInputOutput, "N4005", join_text(missing),
              missing.size() > 1 ? "these programs are needed and not installed"
                                 : "this program is needed and not installed",
              "apt-get install " + join_text(packages, " ")};
}

const Target& fastest_built_here() {
  const Result<std::string> compiler = find_compiler(host_board());
  const Target* fastest = &fastest_here();
  const auto all = targets();
  if (!compiler) return *fastest;  // building then reports the error
  const auto builds = [&](const Target& target) {
    std::vector<std::string> words = split_words(target.flags);
    words.insert(words.begin(), {*compiler, "-E", "-x", "c", "/dev/null"});
    const Result<Finished> done = run_command({std::move(words), {}, 0});
    return done && done->exit_code == 0;
  };
  while (fastest != all.data() && !builds(*fastest)) --fastest;  // slower targets come before it
  return *fastest;
}

Result<std::string> find_compiler(const Board& board) {
  if (board.emulated()) return find_tool(std::string(board.tools) + "gcc");
  const char* given = std::getenv("CC");
  if (!given || !*given) return find_tool("cc");
  const std::string name = given;
  if (name.find('/') != std::string::npos && access(name.c_str(), X_OK) == 0) return name;
  if (const auto path = find_program(name)) return path->string();
  return Diag{Exit::kInputOutput, "N4005", name, "the environment's CC names it, and it is not a program",
              "CC is the name or path of one C compiler, without options; unset it to take cc"};
}

}  // namespace nookc
