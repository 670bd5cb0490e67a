#include "nookc/back/run/serial_project.h"

#include "nookc/back/package/formats.h"
#include "nookc/back/resources/resources.h"
#include "nookc/back/run/glue.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

// The number of events of one run: two per whole operator, and two per step of operators that run by rows or
// strips.
int64_t most_events(const Program& program) {
  int64_t events = 2 * static_cast<int64_t>(program.graph.nodes.size());
  for (size_t call = 0; call < program.calls.size(); ++call) {
    if (const RowStage* stage = row_stage(program, call))
      events += 2 * ((int64_t{stage->turns} + stage->at_once - 1) / stage->at_once);
  }
  return events;
}

struct BoardPart {
  const char *board, *clock, *flags;
};

// The board file for the target's core; other cores get an example with a 16550 UART and a counter to be
// filled in.
BoardPart part_of(const Target& target) {
  const std::string_view name = target.name;
  if (target.this_machine()) return {"ports/serial/board_host.c", nullptr, ""};
  if (name.starts_with("cortex-m0")) return {"ports/serial/board_mps.c", "ports/bare/clock.c", ""};
  if (name.starts_with("cortex-m"))
    return {"ports/serial/board_mps.c", "ports/serial/clock_cortex_m.c", " -DNOOK_CLOCK_HZ=120000000"};
  if (name.starts_with("rv32"))
    return {"ports/serial/board_16550.c", "ports/serial/clock_riscv.c", " -DNOOK_CLOCK_HZ=160000000"};
  return {"ports/serial/board_16550.c", "ports/bare/clock.c", ""};
}

std::string readme(const Program& program, const std::string& name, const BoardPart& part) {
  const std::string target(program.target->name);
  return "# " + name + " on a board\n\nThe neural network " + name + ", compiled by nook for " + target +
         ", and a firmware that runs it for\n`nook run`, `nook validate` and `nook bench` over a serial "
         "port.\n\n"
         "1. Fill in what is marked `YOUR BOARD` in `board.c` (a serial port) and `clock.c` (a counter), or "
         "put\n   your own in their place. Clocks, flash and caches are set up by your start code.\n"
         "2. `make CC=... AR=... CFLAGS=\"-O2 " +
         (program.target->flags.empty() ? "..." : std::string(program.target->flags)) + part.flags +
         "\"` makes\n   `lib" + name +
         ".a`, which has `main()`. Link it in your board's project, with its start code and linker script; "
         "or\n   add all `.c` files to that project, with this folder as include path.\n"
         "3. Flash it, and\n\n       nook validate MODEL --target " +
         target + " --golden FOLDER --port /dev/ttyACM0@115200\n       nook bench MODEL --target " + target +
         " --port /dev/ttyACM0@115200\n\n"
         "`stack.c` measures no stack and has an empty `port_init()`. `ports/shared/stack.c` of nook "
         "measures, where the linker script has "
         "`port_stack_limit`\nand `port_stack_top`.\n";
}

std::string content_of(const std::string& path) { return std::string(resource(path).value_or("")); }

}  // namespace

Result<Files> serial_project(const Program& program, const EmitOptions& given) {
  if (const Status fine = check_runs_on_cpu(program); !fine) return fine.diag();
  EmitOptions options = given;
  options.events = true;
  const BoardPart part = part_of(*program.target);
  Files more = {runner_glue(program, options, ""),
                {"board.c", content_of(part.board)},
                {"stack.c", content_of("ports/serial/no_stack.c")},
                {"README.md", readme(program, options.name, part)},
                // A board has no memory for the events of large models.
                {"ports/runner/runner.c", "#define RUNNER_EVENTS " + std::to_string(most_events(program)) +
                                              "\n" + content_of("ports/runner/runner.c")}};
  if (part.clock) more.push_back({"clock.c", content_of(part.clock)});
  for (const char* path : {"ports/port.h", "ports/runner/runner.h", "ports/serial/frame.h",
                           "ports/serial/serial.h", "ports/serial/serial.c"})
    more.push_back({path, content_of(path)});
  return package(program, options, "makefile", std::move(more));
}

}  // namespace nookc
