#include "nookc/cli/board_file.h"
#include "nookc/cli/command.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/request/request.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

struct BoardsCommandOptions {
  std::string name, target;
};

Json part_json(const Part& part) {
  Json pools = Json::array();
  for (const MemoryPool& pool : pools_of(part))
    pools.push_back(
        {{"name", pool.name}, {"kind", pool.constant ? "constant" : "workspace"}, {"bytes", pool.size}});
  return {{"name", part.name},
          {"part", part.part},
          {"vendor", part.vendor.empty() ? Json(nullptr) : Json(part.vendor)},
          {"target", part.target},
          {"pools", pools},
          {"clock_hz", int64_t{part.mhz} * 1000000},
          {"wait_states", part.wait_states < 0 ? Json(nullptr) : Json(part.wait_states)}};
}

std::vector<std::string> line_of(const Part& part) {
  return {std::string(part.name),
          std::string(part.part),
          std::string(part.target),
          std::string(part.ram),
          std::string(part.flash),
          std::to_string(part.mhz),
          part.wait_states < 0 ? "-" : std::to_string(part.wait_states)};
}

Result<Exit> boards_command(const Cli& cli, const BoardsCommandOptions& options) {
  std::vector<const Part*> listed;
  if (!options.name.empty()) {
    const Result<const Part*> part = board_named(options.name);
    if (!part) return part.diag();
    listed.push_back(*part);
  } else {
    for (const Part& part : parts()) listed.push_back(&part);
  }
  Json all = Json::array();
  std::vector<std::vector<std::string>> lines = {
      {"board", "part", "target", "RAM", "flash", "MHz", "wait states"}};
  for (const Part* part : listed) {
    if (!options.target.empty() && part->target != options.target) continue;
    all.push_back(part_json(*part));
    lines.push_back(line_of(*part));
  }
  if (cli.json) {
    print_json(cli, {{"boards", all}});
  } else {
    print_table(lines, "", view_of(cli).width, {"wait states", "part", "target"});
  }
  return Exit::kOk;
}

}  // namespace

void add_boards(Cli& cli, Subcommand command) {
  BoardsCommandOptions& options = add_action<BoardsCommandOptions>(cli, command, boards_command);
  command.add_option("BOARD", options.name, "only this board; or your own file, board.toml (docs/cli.md)")
      .type("BOARD|FILE");
  as_target(command.add_option("--target", options.target, "only boards with this core"));
  add_full(cli, command, "print all columns, however narrow the terminal");
  add_json(cli, command, "print them as JSON");
}

}  // namespace nookc
