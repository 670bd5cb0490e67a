#include "nookc/cli/needs.h"

#include <cstring>

#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

Json requirement_json(const nook_requirement& need) {
  return {{"bytes", need.bytes}, {"alignment", need.alignment}};
}

Json interface_json(const std::vector<std::string>& names,
                    const std::vector<nook_tensor_requirement>& needs) {
  Json all = Json::array();
  for (size_t i = 0; i < needs.size(); ++i)
    all.push_back(
        {{"name", names[i]},
         {"bytes", needs[i].bytes},
         {"alignment", needs[i].alignment},
         {"scratch_offset", needs[i].scratch_offset < 0 ? Json(nullptr) : Json(needs[i].scratch_offset)}});
  return all;
}

void print_table_of_needs(const ModelOptions& options, const Json& json, int width) {
  print("%s, interpreted on %s\n", options.model.c_str(), options.target.c_str());
  std::vector<std::vector<std::string>> lines = {{"memory", "bytes", "align", "where"}};
  for (const char* side : {"inputs", "outputs"}) {
    for (const Json& tensor : json[side]) {
      const Json& at = tensor["scratch_offset"];
      lines.push_back({std::string(side, strlen(side) - 1) + " " + tensor["name"].get<std::string>(),
                       tensor["bytes"].dump(), tensor["alignment"].dump(),
                       at.is_null() ? "the application's" : "scratch at " + at.dump()});
    }
  }
  for (const auto& [role, when] : {std::pair{"persistent", "as long as the interpreter"},
                                   {"scratch", "during an inference"},
                                   {"working", "during construction, may be the scratch"},
                                   {"constants", "as long as the interpreter"}})
    if (json.contains(role))
      lines.push_back({role, json[role]["bytes"].dump(), json[role]["alignment"].dump(), when});
  print_table(lines, "  ", width);
}

}  // namespace

void print_needs(const Cli& cli, const ModelOptions& options, const InterpretedModel& model) {
  const Graph& graph = model.program.graph;
  Json json = {{"model", options.model},
               {"target", options.target},
               {"engine", "interpreter"},
               {"planner", options.planner},
               {"inputs", interface_json(graph.input_names, model.needs.inputs)},
               {"outputs", interface_json(graph.output_names, model.needs.outputs)},
               {"persistent", requirement_json(model.needs.persistent)},
               {"scratch", requirement_json(model.needs.scratch)},
               {"working", requirement_json(model.needs.working)},
               {"state_bytes", model.needs.state_bytes},
               {"supported", true}};
  if (options.weights != "model") json["constants"] = requirement_json(model.needs.constants);
  if (cli.json) {
    print_json(cli, json);
  } else {
    print_table_of_needs(options, json, view_of(cli).width);
  }
}

}  // namespace nookc
