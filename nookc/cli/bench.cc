#include "nookc/back/run/bench.h"

#include <algorithm>
#include <cstdio>

#include "nookc/back/interface/interface.h"
#include "nookc/cli/bench_by_pass.h"
#include "nookc/cli/bench_svg.h"
#include "nookc/cli/cores_options.h"
#include "nookc/cli/engine.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/session_flags.h"
#include "nookc/core/frequency.h"
#include "nookc/study/report/report.h"
#include "nookc/target/parts.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

struct BenchCommandOptions : RunOptions {
  std::string input_dir;
  std::string flash;  // flash options of the model, also for cores whose kernels do not depend on them
  std::string clock;
  std::string svg;
  bool by_pass = false;
  bool callgrind = false;
};

Json number(const std::optional<int64_t>& value) { return value ? Json(*value) : Json(nullptr); }

Json number(const std::optional<Cycles>& cycles, int64_t Cycles::*which) {
  return cycles ? Json((*cycles).*which) : Json(nullptr);
}

Json per_mac(const std::optional<int64_t>& instructions, int64_t macs) {
  if (!instructions || macs == 0) return nullptr;
  return static_cast<double>(*instructions) / static_cast<double>(macs);
}

// Whether all inputs and outputs are in the scratch.
bool all(const std::vector<bool>& flags) {
  return !flags.empty() && std::ranges::all_of(flags, [](bool flag) { return flag; });
}

// The name of the kernel that accepts every shape, which an interpreter without packed weights uses.
std::string interpreted_kernel(const Call& call) { return (form_of(call).kernels().end() - 1)->symbol; }

Json operators_json(const Program& program, const InterpretedModel* interpreted, const Costs& costs) {
  const bool as_is = interpreted && interpreted->options.weights == Weights::kAsIs;
  Json list = Json::array();
  for (const OperatorCost& cost : costs.operators) {
    const Call& call = program.calls[cost.call];
    const Node& node = program.graph.nodes[index(call.node)];
    list.push_back({{"index", cost.call},
                    {"node", node.source},
                    {"kind", op_name(node)},
                    {"name", operator_short_name(program, call)},
                    {"instructions", number(cost.instructions)},
                    {"cycles", number(cost.cycles, &Cycles::core)},
                    {"cycles_flash", number(cost.cycles, &Cycles::flash)},
                    {"estimated", interpreted ? Json(nullptr) : estimated_json(call)},
                    {"macs", call.macs},
                    {"instructions_per_mac", per_mac(cost.instructions, call.macs)},
                    {"kernel", as_is ? interpreted_kernel(call) : call.op.symbol}});
    if (cost.microseconds) list.back()["microseconds"] = *cost.microseconds;
  }
  return list;
}

// The options are already checked by bench_command().
Flash measured_flash(const BenchCommandOptions& options) {
  return *flash_of(options.flash, find_part(options.model.board));
}

// Adds the core, flash and clock of the estimate. bench_command() has checked the options.
void add_time(const BenchCommandOptions& options, const Cycles& cycles, Json& json) {
  const Flash flash = measured_flash(options);
  json["flash"] = {{"wait_states", flash.wait_states},
                   {"line_bytes", flash.line_bytes},
                   {"buffer_bytes", flash.buffer_bytes}};
  if (options.clock.empty()) return;
  const int64_t hertz = *parse_clock(options.clock);
  const auto milliseconds = [&](int64_t count) {
    return static_cast<double>(count) * 1e3 / static_cast<double>(hertz);
  };
  json["clock_hz"] = hertz;
  json["milliseconds"] = milliseconds(cycles.core);
  json["milliseconds_flash"] = milliseconds(cycles.flash);
}

// The instructions of each core: its halves and, on the first, all that is not an operator. Without the
// signals, which the application writes.
Json counts_of_cores(const Program& program, const Costs& costs) {
  if (!costs.instructions) return nullptr;
  int64_t second = 0, second_cycles = 0;
  for (const OperatorCost& cost : costs.operators) {
    if (program.calls[cost.call].core == 0) continue;
    second += cost.instructions.value_or(0);
    second_cycles += cost.cycles ? cost.cycles->core : 0;
  }
  Json json = {{"instructions", {*costs.instructions - second, second}}, {"cycles", nullptr}};
  if (costs.cycles) json["cycles"] = {costs.cycles->core - second_cycles, second_cycles};
  return json;
}

Json costs_json(const BenchCommandOptions& options, const CompiledModel& compiled,
                const InterpretedModel* interpreted, const Costs& costs) {
  const Program& program = compiled.program;
  const Interface face = interface_of(program, compiled.emit);
  const SectionSizes& sizes = costs.program;
  // The bound from the compilers' own figures holds for every input, the measured depth only for this one.
  const int64_t stack = face.stack_bytes ? *face.stack_bytes : costs.stack_measured_bytes;
  Json json = {{"model", options.model.model},
               {"target", options.model.target},
               {"engine", options.model.engine},
               {"instructions", number(costs.instructions)},
               {"cycles", number(costs.cycles, &Cycles::core)},
               {"cycles_flash", number(costs.cycles, &Cycles::flash)},
               {"counter", costs.counter.empty() ? Json(nullptr) : Json(costs.counter)},
               {"macs", program.macs()},
               {"instructions_per_mac", per_mac(costs.instructions, program.macs())},
               {"code_bytes", sizes.text + sizes.rodata + sizes.data},
               {"text_bytes", sizes.text},
               {"rodata_bytes", sizes.rodata},
               {"data_bytes", sizes.data},
               {"bss_bytes", sizes.bss},
               {"constant_bytes", program.constant_bytes()},
               {"flash_bytes", nullptr},
               {"model_bytes", program.model_bytes},
               {"stack_bytes", stack > 0 ? Json(stack) : Json(nullptr)},
               {"stack_static_bytes", face.stack_bytes ? Json(*face.stack_bytes) : Json(nullptr)},
               {"stack_measured_bytes",
                costs.stack_measured_bytes > 0 ? Json(costs.stack_measured_bytes) : Json(nullptr)},
               {"input_bytes", program.input_bytes()},
               {"output_bytes", program.output_bytes()},
               {"input_in_scratch", all(program.input_in_scratch)},
               {"output_in_scratch", all(program.output_in_scratch)},
               {"scratch_bytes", program.scratch_bytes},
               {"persistent_bytes", program.kept_bytes()}};
  if (interpreted) {  // generated code stores these constants separately; here they are in the model
    const InterpreterNeeds& needs = interpreted->needs;
    json["constant_bytes"] = interpreted->bytes.size() + needs.packed.size();
    json["packed_bytes"] = needs.packed.empty() ? needs.constants.bytes : 0;
    json["stack_bytes"] = costs.stack_measured_bytes > 0 ? Json(costs.stack_measured_bytes) : Json(nullptr);
    json["stack_static_bytes"] = nullptr;
    json["scratch_bytes"] = needs.scratch.bytes;
    json["persistent_bytes"] = needs.persistent.bytes;
    json["working_bytes"] = needs.working.bytes;
    json["init_instructions"] = number(costs.init_instructions);
  }
  json["flash_bytes"] = json["code_bytes"].get<int64_t>() + json["constant_bytes"].get<int64_t>();
  if (!costs.microseconds.empty())
    json["microseconds"] = {{"median", costs.microseconds[costs.microseconds.size() / 2]},
                            {"least", costs.microseconds.front()},
                            {"runs", costs.microseconds.size()}};
  if (costs.cycles) add_time(options, *costs.cycles, json);
  if (costs.clock_hz > 0) {  // no firmware is built here
    json["port"] = options.session.port;
    json["clock_hz"] = costs.clock_hz;
    for (const char* size :
         {"code_bytes", "text_bytes", "rodata_bytes", "data_bytes", "bss_bytes", "flash_bytes"})
      json[size] = nullptr;
  }
  if (options.model.cores > 1) json["cores"] = counts_of_cores(program, costs);
  json["operators"] = operators_json(program, interpreted, costs);
  return json;
}

std::string text_of(const Json& value) {
  if (value.is_null()) return "-";
  if (!value.is_number_float()) return value.dump();
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value.get<double>());
  return text;
}

void print_operators(const Json& json, int width) {
  const bool on_port = json.contains("port");
  std::vector<std::pair<const char*, const char*>> shown = {
      {"index", "#"}, {"kind", "operator"}, {"name", "output"}};
  shown.emplace_back(on_port ? "microseconds" : "instructions", on_port ? "microseconds" : "instructions");
  if (json.contains("flash")) shown.emplace_back("cycles_flash", "cycles_flash");
  shown.emplace_back("macs", "MACs");
  if (!on_port) shown.emplace_back("instructions_per_mac", "per MAC");
  shown.emplace_back("kernel", "kernel");
  std::vector<std::vector<std::string>> lines(1);
  for (const auto& [key, title] : shown) lines[0].emplace_back(title);
  for (const Json& op : json["operators"]) {
    lines.emplace_back();
    for (const auto& [key, title] : shown) {
      const Json value = op.value(key, Json());
      lines.back().push_back(value.is_string() ? value.get<std::string>() : text_of(value));
    }
  }
  print("\n");
  print_table(lines, "  ", width, {"kernel"});
}

void print_costs(const Json& json, int width) {
  print("%s on %s\n", json["model"].get<std::string>().c_str(), json["target"].get<std::string>().c_str());
  std::vector<std::vector<std::string>> lines;
  for (const char* key :
       {"instructions", "cycles", "cycles_flash", "macs", "instructions_per_mac", "code_bytes", "text_bytes",
        "rodata_bytes", "data_bytes", "bss_bytes", "constant_bytes", "flash_bytes", "model_bytes",
        "stack_bytes", "stack_measured_bytes", "input_bytes", "output_bytes", "scratch_bytes",
        "persistent_bytes"})
    if (!json.contains("port") || !json[key].is_null()) lines.push_back({key, text_of(json[key])});
  for (const char* key : {"packed_bytes", "working_bytes", "init_instructions", "milliseconds",
                          "milliseconds_flash", "clock_hz"})
    if (json.contains(key)) lines.push_back({key, text_of(json[key])});
  if (json.contains("microseconds"))
    lines.push_back({"microseconds (median)", text_of(json["microseconds"]["median"])});
  if (json.contains("cores")) {
    const Json& each = json["cores"]["instructions"];
    const int64_t first = each[0].get<int64_t>(), second = each[1].get<int64_t>();
    lines.push_back({"instructions of the first core", std::to_string(first)});
    lines.push_back({"instructions of the second core", std::to_string(second)});
  }
  print_table(lines, "  ", width);
  if (json.contains("flash"))
    print("Cycles are estimates (docs/cycles.md); cycles_flash: %s wait states per line of %s bytes.\n",
          text_of(json["flash"]["wait_states"]).c_str(), text_of(json["flash"]["line_bytes"]).c_str());
  print_operators(json, width);
}

Result<Costs> measure_model(const BenchCommandOptions& options, const std::string& keep,
                            const CompiledModel& compiled, const InterpretedModel* interpreted) {
  const bool counts = options.callgrind || options.by_pass;
  SessionOptions how = session_options(options.session, interpreted);
  how.keep = keep;
  how.flash = measured_flash(options);
  Result<Session> session = Session::open(compiled.program, compiled.emit, how);
  if (!session) return session.diag();
  if (options.input_dir.empty()) {
    if (const Status made = session->use_random_inputs(); !made) return made.diag();
  } else {
    const Result<int> runs = session->use_inputs(options.input_dir);
    if (!runs) return runs.diag();
  }
  return measure(*session, counts ? HostCounter::kCallgrind : HostCounter::kNone);
}

Result<Exit> by_pass_command(const Cli& cli, const BenchCommandOptions& options) {
  const auto measured = [&](const CompiledModel& compiled, const std::string& step) {
    const std::string& keep = options.session.keep;
    return measure_model(options, keep.empty() ? keep : keep + "/" + step, compiled, nullptr);
  };
  const Result<Json> json = bench_by_pass(options.model, cli.provenance, measured);
  if (!json) return json.diag();
  if (cli.json) {
    print_json(cli, *json);
  } else {
    print_by_pass(*json);
  }
  return Exit::kOk;
}

// Both halves of each operator run in order, on one core: a shared run has no order of events.
Status check_counting(const BenchCommandOptions& options) {
  const bool emulated = !options.model.target.starts_with("host") && options.session.port.empty();
  if (options.model.cores > 1 && (options.by_pass || !emulated))
    return Diag{Exit::kUsage, "N2105", "--cores 2",
                options.by_pass ? "can't be combined with --by-pass"
                                : "instructions of each core are counted on emulated boards only",
                options.by_pass ? "leave out one of the two" : "--target cortex-m4, or leave out --cores"};
  if (options.callgrind && !options.model.target.starts_with("host"))
    return Diag{Exit::kUsage, "N2085", "--callgrind with --target " + options.model.target,
                "callgrind counts instructions on this machine only",
                "leave it out: instructions of emulated boards are always counted"};
  return Done{};
}

Status check_time(const BenchCommandOptions& options) {
  if (const Result<Flash> flash = flash_of(options.flash, nullptr); !flash) return flash.diag();
  if (!options.clock.empty() && !parse_clock(options.clock))
    return Diag{Exit::kUsage, "N2027", "--clock " + options.clock, "is not a frequency",
                "a number and Hz, kHz, MHz or GHz: 120MHz"};
  const bool asked = !options.flash.empty() || !options.clock.empty();
  if (asked && !estimates_cycles(options.model.target))
    return Diag{Exit::kUsage, "N2028", "--target " + options.model.target,
                "cycles cannot be estimated for this core",
                "leave out --flash and --clock; docs/cycles.md lists the cores"};
  return Done{};
}

// The picture has one bar per operator.
Status check_svg(const BenchCommandOptions& options) {
  const bool whole =
      options.model.target.starts_with("host") && !options.callgrind && options.session.port.empty();
  if (options.svg.empty() || !whole) return Done{};
  return Diag{Exit::kUsage, "N2086", "--svg with --target " + options.model.target,
              "this machine can time only the whole model, not its operators",
              "add --callgrind to count their instructions, or use an emulated board: --target cortex-m4"};
}

// The board's clock, unless the command line gives one.
void take_clock(BenchCommandOptions& options) {
  const Part* const part = find_part(options.model.board);
  if (!part || !estimates_cycles(options.model.target) || !options.clock.empty()) return;
  options.clock = std::to_string(part->mhz) + "MHz";
}

Result<Exit> bench_command(const Cli& cli, const BenchCommandOptions& given) {
  BenchCommandOptions options = given;
  if (const Status settled = settle_board(options.model); !settled) return settled.diag();
  take_clock(options);
  options.model.measures_hop = true;  // one hop of a full window
  options.flash = options.model.flash;
  if (!estimates_kernels(*find_target(options.model.target))) options.model.flash.clear();
  if (const Status fine = check_counting(options); !fine) return fine.diag();
  if (const Status fine = check_time(options); !fine) return fine.diag();
  if (const Status fine = check_svg(options); !fine) return fine.diag();
  if (options.by_pass) return by_pass_command(cli, options);
  Result<CompiledModel> compiled = compile_model(options.model, cli.provenance);
  if (!compiled) return compiled.diag();
  compiled->program.cores = 1;  // all halves run here, in order
  const Result<std::optional<InterpretedModel>> interpreted = interpreted_model(*compiled, options.model);
  if (!interpreted) return interpreted.diag();
  const InterpretedModel* const engine = *interpreted ? &**interpreted : nullptr;
  const Result<Costs> costs = measure_model(options, options.session.keep, *compiled, engine);
  if (!costs) return costs.diag();
  if (!options.svg.empty()) {
    const std::string drawn = bench_svg(options.model, compiled->program, *costs, measured_flash(options));
    if (const Status written = write_output(options.svg, drawn, output_of(options.model)); !written)
      return written.diag();
  }
  const Json json = costs_json(options, *compiled, engine, *costs);
  if (cli.json) {
    print_json(cli, json);
  } else {
    print_costs(json, view_of(cli).width);
  }
  return Exit::kOk;
}

}  // namespace

void add_bench(Cli& cli, Subcommand command) {
  BenchCommandOptions& options = add_compiling_action<BenchCommandOptions>(cli, command, bench_command);
  command
      .add_option("--input-dir", options.input_dir,
                  "folder with run0_input{i}.bin (default: reproducible random values)")
      .path("FOLDER");
  command
      .add_option("--clock", options.clock,
                  "the core's clock, such as 120MHz: also print the estimate in milliseconds")
      .type("CLOCK")
      .not_empty();
  const Option svg =
      command.add_option("--svg", options.svg, "draw the time of each operator, and a roofline: an .svg file")
          .path("FILE");
  command.add_flag("--callgrind", options.callgrind,
                   "on this machine: also count instructions, with valgrind; takes fifty times as\n"
                   "long; without it the host only measures time");
  command
      .add_flag("--by-pass", options.by_pass,
                "measure the model as it is, then add one pass at a time, then overlap and\n"
                "rows: what each of them gains")
      .excludes(svg);
  add_cores(command, options.model);
  add_run_options(command, options.model, options.session);
  add_full(cli, command, "print all columns, however narrow the terminal");
  add_json(cli, command, "print the figures as JSON");
}

}  // namespace nookc
