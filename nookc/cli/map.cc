#include <cstdio>
#include <set>

#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/core/interrupt.h"
#include "nookc/core/json.h"
#include "nookc/core/output.h"
#include "nookc/core/read_file.h"
#include "nookc/middle/plan/formats/problem_file.h"
#include "nookc/study/map/change.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

struct MapCommandOptions {
  ModelOptions model;
  std::string other, problem;
  std::vector<std::string> outputs;
  Subcommand command;
};

Diag usage(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2019", {}, what, hint};
}

Result<Map> map_of_problem(const MapCommandOptions& options) {
  const std::set<std::string> read = {"--problem", "--output",     "--force",          "--full",
                                      "--solver",  "--time-limit", "--workspace-pool", "--pools"};
  for (const std::string& given : options.command.given())
    if (!read.contains(given))
      return usage(given + " is for a model, not for --problem", "leave out one of the two");
  const Result<std::vector<std::byte>> bytes = read_file(options.problem);
  if (!bytes) return bytes.diag();
  Result<Task> task = parse_problem(*bytes, options.problem);
  if (!task) return task.diag();
  Result<std::vector<MemoryPool>> pools = read_pools(options.model.pools);
  if (!pools) return pools.diag();
  if (!pools->empty()) task->pools = *std::move(pools);
  const Result<TaskPlan> plan =
      solve_task(*task, options.model.solver.solver, effort_of(options.model.solver));
  if (!plan) return plan.diag();
  return map_of(*task, *plan);
}

Result<Map> map_of_report(const std::string& file) {
  const Result<nlohmann::json> report =
      read_json(file, {Exit::kUsage, "N2029", file, {}, "the file NAME.json that nook compile writes"});
  if (!report) return report.diag();
  return map_of(*report, file);
}

bool is_report(const std::string& file) { return file.ends_with(".json"); }

// Refuses options for a finished build: they could not change its report.
Status check_reports(const MapCommandOptions& options) {
  const std::string& first = options.model.model;
  if (!options.other.empty() && !(is_report(first) && is_report(options.other)))
    return usage(
        "two builds are compared by their reports, have " + (is_report(first) ? options.other : first),
        "compile both, then nook map before/kws.json after/kws.json");
  for (const std::string& given : options.command.given())
    if (given != "--output" && given != "MODEL" && given != "OTHER" && given != "--force" &&
        given != "--full")
      return usage(given + " has no effect on a report: its build is finished",
                   "compile again with it, or name the model");
  return Done{};
}

Result<std::vector<Map>> make_maps(const MapCommandOptions& options, const Cli& cli) {
  const std::string& first = options.model.model;
  if (first.empty() == options.problem.empty())
    return usage("need a model, a report or --problem FILE", "nook map kws.tflite -o kws.html");
  std::vector<Map> maps;
  if (!options.problem.empty() || !(is_report(first) || !options.other.empty())) {
    Result<Map> map = Map();
    if (options.problem.empty()) {
      const Result<CompiledModel> compiled = compile_model(options.model, cli.provenance);
      if (!compiled) return compiled.diag();
      map = map_of(report_json(compiled->program, compiled->emit), first);
    } else {
      map = map_of_problem(options);
    }
    if (!map) return map.diag();
    maps.push_back(*std::move(map));
    return maps;
  }
  if (const Status sound = check_reports(options); !sound) return sound.diag();
  for (const std::string& file : {first, options.other}) {
    if (file.empty()) continue;
    Result<Map> map = map_of_report(file);
    if (!map) return map.diag();
    maps.push_back(*std::move(map));
  }
  return maps;
}

std::string text_of(const std::vector<Map>& maps, int width) {
  return maps.size() > 1 ? change_text(maps[0], maps[1], width) : map_text(maps[0], width);
}

Result<Exit> map_command(const Cli& cli, const MapCommandOptions& options) {
  for (const std::string& output : options.outputs)
    if (!output.ends_with(".svg") && !output.ends_with(".html") && !output.ends_with(".txt"))
      return usage("'" + output + "' is not a .html, .svg or .txt file",
                   "-o plan.html, plan.svg or plan.txt");
  take_interrupts();
  const Result<std::vector<Map>> maps = make_maps(options, cli);
  if (!maps) return maps.diag();
  say_if_interrupted();
  if (options.outputs.empty()) print("%s", text_of(*maps, view_of(cli).width).c_str());
  Output writing = output_of(options.model);
  for (const std::string& input : {options.problem, options.other}) writing.inputs.emplace_back(input);
  for (const std::string& output : options.outputs) {
    const std::filesystem::path to(output);
    const std::string text = output.ends_with(".svg")    ? map_svg(*maps)
                             : output.ends_with(".html") ? map_html(*maps)
                                                         : text_of(*maps, 0);
    if (const Status written = write_output(to, text, writing); !written) return written.diag();
  }
  return Exit::kOk;
}

}  // namespace

void add_map(Cli& cli, Subcommand command) {
  MapCommandOptions& options = add_action<MapCommandOptions>(cli, command, map_command);
  options.command = command;
  command.add_option("MODEL", options.model.model, "the .tflite or .onnx file, or the .json of a build")
      .type("FILE");
  command.add_option("OTHER", options.other, "the .json of another build, to show what changed").path("FILE");
  add_borders(command, options.model.borders);
  command.add_option("--problem", options.problem, "draw the plan of this JSON or CSV instead").path("FILE");
  command
      .add_option("-o,--output", options.outputs,
                  "a page, a picture or text: .html, .svg, .txt (repeatable;\ndefault: text on the terminal)")
      .type("FILE")
      .repeatable()
      .not_empty();
  add_target(command, options.model, false);
  add_compile_options(command, options.model);
  add_full(cli, command, "print whole names, however narrow the terminal");
}

}  // namespace nookc
