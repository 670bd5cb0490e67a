#include "nookc/back/package/esphome.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "nookc/back/interface/interface.h"
#include "nookc/back/package/package.h"
#include "nookc/back/resources/resources.h"
#include "nookc/core/dtype.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr nook::DType kElements[] = {nook::DType::kF32, nook::DType::kS8,  nook::DType::kU8,
                                     nook::DType::kS16, nook::DType::kU16, nook::DType::kS32,
                                     nook::DType::kBool};

// A JSON text of ASCII characters, which Python and YAML read as well.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(-1, ' ', true); }

bool is_sound(const std::string& type) { return type == "int16" || type == "float32"; }

// {"type": "int8", "count": 120, "scale": 0.1, "zero_point": -128}
std::string facts_of(const Program& program, const InterfaceTensor& t) {
  const Tensor& tensor = program.graph[t.id];
  const bool quantized = tensor.scales.size() == 1;
  return "{\"name\": " + quoted(t.identifier) + ", \"type\": " + quoted(dtype_name(tensor.type)) +
         ", \"count\": " + decimal(t.count) +
         ", \"scale\": " + (quantized ? nlohmann::json(tensor.scales[0]).dump() : "None") +
         ", \"zero_point\": " + (quantized ? decimal(tensor.zero_point) : "0") + "}";
}

std::string python_facts(const Package& package, const Program& program, const Interface& face) {
  std::string text = "\"\"\"" + package.what + ".\"\"\"\nNAME = " + quoted(package.name) +
                     "\nINPUT = " + facts_of(program, face.inputs[0]) + "\nOUTPUTS = {\n";
  for (const InterfaceTensor& t : face.outputs)
    text += "    " + quoted(t.identifier) + ": " + facts_of(program, t) + ",\n";
  return text + "}\n";
}

std::string network_header(const std::string& n) {
  return "/* The network " + n + " for ESPHome. */\n#pragma once\n#include \"nook/esphome/network.h\"\n\n" +
         "#ifdef __cplusplus\nextern \"C\" {\n#endif\nextern const nook_esphome_network " + n +
         "_network;\n#ifdef __cplusplus\n}\n\n#include \"nook/esphome/model.h\"\n\nnamespace esphome {\n"
         "namespace nook_" +
         n + " {\n\nclass Network : public nook_esphome::Model {\n public:\n  Network() : Model(&::" + n +
         "_network) {}\n};\n\n}  // namespace nook_" + n + "\n}  // namespace esphome\n#endif\n";
}

std::string network_source(const Program& program, const Interface& face) {
  const std::string& n = face.name;
  std::string outputs;
  for (const InterfaceTensor& t : face.outputs)
    outputs += std::string(outputs.empty() ? "" : ", ") + "out." + t.identifier;
  const bool kept = !program.kept.empty();
  return "/* The buffers and functions of " + n + " for ESPHome. */\n#include \"" + n +
         "_network.h\"\n\n#include \"" + n + ".h\"\n\nstatic " + n + "_input in;\nstatic " + n +
         "_output out;\nstatic const void *const outputs[] = {" + outputs +
         "};\n\nstatic nook_status run(void) { return " + n + "_run(&" + n +
         "_default_memory, &in, &out); }\n" +
         (kept ? "static nook_status reset(void) { return " + n + "_reset(&" + n + "_default_memory); }\n"
               : "") +
         "\nconst nook_esphome_network " + n + "_network = {&" + n + "_info, in." +
         face.inputs[0].identifier + ", outputs, run, " + (kept ? "reset" : "NULL") + "};\n";
}

// Where the input comes from: a microphone for sound, otherwise sensors.
std::string example_yaml(const Package& package, const Program& program, const Interface& face) {
  const std::string id = package_name(package), model = "my_" + package.name;
  const std::string type = dtype_name(program.graph[face.inputs[0].id].type);
  const int32_t count = face.inputs[0].count;
  std::string text =
      "# " + package.what +
      ".\n# Lines for your configuration; the README has all options.\nexternal_components:\n  - "
      "source:\n      type: local\n      path: components\n\n" +
      id + ":\n  id: " + model + "\n";
  text += is_sound(type)
              ? "  queue_size: " + decimal(std::max(4096, count)) +
                    "\n\n# Below your microphone:\n#   on_data:\n#     - lambda: id(" + model + ").push(x);\n"
              : "  # sensors:\n  #   ids: [your_sensor]\n  #   update_interval: 1s\n";
  return text + "\nsensor:\n  - platform: " + id + "\n    name: " + quoted(package.name) +
         "\n    output: " + face.outputs[0].identifier +
         "\n    index: 0\n\nbinary_sensor:\n  - platform: " + id +
         "\n    name: " + quoted(package.name + " detected") + "\n    output: " + face.outputs[0].identifier +
         "\n    index: 0\n    cutoff: 0.9\n    sliding_window_size: 5\n";
}

bool ends(const std::string& path, std::string_view with) { return path.ends_with(with); }

}  // namespace

Status check_esphome(const Program& program, const EmitOptions& options) {
  if (options.events)
    return Diag{Exit::kUsage, "N2022", "--events", "--format esphome has no place for its callback",
                "leave it out, or --format esp-idf and the C interface"};
  const auto refused = [](const std::string& why) {
    return Diag{Exit::kUsage, "N2083", "--format esphome", why,
                "--format esp-idf, and a component of your own that calls the C interface"};
  };
  const Interface face = interface_of(program, options);
  if (face.inputs.size() != 1)
    return refused("its component fills one input, the model has " + decimal(face.inputs.size()));
  for (const auto* tensors : {&face.inputs, &face.outputs})
    for (const InterfaceTensor& t : *tensors) {
      const nook::DType type = program.graph[t.id].type;
      if (t.in_scratch)
        return refused("its component keeps inputs and outputs between two runs, and " + t.identifier +
                       " is in the scratch");
      if (std::ranges::find(kElements, type) == std::end(kElements))
        return refused(t.identifier + " is " + dtype_name(type) +
                       ", its component has float32, bool, uint8 and integers of 8 to 32 bits");
    }
  return Done{};
}

Files esphome_files(const Package& package, const CompiledNetwork& network) {
  const Program& program = *network.program;
  const Interface face = interface_of(program, *network.options);
  return {{"facts.py", python_facts(package, program, face)},
          {"example.yaml", example_yaml(package, program, face)},
          {package.name + "_network.h", network_header(package.name)},
          {package.name + "_network.c", network_source(program, face)}};
}

Result<Files> esphome_folder(const Package& package, Files files) {
  const std::string component = "components/" + package_name(package) + "/", code = component + "c/nook/";
  std::erase_if(files, [](const File& file) { return file.path == "CMakeLists.txt"; });
  for (File& file : files) {
    if (file.path.starts_with("nook/"))
      file.path = component + "c/" + file.path;
    else if (is_source(file.path) || ends(file.path, ".h"))
      file.path = code + "networks/" + package.name + "/" + file.path;
    else if (ends(file.path, ".py"))
      file.path = component + file.path;
  }
  for (const char* name : {"network.h", "model.h", "sensor.h", "binary_sensor.h", "sensor_source.h",
                           "component.py", "element.py", "sensor.py", "binary_sensor.py"}) {
    const std::string from = std::string("ports/esphome/") + name;
    const std::string to = from == "ports/esphome/component.py" ? "__init__.py" : name;
    files.push_back({(ends(to, ".h") ? code + "esphome/" : component) + to, file_of(from).content});
  }
  return files;
}

}  // namespace nookc
