#include "web/core/request_json.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "nookc/back/package/formats.h"
#include "nookc/core/text.h"
#include "nookc/middle/passes/floats/simplify_floats.h"
#include "nookc/middle/plan/solving/solver.h"
#include "web/core/options.h"

namespace nookc::web {
namespace {

using Json = nlohmann::json;
using Options = std::vector<Option>;

Options operator+(Options a, const Options& b) {
  std::ranges::copy(b, std::back_inserter(a));
  return a;
}

Options border_options(AskedBorders& a) {
  return {
      {"io_layout", "--io-layout", Kind::kText, into(a.layout), {"model", "nhwc"}},
      {"input_shape", "--input-shape", Kind::kList, into(a.input_shapes)},
      {"input_value", "--input-value", Kind::kList, into(a.input_values)},
      {"state", "--state", Kind::kList, into(a.states)},
      {"signature", "--signature", Kind::kText, into(a.signature)},
  };
}

Options io_option(AskedBorders& a) { return {{"io", "--io", Kind::kText, into(a.io), {"model", "int8"}}}; }

Options target_options(Asked& a) {
  Request& r = a.request;
  return {
      {"target", "--target", Kind::kText, into(a.asked_target), target_names()},
      {"board", "--board", Kind::kText, into(r.board)},
      {"name", "--name", Kind::kText, into(r.name)},
      {"level", "-O", Kind::kText, into(r.level), level_names()},
      {"flash", "--flash", Kind::kText, into(r.flash)},
  };
}

Options memory_options(Request& r) {
  return {
      {"input_in_scratch", "--input-in-scratch", Kind::kNames, into(r.inputs_in_scratch)},
      {"output_in_scratch", "--output-in-scratch", Kind::kNames, into(r.outputs_in_scratch)},
      {"keep_input", "--keep-input", Kind::kNames, into(r.kept_inputs)},
      {"no_rows", "--no-rows", Kind::kFlag, into(r.no_rows)},
      {"no_overlap", "--no-overlap", Kind::kFlag, into(r.no_overlap)},
      {"stream_input", "--stream-input", Kind::kFlag, into(r.stream_input)},
      {"constants_by_pointer", "--constants-by-pointer", Kind::kNames, into(r.by_pointer)},
      {"cores", "--cores", Kind::kNumber, into(r.cores)},
      {"weights_from", "--weights-from", Kind::kText, into(r.weights_from), {"flash", "storage"}},
      {"staging", "--staging", Kind::kText, into(r.staging)},
      {"workspace_pool", "--workspace-pool", Kind::kList, into(r.pools.workspace)},
      {"constant_pool", "--constant-pool", Kind::kList, into(r.pools.constant)},
      {"place", "--place", Kind::kList, into(r.pools.places)},
      {"candidates", "--candidates", Kind::kList, into(r.pools.candidates)},
      {"unit", "--unit", Kind::kList, into(r.pools.units)},
      {"ram", "--ram", Kind::kText, into(r.budget.ram)},
      {"flash_size", "--flash-size", Kind::kText, into(r.budget.flash)},
      {"latency", "--latency", Kind::kText, into(r.budget.latency)},
      {"solver", "--solver", Kind::kText, into(r.solver.solver), solver_names()},
  };
}

Options hop_options(Request& r) {
  return {
      {"hop", "--hop", Kind::kNumber, into(r.hop)},
      {"hop_axis", "--hop-axis", Kind::kIndex, into(r.hop_axis)},
      {"hop_state", "--hop-state", Kind::kText, into(r.hop_state)},
      {"hop_start", "--hop-start", Kind::kText, into(r.hop_start), {"wait", "padding"}},
  };
}

Options limit_options(Request& r) {
  return {
      {"no_passes", "--no-passes", Kind::kFlag, into(r.no_passes)},
      {"disable_pass", "--disable-pass", Kind::kList, into(r.disabled_passes)},
      {"no_eliminate_channels", "--no-eliminate-channels", Kind::kFlag, into(r.all_channels)},
      {"scratch_limit", "--scratch-limit", Kind::kText, into(r.scratch_limit)},
      {"while_limit", "--while-limit", Kind::kNumber, into(r.while_limit)},
  };
}

// The options that select the files to write.
Options file_options(Asked& a) {
  return {
      {"format", "--format", Kind::kText, into(a.format), formats()},
      {"archive", "--archive", Kind::kText, into(a.archive), {"mlf"}},
      {"events", "--events", Kind::kFlag, into(a.events)},
      {"declare_memory", "--declare-memory", Kind::kFlag, into(a.declare_memory)},
      {"linker_script", "--linker-script", Kind::kFlag, into(a.linker_script)},
      {"license", "--license", Kind::kText, into(a.facts.license)},
      {"author", "--author", Kind::kText, into(a.facts.author)},
      {"url", "--url", Kind::kText, into(a.facts.url)},
      {"package_version", "--package-version", Kind::kText, into(a.facts.version)},
  };
}

Options sample_word_options(SampleFlags& how) {
  return {
      {"sample_type", "--sample-type", Kind::kText, into(how.type), raw_type_names()},
      {"mean", "--mean", Kind::kText, into(how.mean)},
      {"scale", "--scale", Kind::kText, into(how.scale)},
  };
}

Options quantize_words(AskedQuantize& a) {
  return {
      {"samples", "--samples", Kind::kText, into(a.samples)},
      {"labels", "--labels", Kind::kText, into(a.labels)},
      {"ranges_from", "--ranges-from", Kind::kText, into(a.twin)},
      {"ranges", "--ranges", Kind::kText, into(a.ranges)},
      {"io", "--io", Kind::kText, into(static_cast<QuantizeWords&>(a).io), {"int8", "float"}},
      {"activations", "--activations", Kind::kText, into(a.activations), {"int8", "int16"}},
      {"weights", "--weights", Kind::kText, into(a.weights), {"int8", "int4"}},
      {"per_tensor", "--per-tensor", Kind::kFlag, into(a.per_tensor)},
      {"dense_per_channel", "--dense-per-channel", Kind::kFlag, into(a.dense_per_channel)},
      {"keep_float", "--keep-float", Kind::kList, into(a.keep_float)},
      {"equalize", "--equalize", Kind::kFlag, into(a.equalize)},
      {"no_equalize", "--no-equalize", Kind::kFlag, into(a.plain_weights)},
      {"no_bias_correction", "--no-bias-correction", Kind::kFlag, into(a.plain_biases)},
      {"accuracy_drop", "--accuracy-drop", Kind::kReal, into(a.accuracy_drop)},
      {"no_simplify", "--no-simplify", Kind::kList, into(a.unsimplified)},
  };
}

Options compile_options(Asked& a) {
  return target_options(a) + border_options(a) + io_option(a) + memory_options(a.request) +
         hop_options(a.request) + limit_options(a.request) + file_options(a);
}

Options quantize_options(AskedQuantize& a) {
  return border_options(a) + quantize_words(a) + sample_word_options(a.how);
}

Options run_options(AskedRun& a) {
  return border_options(a) + io_option(a) + sample_word_options(a.how) +
         Options{{"data", "--data", Kind::kText, into(a.data)},
                 {"against", "", Kind::kText, into(a.against)},
                 {"layers", "", Kind::kFlag, into(a.layers)}};
}

Options listen_options(AskedListen& a) { return border_options(a) + io_option(a) + hop_options(a.request); }

Options weights_options(AskedWeights& a) {
  return border_options(a) + Options{{"operator", "", Kind::kIndex, into(a.op)}};
}

nlohmann::ordered_json list_json(const Options& options) {
  constexpr const char* kKinds[] = {"text", "flag", "names", "list", "number", "index", "real"};
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Option& option : options)
    all.push_back({{"key", option.key},
                   {"flag", option.flag},
                   {"kind", kKinds[static_cast<size_t>(option.kind)]},
                   {"one_of", option.one_of}});
  return all;
}

// The options of a hop need one.
Status check_hop_options(const Json& given, const Request& request) {
  for (const char* key : {"hop_axis", "hop_state", "hop_start"})
    if (request.hop == 0 && given.contains(key))
      return usage(key, "need \"hop\" with it, have none", "add \"hop\", or leave it out");
  return Done{};
}

std::string command(const char* name, const std::string& file) {
  return std::string("nook ") + name + ' ' + std::filesystem::path(file).filename().string();
}

}  // namespace

std::vector<std::string> formats() {
  std::vector<std::string> names = {"c", "managed", "weights"};
  std::ranges::copy(package_formats(), std::back_inserter(names));
  names.emplace_back("tvm"), names.emplace_back("runner");
  return names;
}

Result<Asked> parse_options(const Json& given, const std::string& file) {
  Asked asked;
  asked.command_line = command("compile", file);
  if (const Status done = read_options(given, compile_options(asked), asked.command_line); !done)
    return done.diag();
  if (const Status hop = check_hop_options(given, asked.request); !hop) return hop.diag();
  if (!asked.asked_target.empty()) asked.request.target = asked.asked_target;
  if (const Status known = settle_board(asked.request, asked.asked_target); !known) return known.diag();
  return asked;
}

Result<AskedQuantize> parse_quantize_options(const Json& given, const std::string& file) {
  AskedQuantize asked;
  asked.command_line = command("quantize", file);
  if (const Status done = read_options(given, quantize_options(asked), asked.command_line); !done)
    return done.diag();
  asked.from_twin = !asked.twin.empty();
  asked.output = std::filesystem::path(file).stem().string() + "_int8.tflite";
  asked.command_line += " -o " + asked.output;
  return asked;
}

Result<AskedRun> parse_run_options(const Json& given) {
  AskedRun asked;
  std::string line;
  if (const Status done = read_options(given, run_options(asked), line); !done) return done.diag();
  return asked;
}

Result<AskedListen> parse_listen_options(const Json& given) {
  AskedListen asked;
  std::string line;
  if (const Status done = read_options(given, listen_options(asked), line); !done) return done.diag();
  if (const Status hop = check_hop_options(given, asked.request); !hop) return hop.diag();
  return asked;
}

Result<AskedWeights> parse_weights_options(const Json& given) {
  AskedWeights asked;
  std::string line;
  if (const Status done = read_options(given, weights_options(asked), line); !done) return done.diag();
  if (!given.contains("operator"))
    return usage("operator", "need the number of an operator, have none", "\"operator\": 0");
  return asked;
}

nlohmann::ordered_json options_json() {
  Asked compile;
  AskedQuantize quantize;
  AskedRun run;
  AskedListen listen;
  AskedWeights weights;
  return {{"compile", list_json(compile_options(compile))},
          {"quantize", list_json(quantize_options(quantize))},
          {"run", list_json(run_options(run))},
          {"listen", list_json(listen_options(listen))},
          {"weights", list_json(weights_options(weights))}};
}

}  // namespace nookc::web
