// nook plan: plans problem files and models without compiling them, reads and writes plans, and plans several
// models in one scratch.
#include <cstdio>

#include "nookc/back/interpreter_export/interpreter_task.h"
#include "nookc/back/interpreter_export/row_chain_metadata.h"
#include "nookc/cli/engine.h"
#include "nookc/cli/plan_models.h"
#include "nookc/cli/pool_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/interrupt.h"
#include "nookc/core/output.h"
#include "nookc/core/read_file.h"
#include "nookc/core/size.h"
#include "nookc/core/text.h"
#include "nookc/front/import/listing.h"
#include "nookc/middle/plan/formats/offline_plan.h"
#include "nookc/middle/plan/formats/plan_file.h"
#include "nookc/middle/plan/formats/plan_header.h"
#include "nookc/middle/plan/formats/problem_file.h"

namespace nookc {
namespace {

struct PlanCommandOptions {
  std::string model, problem, capacity, plan, output, embed;
  PoolOptions pools;
  SolverOptions solver;
  ModelsOptions models;
  ModelOptions interpreter;  // --engine and its options
  bool inputs_in_scratch = false, outputs_in_scratch = false, rows = false, overlap = false;
};

// A plan as C header ends up in programs whose planner may not check it.
bool is_header(const PlanCommandOptions& options) { return options.output.ends_with(".h"); }

// The problem, and the model that it comes from, if any.
struct Source {
  ModelTask from;
  std::vector<std::byte> bytes;
  std::optional<nook::Model> model;
};

Diag usage(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2019", {}, what, hint};
}

// Either all inputs and outputs are in the scratch, or none.
InterpreterOptions asked(const PlanCommandOptions& options) {
  InterpreterOptions asked;
  asked.inputs_in_scratch = options.inputs_in_scratch ? ~0u : 0;
  asked.outputs_in_scratch = options.outputs_in_scratch ? ~0u : 0;
  asked.weights = weights_of(options.interpreter), asked.rows = options.rows;
  return asked;
}

// Checks that options for planning several models are not mixed with options for a single source.
Status check_source(const PlanCommandOptions& options) {
  const bool together = !options.models.models.empty();
  if (together && !options.model.empty())
    return usage("'" + printable(options.model) + "' can't be combined with --models",
                 "nook plan --models kws.tflite vww.tflite");
  const std::vector<const char*> of_one = {
      "--problem", "--capacity", "--plan",      "--output",      "--embed",     "--engine", "--weights",
      "--rows",    "--io",       "--io-layout", "--input-shape", "--signature", "--overlap"};
  for (const char* name : together ? of_one : std::vector<const char*>{"--region", "--header"})
    if (options.interpreter.command.has(name))
      return usage(std::string(name) + (together ? " can't be combined with --models" : " needs --models"),
                   together ? "leave out one of the two" : "nook plan --models kws.tflite vww.tflite");
  for (const char* name : {"--io", "--io-layout", "--input-shape", "--signature"})
    if (!options.problem.empty() && options.interpreter.command.has(name))
      return usage(std::string(name) + " is for a model, not for --problem", "leave out one of the two");
  if (!together && options.interpreter.engine != "interpreter" && options.interpreter.command.has("--target"))
    return usage("--target needs --engine interpreter or --models: other plans are the same for any core",
                 "add --engine interpreter, or leave it out");
  if (together || options.model.empty() != options.problem.empty()) return Done{};
  return options.model.empty()
             ? usage("need a model, --problem FILE or --models FILE...", "nook plan kws.tflite")
             : usage("need a model or --problem, have both", "leave out one of the two");
}

// Checks that options of an interpreter are used for a single model.
Status check_interpreter(const PlanCommandOptions& options) {
  const bool interpreted = options.interpreter.engine == "interpreter";
  if (interpreted && options.model.empty())
    return usage("--engine interpreter plans a model",
                 "nook plan kws.tflite --engine interpreter --target cortex-m4");
  if (options.overlap && !(interpreted && is_header(options)))
    return usage("--overlap needs --engine interpreter and -o plan.h: other plans of the interpreter have it",
                 "nook plan kws.tflite --engine interpreter --overlap -o plan.h");
  const bool more = options.inputs_in_scratch || options.outputs_in_scratch ||
                    options.interpreter.weights != "model" || options.rows;
  if (!interpreted && more)
    return usage("--weights, --rows, --input-in-scratch and --output-in-scratch need --engine interpreter",
                 "add --engine interpreter");
  return Done{};
}

// Adds the chains that the compiler would run row by row to the model.
Status add_row_chains(const PlanCommandOptions& options, Source& source) {
  ModelOptions asked;
  asked.model = options.model, asked.target = options.models.target,
  asked.no_passes = asked.interpreted = true;
  asked.borders = options.interpreter.borders;
  if (options.inputs_in_scratch) asked.inputs_in_scratch = "*";
  if (options.outputs_in_scratch) asked.outputs_in_scratch = "*";
  const Result<CompiledModel> compiled = compile_model(asked, {});
  if (!compiled) return compiled.diag();
  const int32_t operators = static_cast<int32_t>(source.model->subgraph(0).operator_count());
  const Result<std::string> file =
      embed_row_chains(source.bytes, options.model, row_chain_words(compiled->program, operators));
  if (!file) return file.diag();
  const auto* const first = reinterpret_cast<const std::byte*>(file->data());
  source.bytes.assign(first, first + file->size());
  const Result<nook::Model> opened = open_model(source.bytes, options.model);
  if (!opened) return opened.diag();
  source.model = *opened;
  return Done{};
}

Result<Source> read_source(const PlanCommandOptions& options) {
  Source source;
  const bool model = !options.model.empty();
  if (!model) {
    Result<std::vector<std::byte>> bytes = read_file(options.problem);
    if (!bytes) return bytes.diag();
    source.bytes = *std::move(bytes);
  } else {
    Result<ModelBytes> read = read_model_file(options.model, options.interpreter.borders);
    if (!read) return read.diag();
    say_notes(read->stated);
    source.bytes = std::move(read->bytes);
  }
  if (model) {
    const Result<nook::Model> opened = open_model(source.bytes, options.model);
    if (!opened) return opened.diag();
    source.model = *opened;
    if (options.rows)
      if (const Status chained = add_row_chains(options, source); !chained) return chained.diag();
    const bool interpreted = options.interpreter.engine == "interpreter";
    Result<ModelTask> made = interpreted
                                 ? interpreter_task(*source.model, options.model,
                                                    *find_target(options.models.target), asked(options))
                                 : model_task(*source.model, options.model);
    if (!made) return made.diag();
    source.from = *std::move(made);
    if (is_header(options) && !options.overlap) source.from.task.separations.clear();
    source.from.task.pools = {default_pools()[0]};
  } else {
    Result<Task> task = parse_problem(source.bytes, options.problem);
    if (!task) return task.diag();
    source.from.task = *std::move(task);
  }
  return source;
}

// --workspace-pool, --constant-pool and --pools replace the pools of the problem; --capacity needs a single
// pool.
Status set_pools(const PlanCommandOptions& options, Task& task) {
  Result<std::vector<MemoryPool>> pools = read_pools(options.pools);
  if (!pools) return pools.diag();
  if (!pools->empty()) task.pools = *std::move(pools);
  if (options.capacity.empty()) return Done{};
  const auto capacity = parse_size(options.capacity);
  if (!capacity)
    return Diag{Exit::kUsage, "N2004", "--capacity",
                "'" + options.capacity + "' is not a size of at most 2 GiB",
                "bytes, or with a unit: 65536, 64KiB, 1MiB"};
  if (task.pools.size() != 1)
    return usage("--capacity is for one pool, and there are " + std::to_string(task.pools.size()),
                 "give each pool its size");
  task.pools[0].size = *capacity;
  return Done{};
}

// Pins the buffers to the addresses of an existing plan.
Status load_plan(const PlanCommandOptions& options, Source& source, bool* complete) {
  const Result<std::vector<std::byte>> bytes = read_file(options.plan);
  if (!bytes) return bytes.diag();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (text.size() < 8 || text.substr(4, 4) != "TFL3")
    return pin_to_plan(text, options.plan, &source.from.task, complete, source.from.slots);
  const Result<nook::Model> model = open_model(*bytes, options.plan);
  if (!model) return model.diag();
  const Result<std::vector<int32_t>> offsets = read_offline_plan(*model, options.plan);
  if (!offsets) return offsets.diag();
  std::vector<int32_t> of_buffers;
  for (const int32_t tensor : source.from.tensors)
    if (static_cast<size_t>(tensor) < offsets->size())
      of_buffers.push_back((*offsets)[static_cast<size_t>(tensor)]);
  if (offsets->empty() || of_buffers.size() != source.from.tensors.size() || source.from.tensors.empty())
    return Diag{Exit::kUsage, "N2017", options.plan, "it holds no OfflineMemoryAllocation for this model",
                "nook plan MODEL --embed FILE writes one"};
  return pin_to_offsets(of_buffers, options.plan, &source.from.task, complete);
}

// A complete plan is used unchanged and checked; a partial one is completed.
Result<TaskPlan> plan_task(const PlanCommandOptions& options, Source& source) {
  Task& task = source.from.task;
  Effort effort = effort_of(options.solver);
  effort.first_fit = !options.capacity.empty();
  bool complete = false;
  if (!options.plan.empty()) {
    if (const Status loaded = load_plan(options, source, &complete); !loaded) return loaded.diag();
  }
  if (!complete) return solve_task(task, options.solver.solver, effort);
  Solution given;
  given.feasible = true;
  given.heights.assign(task.pools.size(), 0);
  for (TaskBuffer& b : task.buffers) {
    const int32_t pool = b.pool.empty() ? 0 : find_pool(task, b.pool);
    if (pool == nook::kAnywhere)
      return Diag{Exit::kUsage, "N2011", options.plan, "there is no pool '" + b.pool + "'",
                  "pools: " + pool_names(task.pools)};
    given.pools.push_back(pool);
    given.offsets.push_back(b.buffer.pinned);
    int32_t& height = given.heights[static_cast<size_t>(pool)];
    height = std::max(height, b.buffer.pinned + b.buffer.size);
    b.buffer.pinned = nook::kAnywhere;
  }
  if (const Status fine = check_plan(task, given); !fine) return fine.diag();
  return measured(task, given, options.plan);
}

// All files that the command reads are its inputs.
Output writing(const PlanCommandOptions& options) {
  Output output{options.interpreter.force, {}};
  for (const std::string& file : {options.model, options.problem, options.plan, options.pools.file})
    if (!file.empty()) output.inputs.emplace_back(file);
  return output;
}

Status write_outputs(const PlanCommandOptions& options, const Source& source, const TaskPlan& plan) {
  const Task& task = source.from.task;
  const Output output = writing(options);
  const auto write = [&](const std::string& path, const std::string& content) {
    return write_output(std::filesystem::path(path), content, output);
  };
  if (!options.output.empty()) {
    std::string text;
    const bool json = options.output.ends_with(".json");
    if (!json && task.pools.size() != 1)
      return usage("'" + options.output + "': only JSON can hold a plan for several pools", "-o plan.json");
    if (json) {
      text = plan_json(task, plan).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    } else if (options.output.ends_with(".csv")) {
      text = plan_csv(task, plan.solution);
    } else if (is_header(options)) {
      const PlanOf what = !source.model                    ? PlanOf::kProblem
                          : source.from.slots.empty()      ? PlanOf::kModel
                          : !overlaps(task, plan.solution) ? PlanOf::kInterpreter
                                                           : PlanOf::kOverlaps;
      text = plan_header(plan_entries(task, plan.solution, source.from.slots), plan.solution.height(),
                         "kOfflineNonPersistentBufferPlan", what);
    } else {
      return usage("'" + options.output + "' is not a .json, .csv or .h file",
                   "-o plan.json, plan.csv or plan.h (a C BufferPlan)");
    }
    if (const Status written = write(options.output, text); !written) return written.diag();
  }
  if (options.embed.empty()) return Done{};
  if (!source.model || task.pools.size() != 1)
    return usage("--embed needs a model and one pool", "nook plan kws.tflite --embed planned.tflite");
  int32_t tensors = 0;
  for (const int32_t count : source.from.tensor_counts) tensors += count;
  std::vector<int32_t> offsets(static_cast<size_t>(tensors), nook::kAnywhere);
  for (size_t i = 0; i < source.from.tensors.size(); ++i)
    if (source.from.tensors[i] >= 0)  // not the scratch of a kernel
      offsets[static_cast<size_t>(source.from.tensors[i])] = plan.solution.offsets[i];
  Result<std::string> file = embed_offline_plan(source.bytes, options.model, offsets,
                                                static_cast<int32_t>(source.from.tensor_counts.size()));
  if (!file) return file.diag();
  return write(options.embed, *file);
}

Result<Exit> plan_command(const Cli& cli, const PlanCommandOptions& options) {
  take_interrupts();
  if (const Status fine = check_source(options); !fine) return fine.diag();
  if (!options.models.models.empty())
    return plan_models(cli, options.models, options.pools, options.solver, writing(options));
  if (const Status fine = check_interpreter(options); !fine) return fine.diag();
  Result<Source> source = read_source(options);
  if (!source) return source.diag();
  if (const Status set = set_pools(options, source->from.task); !set) return set.diag();
  const Result<TaskPlan> plan = plan_task(options, *source);
  if (!plan) return plan.diag();
  say_if_interrupted();
  if (const Status written = write_outputs(options, *source, *plan); !written) return written.diag();
  if (cli.json) {
    print_json(cli, plan_json(source->from.task, *plan));
  } else {
    print("%s", plan_text(source->from.task, *plan, view_of(cli).width).c_str());
  }
  return Exit::kOk;
}

}  // namespace

void add_plan(Cli& cli, Subcommand command) {
  PlanCommandOptions& options = add_action<PlanCommandOptions>(cli, command, plan_command);
  options.interpreter.command = command;
  command.add_option("MODEL", options.model, "the .tflite or .onnx file; each of its tensors is a buffer")
      .type("FILE");
  add_borders(command, options.interpreter.borders);
  command.add_option("--problem", options.problem, "plan the buffers in this JSON or CSV file").path("FILE");
  command.add_option("--capacity", options.capacity, "accept the first plan of at most this many bytes")
      .type("SIZE")
      .not_empty();
  add_solver(command, options.solver);
  command
      .add_option("--plan", options.plan,
                  "keep the offsets in this JSON, CSV, C BufferPlan or .tflite and\nplace the other buffers; "
                  "a complete plan is checked")
      .path("FILE");
  command.add_option("-o,--output", options.output, "write the plan: .json, .csv or .h (a C BufferPlan)")
      .path("FILE");
  command.add_option("--embed", options.embed, "write a copy of the model with the plan as metadata")
      .path("FILE");
  command
      .add_option("--engine", options.interpreter.engine,
                  "interpreter: plan MODEL for the interpreter on --target, with the\nscratch of its "
                  "kernels, which may write over their inputs (in\nplan.h only with --overlap); for --embed "
                  "and -o plan.h")
      .one_of({"interpreter"});
  add_weights(command, options.interpreter);
  command.add_flag("--rows", options.rows,
                   "interpreter: run operators row by row where the compiler would do so;\n--embed writes "
                   "which");
  command.add_flag(
      "--overlap", options.overlap,
      "interpreter: with -o plan.h, let kernels write over their inputs there\ntoo; only nook's own "
      "planner may be given such a plan");
  command.add_flag("--input-in-scratch", options.inputs_in_scratch,
                   "interpreter: all inputs live in the scratch");
  command.add_flag("--output-in-scratch", options.outputs_in_scratch,
                   "interpreter: all outputs live in the scratch");
  add_pools(command, options.pools);
  add_models(command, options.models);
  add_force(command, options.interpreter.force);
  add_full(cli, command, "print whole names, however narrow the terminal");
  add_json(cli, command, "print the plan as JSON");
}

}  // namespace nookc
