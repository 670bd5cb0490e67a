#include <algorithm>
#include <cstdio>
#include <optional>

#include "nookc/back/interface/interface.h"
#include "nookc/cli/budget.h"
#include "nookc/cli/compile_signatures.h"
#include "nookc/cli/cores_options.h"
#include "nookc/cli/engine.h"
#include "nookc/cli/explain.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/needs.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/storage_options.h"
#include "nookc/core/columns.h"
#include "nookc/core/duration.h"
#include "nookc/core/interrupt.h"
#include "nookc/front/import/listing.h"
#include "nookc/front/import/with_commands.h"
#include "nookc/study/fit/estimated_time.h"
#include "nookc/study/fit/hints.h"
#include "nookc/study/fit/hop_choices.h"
#include "nookc/study/fit/ways.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

struct AnalyzeOptions {
  ModelOptions model;
  std::string hop_time;       // "20ms"; empty: not known
  std::string storage_speed;  // "4MiB"; empty: not known
  bool all_signatures = false;
  std::vector<std::string> explained;  // operators
};

// Lists every operator that nook can't run, as the model describes it, with the reasons.
Json unsupported_json(const nook::Model& model, const std::string& file, const std::vector<Diag>& refused) {
  Json all = Json::array();
  for (const Diag& diag : refused) {
    Json json = {{"code", diag.code}, {"where", diag.where}, {"what", diag.what}, {"hint", diag.hint}};
    for (uint32_t i = 0; model.subgraph_count() == 1 && i < model.subgraph(0).operator_count(); ++i) {
      if (!diag.where.starts_with(file + ": operator " + std::to_string(i) + " ")) continue;
      json["operator"] = operator_json(model.subgraph(0), 0, i);
      break;
    }
    all.push_back(std::move(json));
  }
  return all;
}

// Those that estimates count: of the flash that the code was chosen for or, on a core whose kernels are not
// chosen by the flash, of the board's.
int32_t wait_states_of(const ExplainedChoice& choice) {
  return choice.board ? choice.board->wait_states : choice.flash.wait_states;
}

Result<Exit> refuse(const Cli& cli, const std::string& file, std::span<const std::byte> bytes,
                    const std::vector<Diag>& refused) {
  const Result<nook::Model> model = open_model(bytes, file);
  if (!model) return model.diag();
  if (cli.json) {
    print_json(
        cli,
        {{"model", file}, {"supported", false}, {"unsupported", unsupported_json(*model, file, refused)}});
    return Exit::kUnsupported;
  }
  print("%s is not supported, for these reasons:\n", file.c_str());
  const std::string* hint = nullptr;
  for (const Diag& diag : refused) {
    const bool prefixed = diag.where.starts_with(file + ": ");
    print("  %s %s: %s\n", diag.code.c_str(), diag.where.substr(prefixed ? file.size() + 2 : 0).c_str(),
          diag.what.c_str());
    if (!diag.hint.empty() && (!hint || *hint != diag.hint)) print("    hint: %s\n", diag.hint.c_str());
    hint = &diag.hint;
  }
  return Exit::kUnsupported;
}

// The total RAM with all inputs and outputs in the scratch; nothing if they already are in it, or can't be.
std::optional<int64_t> ram_in_scratch(const ModelOptions& options, const CompiledModel& compiled,
                                      const Provenance& provenance) {
  const auto all = [](const std::vector<bool>& in) { return std::ranges::find(in, false) == in.end(); };
  if (all(compiled.program.input_in_scratch) && all(compiled.program.output_in_scratch)) return {};
  if (options.budget.any()) return {};
  ModelOptions other = options;
  other.inputs_in_scratch = other.outputs_in_scratch = "*";
  other.dump_ir.clear();
  const Result<CompiledModel> inside = compile_model(other, provenance);
  return inside ? std::optional<int64_t>(needs_of(inside->program).ram()) : std::nullopt;
}

void print_ram(int64_t ram, const std::optional<int64_t>& least, int width) {
  std::string text = "\nRAM with inputs and outputs, without the stack: " + std::to_string(ram) + " bytes";
  if (least && *least < ram)
    text += "; " + std::to_string(*least) + " with --input-in-scratch --output-in-scratch";
  print("%s", folded_lines(text + "\n", width).c_str());
}

// RAM, time and budget of the whole program.
void print_totals(const Cli& cli, const CompiledModel& compiled, const ExplainedChoice& choice, int64_t ram,
                  const std::optional<int64_t>& least) {
  const int width = view_of(cli).width;
  print_ram(ram, least, width);
  print("%s", folded_lines(time_text(compiled.program, wait_states_of(choice)), width).c_str());
  print_budget(cli, compiled.within);
}

// The milliseconds from one hop to the next; 0: not known.
Result<double> hop_period(const AnalyzeOptions& given) {
  const std::string& time = given.hop_time;
  if (time.empty()) return 0.0;
  if (given.model.hop == 0)
    return Diag{Exit::kUsage, "N2093", "--hop-time", "this is for a network that takes new frames",
                "add --hop FRAMES"};
  const std::string where = "--hop-time " + time;
  const std::optional<double> period = parse_milliseconds(time);
  if (!period)
    return Diag{Exit::kUsage, "N2095", where, "is not a time between two hops",
                "a number and us, ms or s, above 0: 20ms"};
  if (given.model.board.empty())
    return Diag{Exit::kUsage, "N2095", where,
                "need a board: its clock decides how much of this time a hop takes",
                "add --board instead of --target (nook boards)"};
  return *period;
}

Result<Exit> analyze_command(const Cli& cli, const AnalyzeOptions& given) {
  take_interrupts();
  ModelOptions options = given.model;
  const Result<double> period = hop_period(given);
  if (!period) return period.diag();
  const Result<int64_t> speed = storage_speed(options, given.storage_speed);
  if (!speed) return speed.diag();
  if (const Status fits = check_force(options); !fits) return fits.diag();
  if (const Status settled = settle_board(options); !settled) return settled.diag();
  if (given.all_signatures) {
    if (const Status alone = check_alone(options); !alone) return alone.diag();
    if (const char* const budget = first_budget(options.budget)) return not_with_all_signatures(budget);
    if (!given.explained.empty()) return not_with_all_signatures("--explain");
    return analyze_signatures(cli, options);
  }
  const Result<ModelBytes> read = read_model_file(options);
  if (!read) return read.diag();
  const std::vector<std::byte>& bytes = read->bytes;
  options.reports = !cli.quiet && options.engine == "compiled";
  const std::vector<Diag> refused =
      options.pools.units.empty() ? survey(bytes, options.model) : survey_with_commands(bytes, options.model);
  if (!refused.empty()) return refuse(cli, options.model, bytes, refused);
  Result<CompiledModel> compiled = compile_model(options, cli.provenance);
  // Lowering finds further unsupported operators; they are reported like the others.
  if (!compiled && compiled.diag().exit == Exit::kUnsupported)
    return refuse(cli, options.model, bytes, {compiled.diag()});
  if (!compiled) return compiled.diag();
  say_if_interrupted();
  const Result<std::optional<InterpretedModel>> interpreted = interpreted_model(*compiled, options);
  if (!interpreted) return interpreted.diag();
  if (*interpreted) {
    print_needs(cli, options, **interpreted);
    return Exit::kOk;
  }
  const Result<Explanation> explained = explanation_of(*compiled, options, given.explained);
  if (!explained) return explained.diag();
  const int64_t ram = needs_of(compiled->program).ram();
  const std::optional<int64_t> least =
      cli.quiet ? std::nullopt : ram_in_scratch(options, *compiled, cli.provenance);
  compiled->program.hop.period_ms = *period, compiled->program.stored.bytes_per_second = *speed;
  if (!cli.quiet && options.hop > 0) measure_choices(compiled->program, *read, options);
  if (!cli.quiet)  // the line about RAM offers the scratch option
    compiled->emit.hints =
        hints_for(*compiled, options, options.budget.any() ? Thorough::kNo : Thorough::kYes);
  if (cli.json) {
    Json json = report_json(compiled->program, compiled->emit);
    json["ram_bytes"] = ram;
    json["ram_bytes_in_scratch"] = least ? Json(*least) : Json(nullptr);
    json["supported"] = true;
    json["unsupported"] = Json::array();
    add_budget(compiled->within, json);
    json["time"] = time_json(compiled->program, wait_states_of(explained->choice));
    add_explanation(*explained, compiled->program, json);
    print_json(cli, json);
  } else {
    print("%s", report_text(compiled->program, compiled->emit, view_of(cli)).c_str());
    if (!cli.quiet) print_totals(cli, *compiled, explained->choice, ram, least);
    print_explanation(cli, *explained, compiled->program);
  }
  return Exit::kOk;
}

}  // namespace

void add_analyze(Cli& cli, Subcommand command) {
  AnalyzeOptions& options = add_action<AnalyzeOptions>(cli, command, analyze_command);
  add_model(command, options.model);
  add_target(command, options.model, false);
  add_compile_options(command, options.model);
  add_cores(command, options.model);
  add_storage(command, options.model);
  add_storage_speed(command, options.storage_speed);
  command.group("Options");
  command
      .add_option("--hop-time", options.hop_time,
                  "the time between two hops, such as 20ms: also print the part of it that a\n"
                  "hop takes on the board")
      .type("TIME")
      .not_empty();
  add_engine(command, options.model);
  add_explain(command, options.explained);
  command.add_flag("--all-signatures", options.all_signatures,
                   "show each signature of a .tflite, and what all of them need together");
  add_detail(cli, command);
  add_json(cli, command, "print the report as JSON");
}

}  // namespace nookc
