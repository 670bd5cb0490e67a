#include "nookc/map/map.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/core/output.h"
#include "nookc/core/read_file.h"
#include "nookc/plan/formats/problem_file.h"

namespace nookc {
namespace {

struct Options {
  ModelOptions model;
  std::string problem;
  std::vector<std::string> outputs;
};

Result<Map> make_map(const Options& options, const Cli& cli) {
  if (options.model.model.empty() == options.problem.empty())
    return Diag{
        Exit::kUsage, "N2019", {}, "need a model or --problem FILE", "nook map kws.tflite -o kws.html"};
  if (!options.problem.empty()) {
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
  const Result<CompiledModel> compiled = compile_model(options.model, cli.provenance);
  if (!compiled) return compiled.diag();
  return map_of(compiled->program, compiled->emit.name);
}

int terminal_width() {
  const char* columns = std::getenv("COLUMNS");
  const int width = columns ? std::atoi(columns) : 0;
  return width >= 40 && width <= 500 ? width : 100;
}

Result<Exit> map_command(const Cli& cli, const Options& options) {
  for (const std::string& output : options.outputs)
    if (!output.ends_with(".svg") && !output.ends_with(".html") && !output.ends_with(".txt"))
      return Diag{Exit::kUsage,
                  "N2019",
                  {},
                  "'" + output + "' ends like no map",
                  "-o plan.html, plan.svg or plan.txt"};
  const Result<Map> map = make_map(options, cli);
  if (!map) return map.diag();
  if (options.outputs.empty()) print("%s", map_text(*map, terminal_width()).c_str());
  Output writing = output_of(options.model);
  writing.inputs.emplace_back(options.problem);
  for (const std::string& output : options.outputs) {
    const std::filesystem::path to(output);
    const std::string text = output.ends_with(".svg")    ? map_svg(*map)
                             : output.ends_with(".html") ? map_html(*map)
                                                         : map_text(*map, terminal_width());
    if (const Status written = write_output(to, text, writing); !written) return written.diag();
  }
  return Exit::kOk;
}

}  // namespace

void add_map(Cli& cli) {
  const auto options = std::make_shared<Options>();
  Subcommand command = add_command(cli, "map", "Draw a plan: time across, addresses up, one picture per pool",
                                   "nook map kws.tflite --target cortex-m4 -o kws.html -o kws.svg");
  command.add_option("MODEL", options->model.model, "the .tflite or .onnx file").type("FILE");
  add_borders(command, options->model.borders);
  command.add_option("--problem", options->problem, "draw the plan of this JSON or CSV instead")
      .type("FILE")
      .not_empty();
  command
      .add_option("-o,--output", options->outputs,
                  "a page, a picture or text: .html, .svg, .txt (repeatable;\ndefault: text on the terminal)")
      .type("FILE")
      .repeatable()
      .not_empty();
  add_target(command, options->model, false);
  add_compile_options(command, options->model);
  command.on_given([&cli, options] { cli.action = [&cli, options] { return map_command(cli, *options); }; });
}

}  // namespace nookc
