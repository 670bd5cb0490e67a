#include "nookc/back/run/validate.h"

#include <cmath>
#include <cstdio>

#include "nookc/cli/engine.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/session_flags.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

struct ValidateCommandOptions : RunOptions {
  std::string golden;
  bool every_size = false;
};

const char* state_name(TensorVerdict::State state) {
  static constexpr const char* kNames[] = {"same", "differs", "folded", "not compared"};
  return kNames[static_cast<size_t>(state)];
}

Json comparison_json(const Comparison& c) {
  return {{"elements", c.elements},
          {"differing", c.differing},
          {"first", c.first},
          // JSON has no infinity.
          {"max_difference", std::isfinite(c.max_difference) ? Json(c.max_difference) : Json("infinite")}};
}

Json verdict_json(const TensorVerdict& t) {
  Json json = {{"operator", t.op},
               {"kind", t.kind},
               {"tensor", t.tensor},
               {"name", t.name},
               {"state", state_name(t.state)},
               {"narrowed", t.narrowed}};
  if (t.result) json.update(comparison_json(*t.result));
  return json;
}

Json verdict_json(const ValidateCommandOptions& options, const ModelVerdict& verdict) {
  Json outputs = Json::array(), tensors = Json::array();
  for (const OutputVerdict& o : verdict.outputs) {
    Json json = {{"run", o.run}, {"output", o.output}, {"name", o.name}, {"same", o.result.same()}};
    json.update(comparison_json(o.result));
    outputs.push_back(std::move(json));
  }
  for (const TensorVerdict& t : verdict.tensors) tensors.push_back(verdict_json(t));
  const TensorVerdict* first = verdict.first_difference();
  return {{"model", options.model.model},
          {"target", options.model.target},
          {"ok", verdict.ok()},
          {"runs", verdict.runs},
          {"sizes_refused", verdict.sizes},
          {"tolerance", {{"relative", kRelative}, {"of_largest", kOfLargest}}},
          {"first_difference", first ? verdict_json(*first) : Json(nullptr)},
          {"outputs", outputs},
          {"tensors", tensors},
          {"faults", verdict.faults}};
}

std::string difference(const Comparison& c) {
  char text[160];
  std::snprintf(text, sizeof text, "%lld of %lld elements differ, the first at %lld, by at most %g",
                static_cast<long long>(c.differing), static_cast<long long>(c.elements),
                static_cast<long long>(c.first), c.max_difference);
  return text;
}

void print_tensors(const ModelVerdict& verdict) {
  if (verdict.tensors.empty()) return;
  std::string folded, not_compared;
  int same = 0, narrowed = 0;
  for (const TensorVerdict& t : verdict.tensors) {
    const std::string item = std::to_string(t.op) + " '" + t.name + "'";
    if (t.state == TensorVerdict::State::kSame) ++same;
    if (t.state == TensorVerdict::State::kSame) narrowed += t.narrowed;
    if (t.state == TensorVerdict::State::kFolded) folded += "\n    operator " + item;
    if (t.state == TensorVerdict::State::kNotCompared) not_compared += "\n    operator " + item;
  }
  print("  tensors between operators: %d of %zu match the reference\n", same, verdict.tensors.size());
  if (narrowed > 0)
    print("  %d of these in the channels that remain (--no-eliminate-channels keeps all)\n", narrowed);
  if (!folded.empty()) print("  folded away by passes (--no-passes keeps them):%s\n", folded.c_str());
  if (!not_compared.empty()) print("  without reference bytes, not compared:%s\n", not_compared.c_str());
  if (const TensorVerdict* t = verdict.first_difference())
    print("  FAILED first at operator %d %s '%s': %s\n", t->op, t->kind.c_str(), t->name.c_str(),
          t->result ? difference(*t->result).c_str() : "its bytes differ from the reference");
}

void print_verdict(const ValidateCommandOptions& options, const ModelVerdict& verdict) {
  print("%s on %s: %s\n", options.model.model.c_str(), options.model.target.c_str(),
        verdict.ok() ? "ok" : "FAILED");
  size_t same = 0;
  for (const OutputVerdict& o : verdict.outputs) {
    same += o.result.same();
    if (!o.result.same())
      print("  FAILED run %d output '%s': %s\n", o.run, o.name.c_str(), difference(o.result).c_str());
  }
  print("  outputs: %zu of %zu match the reference, %d %s\n", same, verdict.outputs.size(), verdict.runs,
        verdict.runs == 1 ? "run" : "runs");
  print_tensors(verdict);
  if (options.every_size && verdict.faults.empty())
    print("  every smaller size of every buffer is refused: %lld\n", static_cast<long long>(verdict.sizes));
  for (const std::string& fault : verdict.faults) print("  FAILED %s\n", fault.c_str());
  if (verdict.faults.empty())
    print("  guards around every buffer are intact, scratch was moved and refilled\n");
}

Result<Exit> validate_command(const Cli& cli, const ValidateCommandOptions& given) {
  ValidateCommandOptions options = given;
  settle_target(options.model, options.session);
  if (const Status settled = settle_board(options.model); !settled) return settled.diag();
  const auto opened = open_session(options, cli.provenance);
  if (!opened) return opened.diag();
  Session& session = *(*opened)->session;
  const Result<ModelVerdict> verdict = validate(session, options.golden, options.every_size);
  if (!verdict) return verdict.diag();
  if (cli.json) {
    print_json(cli, verdict_json(options, *verdict));
  } else {
    print_verdict(options, *verdict);
  }
  return verdict->ok() ? Exit::kOk : Exit::kDoesNotFit;
}

}  // namespace

void add_validate(Cli& cli, Subcommand command) {
  ValidateCommandOptions& options =
      add_running_action<ValidateCommandOptions>(cli, command, validate_command);
  command
      .add_option("--golden", options.golden,
                  "folder with run{k}_input{i}.bin, run{k}_output{j}.bin\nand optionally run0_tensors.json")
      .required()
      .path("FOLDER");
  command.add_flag("--every-size", options.every_size,
                   "also try every smaller size of every buffer, which must be\nrefused; for small models");
  add_run_options(command, options.model, options.session);
  add_json(cli, command, "print every comparison as JSON");
}

}  // namespace nookc
