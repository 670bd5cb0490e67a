#include "web/core/request_json.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>

#include "nookc/core/json.h"
#include "nookc/core/text.h"
#include "nookc/middle/plan/solving/solver.h"

namespace nookc::web {
namespace {

using Json = nlohmann::json;

constexpr int64_t kMostTurns = INT32_MAX;

enum class Kind : uint8_t { kText, kFlag, kNames, kList, kNumber };

// One option: its key, its flag on the command line, and how it is stored.
struct Option {
  const char* key;
  const char* flag;
  Kind kind;
  // kFlag: "", kNumber: digits; kList: called once for each.
  std::function<void(Asked&, const std::string&)> set;
  std::vector<std::string> one_of = {};  // empty: anything
};

// The options that select the files to write.
std::vector<Option> file_options() {
  return {
      {"format",
       "--format",
       Kind::kText,
       [](Asked& a, const std::string& v) { a.format = v; },
       {"c", "standalone"}},
      {"events", "--events", Kind::kFlag, [](Asked& a, const std::string&) { a.events = true; }},
      {"declare_memory", "--declare-memory", Kind::kFlag,
       [](Asked& a, const std::string&) { a.declare_memory = true; }},
      {"linker_script", "--linker-script", Kind::kFlag,
       [](Asked& a, const std::string&) { a.linker_script = true; }},
  };
}

std::vector<Option> options() {
  std::vector<Option> all = {
      {"target", "--target", Kind::kText, [](Asked& a, const std::string& v) { a.asked_target = v; },
       target_names()},
      {"board", "--board", Kind::kText, [](Asked& a, const std::string& v) { a.request.board = v; }},
      {"name", "--name", Kind::kText, [](Asked& a, const std::string& v) { a.request.name = v; }},
      {"level", "-O", Kind::kText, [](Asked& a, const std::string& v) { a.request.level = v; },
       level_names()},
      {"io_layout",
       "--io-layout",
       Kind::kText,
       [](Asked& a, const std::string& v) { a.layout = v; },
       {"model", "nhwc"}},
      {"io", "--io", Kind::kText, [](Asked& a, const std::string& v) { a.io = v; }, {"model", "int8"}},
      {"input_shape", "--input-shape", Kind::kList,
       [](Asked& a, const std::string& v) { a.input_shapes.push_back(v); }},
      {"input_value", "--input-value", Kind::kList,
       [](Asked& a, const std::string& v) { a.input_values.push_back(v); }},
      {"state", "--state", Kind::kList, [](Asked& a, const std::string& v) { a.states.push_back(v); }},
      {"signature", "--signature", Kind::kText, [](Asked& a, const std::string& v) { a.signature = v; }},
      {"input_in_scratch", "--input-in-scratch", Kind::kNames,
       [](Asked& a, const std::string& v) { a.request.inputs_in_scratch = v; }},
      {"output_in_scratch", "--output-in-scratch", Kind::kNames,
       [](Asked& a, const std::string& v) { a.request.outputs_in_scratch = v; }},
      {"keep_input", "--keep-input", Kind::kNames,
       [](Asked& a, const std::string& v) { a.request.kept_inputs = v; }},
      {"no_rows", "--no-rows", Kind::kFlag, [](Asked& a, const std::string&) { a.request.no_rows = true; }},
      {"no_overlap", "--no-overlap", Kind::kFlag,
       [](Asked& a, const std::string&) { a.request.no_overlap = true; }},
      {"stream_input", "--stream-input", Kind::kFlag,
       [](Asked& a, const std::string&) { a.request.stream_input = true; }},
      {"constants_by_pointer", "--constants-by-pointer", Kind::kNames,
       [](Asked& a, const std::string& v) { a.request.by_pointer = v; }},
      {"workspace_pool", "--workspace-pool", Kind::kList,
       [](Asked& a, const std::string& v) { a.request.pools.workspace.push_back(v); }},
      {"constant_pool", "--constant-pool", Kind::kList,
       [](Asked& a, const std::string& v) { a.request.pools.constant.push_back(v); }},
      {"place", "--place", Kind::kList,
       [](Asked& a, const std::string& v) { a.request.pools.places.push_back(v); }},
      {"candidates", "--candidates", Kind::kList,
       [](Asked& a, const std::string& v) { a.request.pools.candidates.push_back(v); }},
      {"unit", "--unit", Kind::kList,
       [](Asked& a, const std::string& v) { a.request.pools.units.push_back(v); }},
      {"solver", "--solver", Kind::kText,
       [](Asked& a, const std::string& v) { a.request.solver.solver = v; }},
      {"no_passes", "--no-passes", Kind::kFlag,
       [](Asked& a, const std::string&) { a.request.no_passes = true; }},
      {"disable_pass", "--disable-pass", Kind::kList,
       [](Asked& a, const std::string& v) { a.request.disabled_passes.push_back(v); }},
      {"no_eliminate_channels", "--no-eliminate-channels", Kind::kFlag,
       [](Asked& a, const std::string&) { a.request.all_channels = true; }},
      {"scratch_limit", "--scratch-limit", Kind::kText,
       [](Asked& a, const std::string& v) { a.request.scratch_limit = v; }},
      {"while_limit", "--while-limit", Kind::kNumber,
       [](Asked& a, const std::string& v) { a.request.while_limit = std::stoi(v); }},
  };
  std::ranges::copy(file_options(), std::back_inserter(all));
  return all;
}

Diag usage(const std::string& where, const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2000", where, what, hint};
}

// Sets an option to a text value, and adds it to the command line.
Status set_text(const Option& option, const std::string& value, Asked& asked) {
  if (value.empty()) return usage(option.key, "it is empty", "leave it out");
  if (!option.one_of.empty() && std::ranges::find(option.one_of, value) == option.one_of.end())
    return usage(option.key, "there is no '" + value + "'", "one of " + join_text(option.one_of));
  option.set(asked, value);
  return Done{};
}

Status set(const Option& option, const Json& value, Asked& asked) {
  std::string& line = asked.command_line;
  const auto wrong = [&](const char* need) {
    return usage(option.key, "need " + std::string(need) + ", have " + excerpt(value), {});
  };
  switch (option.kind) {
    case Kind::kText:
      if (!value.is_string()) return wrong("a text");
      line += ' ' + std::string(option.flag) + ' ' + value.get<std::string>();
      return set_text(option, value.get<std::string>(), asked);
    case Kind::kFlag:
      if (!value.is_boolean()) return wrong("true or false");
      if (!value.get<bool>()) return Done{};
      line += ' ' + std::string(option.flag);
      option.set(asked, "");
      return Done{};
    case Kind::kNames:
      if (value == false) return Done{};
      if (value != true && !value.is_string()) return wrong("true, or names separated by commas");
      line += ' ' + std::string(option.flag) + (value == true ? "" : '=' + value.get<std::string>());
      return set_text(option, value == true ? "*" : value.get<std::string>(), asked);
    case Kind::kList:
      if (!value.is_array()) return wrong("a list of texts");
      for (const Json& one : value) {
        if (!one.is_string()) return wrong("a list of texts");
        line += ' ' + std::string(option.flag) + ' ' + one.get<std::string>();
        if (const Status done = set_text(option, one.get<std::string>(), asked); !done) return done;
      }
      return Done{};
    case Kind::kNumber:
      const std::optional<int64_t> number = whole_number(value, 1, kMostTurns);
      if (!number) return wrong("a whole number from 1 on");
      line += ' ' + std::string(option.flag) + ' ' + std::to_string(*number);
      option.set(asked, std::to_string(*number));
      return Done{};
  }
  return Done{};
}

}  // namespace

Result<Asked> parse_options(const Json& given, const std::string& file) {
  if (!given.is_object()) return usage("options", "need an object, have " + excerpt(given), {});
  const std::vector<Option> all = options();
  for (const auto& [key, value] : given.items()) {
    std::vector<std::string> keys;
    for (const Option& option : all) keys.emplace_back(option.key);
    if (std::ranges::find(keys, key) == keys.end())
      return usage("options", "there is no '" + printable(key) + "'", "options: " + join_text(keys));
  }
  Asked asked;
  asked.command_line = "nook compile " + std::filesystem::path(file).filename().string();
  for (const Option& option : all)
    if (const auto value = given.find(option.key); value != given.end() && !value->is_null())
      if (const Status done = set(option, *value, asked); !done) return done.diag();
  const std::vector<std::string> solvers = solver_names();
  if (std::ranges::find(solvers, asked.request.solver.solver) == solvers.end())
    return usage("solver", "there is no '" + asked.request.solver.solver + "'",
                 "one of " + join_text(solvers));
  if (!asked.asked_target.empty()) asked.request.target = asked.asked_target;
  if (const Status known = settle_board(asked.request, asked.asked_target); !known) return known.diag();
  return asked;
}

}  // namespace nookc::web
