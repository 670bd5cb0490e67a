#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "nookc/cli/command.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/columns.h"
#include "nookc/core/sha256.h"
#include "nookc/core/text.h"
#include "nookc/front/import/listing.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;
using Lines = std::vector<std::vector<std::string>>;

std::string text_of(nook::Span<const char> s) { return std::string(s.data(), s.size()); }

Json indices(const nook::IndexList& list) {
  Json all = Json::array();
  for (uint32_t i = 0; i < list.size(); ++i) all.push_back(list[i]);
  return all;
}

Json subgraph_json(const nook::Model& model, uint32_t i) {
  const nook::SubgraphView subgraph = model.subgraph(i);
  Json operators = Json::array(), tensors = Json::array();
  for (uint32_t k = 0; k < subgraph.operator_count(); ++k) operators.push_back(operator_json(subgraph, i, k));
  for (uint32_t k = 0; k < subgraph.tensor_count(); ++k) tensors.push_back(tensor_json(model, subgraph, k));
  return {{"index", i},
          {"name", text_of(subgraph.name())},
          {"inputs", indices(subgraph.inputs())},
          {"outputs", indices(subgraph.outputs())},
          {"operators", operators},
          {"tensors", tensors}};
}

Json signature_json(const nook::SignatureView& signature) {
  Json inputs = Json::array(), outputs = Json::array();
  for (uint32_t i = 0; i < signature.input_count(); ++i)
    inputs.push_back({{"name", text_of(signature.input_name(i))}, {"tensor", signature.input_tensor(i)}});
  for (uint32_t i = 0; i < signature.output_count(); ++i)
    outputs.push_back({{"name", text_of(signature.output_name(i))}, {"tensor", signature.output_tensor(i)}});
  return {{"key", text_of(signature.key())},
          {"subgraph", signature.subgraph()},
          {"inputs", inputs},
          {"outputs", outputs}};
}

Json model_json(const nook::Model& model, const std::string& file, std::span<const std::byte> bytes) {
  Json subgraphs = Json::array(), metadata = Json::array(), signatures = Json::array();
  for (uint32_t i = 0; i < model.subgraph_count(); ++i) subgraphs.push_back(subgraph_json(model, i));
  for (uint32_t i = 0; i < model.metadata_count(); ++i)
    metadata.push_back({{"name", text_of(model.metadata_name(i))}, {"bytes", model.metadata(i).size()}});
  for (uint32_t i = 0; i < model.signature_count(); ++i)
    signatures.push_back(signature_json(model.signature(i)));
  return {{"file", file},
          {"bytes", bytes.size()},
          {"sha256", sha256(bytes)},
          {"description", text_of(model.description())},
          {"subgraphs", subgraphs},
          {"metadata", metadata},
          {"signatures", signatures}};
}

// "[1,49,10,1]"
std::string compact(const Json& list) { return list.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string plain(const Json& value) {
  std::string safe;
  for (char c : value.get<std::string>()) safe += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '_' : c;
  return safe;
}

// The first part of a joined name, if the width is limited.
std::string shown_name(const Json& json, int width) {
  const std::string name = plain(json["name"]);
  return width > 0 ? first_name(name) : name;
}

std::string quantization_text(const Json& q) {
  if (q.is_null()) return "-";
  if (q.contains("other")) return "of another kind";
  char scale[32] = "not finite";  // JSON has no such number
  if (q["scales"][0].is_number()) std::snprintf(scale, sizeof scale, "%g", q["scales"][0].get<double>());
  if (q["scales"].size() > 1)
    return std::to_string(q["scales"].size()) + " scales along axis " + q["axis"].dump() + ", first " + scale;
  return std::string(scale) + ", zero " + (q["zero_points"].empty() ? "0" : q["zero_points"][0].dump());
}

void print_subgraph(const Json& subgraph, int width) {
  print("\nSubgraph %s '%s': inputs %s, outputs %s\n", subgraph["index"].dump().c_str(),
        plain(subgraph["name"]).c_str(), compact(subgraph["inputs"]).c_str(),
        compact(subgraph["outputs"]).c_str());
  Lines lines = {{"#", "operator", "version", "inputs", "outputs", "types"}};
  for (const Json& op : subgraph["operators"])
    lines.push_back({op["index"].dump(), plain(op["name"]), op["version"].dump(), compact(op["inputs"]),
                     compact(op["outputs"]),
                     compact(op["input_types"]) + " -> " + compact(op["output_types"])});
  print_table(lines, "  ", width);
  lines = {{"#", "type", "shape", "constant", "quantization", "name"}};
  for (const Json& t : subgraph["tensors"])
    lines.push_back({t["index"].dump(), t["type"].get<std::string>(), compact(t["shape"]),
                     t["constant"].get<bool>()   ? t["constant_bytes"].dump() + " bytes"
                     : t["variable"].get<bool>() ? "variable"
                                                 : "-",
                     quantization_text(t["quantization"]), shown_name(t, width)});
  print("\n");
  print_table(lines, "  ", width);
}

void print_model(const Json& json, int width) {
  const std::string head = plain(json["file"]) + ": " + json["bytes"].dump() + " bytes, sha256 " +
                           json["sha256"].get<std::string>() + "\n";
  print("%s", folded_lines(head, width).c_str());
  if (!plain(json["description"]).empty()) print("description: %s\n", plain(json["description"]).c_str());
  for (const Json& m : json["metadata"])
    print("metadata: %s, %s bytes\n", plain(m["name"]).c_str(), m["bytes"].dump().c_str());
  for (const Json& s : json["signatures"]) {
    print("signature '%s' of subgraph %s\n", plain(s["key"]).c_str(), s["subgraph"].dump().c_str());
    for (const char* side : {"inputs", "outputs"})
      for (const Json& t : s[side])
        print("  %.*s '%s': tensor %s\n", static_cast<int>(std::string_view(side).size()) - 1, side,
              plain(t["name"]).c_str(), t["tensor"].dump().c_str());
  }
  for (const Json& subgraph : json["subgraphs"]) print_subgraph(subgraph, width);
}

// The requested and the planned pools and addresses of tensors and of kernels' scratch.
Json placement_json(const Program& program) {
  Json all = Json::array();
  const auto add = [&](const std::string& name, const char* what, int64_t bytes, const Placement& at) {
    // A tensor in the application's buffer, or a removed one.
    if (at.pool.empty() && at.candidates.empty()) return;
    all.push_back({{"name", name},
                   {"what", what},
                   {"bytes", bytes},
                   {"candidates", at.candidates},
                   {"pool", at.pool},
                   {"offset", at.offset < 0 ? Json(nullptr) : Json(at.offset)}});
  };
  std::map<TensorId, const Planned*> rings;  // line buffers
  for (const Planned& planned : program.buffers)
    if (planned.rows > 0) rings.emplace(planned.tensor, &planned);
  for (size_t i = 0; i < program.graph.tensors.size(); ++i) {
    const Tensor& t = program.graph.tensors[i];
    const auto found = rings.find(static_cast<TensorId>(i));
    const Planned* const ring = found == rings.end() ? nullptr : found->second;
    add(t.name, t.constant() ? "constant" : "tensor", ring ? ring->buffer.size : t.bytes(), t.placement);
    if (ring && !all.empty()) all.back()["rows"] = ring->rows;
  }
  for (const Call& call : program.calls) {
    const Node& node = program.graph.nodes[index(call.node)];
    add(describe(program.graph, node), "kernel scratch", call.op.scratch, node.scratch);
  }
  return all;
}

void print_placement(const Json& all, int width) {
  std::vector<std::vector<std::string>> lines = {{"pool", "offset", "bytes", "what", "candidates", "name"}};
  for (const Json& p : all) {
    const std::string what = p.contains("rows") ? "ring of " + p["rows"].dump() + " rows" : plain(p["what"]);
    std::string candidates;
    for (const Json& c : p["candidates"]) candidates += (candidates.empty() ? "" : ",") + plain(c);
    lines.push_back({plain(p["pool"]), p["offset"].is_null() ? "-" : p["offset"].dump(), p["bytes"].dump(),
                     what, candidates.empty() ? "-" : candidates, shown_name(p, width)});
  }
  print("\nPlacement\n");
  print_table(lines, "  ", width);
}

struct InspectCommandOptions {
  ModelOptions model;
  bool placement = false;
};

// The model is compiled only for --placement.
Status check_placement(const InspectCommandOptions& options) {
  const bool named = options.model.command.has("--name");  // placements have no symbols
  if (options.placement && !named) return check_force(options.model);
  const std::set<std::string> always = {"MODEL",         "--io",          "--io-layout",
                                        "--input-shape", "--input-value", "--state",
                                        "--signature",   "--full",        "--json"};
  for (const std::string& given : options.model.command.given())
    if (!always.contains(given) && (!options.placement || given == "--name"))
      return Diag{Exit::kUsage, "N2053", given,
                  given == "--name" ? "nothing in this output contains the name"
                                    : "it is for a model that is compiled",
                  given == "--name" ? "leave it out" : "add --placement, or leave it out"};
  return Done{};
}

Result<Exit> inspect_command(const Cli& cli, const InspectCommandOptions& options) {
  if (const Status fits = check_placement(options); !fits) return fits.diag();
  const std::string& file = options.model.model;
  const Result<ModelBytes> read = read_model_file(options.model);
  if (!read) return read.diag();
  const std::vector<std::byte>& bytes = read->bytes;
  say_notes(read->stated);
  const Result<nook::Model> model = open_model(bytes, file);
  if (!model) return model.diag();
  Json said = model_json(*model, file, bytes);
  if (options.placement) {
    const Result<CompiledModel> compiled = compile_model(options.model, cli.provenance);
    if (!compiled) return compiled.diag();
    said["placement"] = placement_json(compiled->program);
  }
  // Printed and parsed once, because names in the file need not be UTF-8 but must be valid from here on.
  const Json json = Json::parse(said.dump(-1, ' ', false, Json::error_handler_t::replace));
  if (cli.json) {
    print_json(cli, json);
    return Exit::kOk;
  }
  const int width = view_of(cli).width;
  print_model(json, width);
  if (options.placement) print_placement(json["placement"], width);
  return Exit::kOk;
}

}  // namespace

void add_inspect(Cli& cli, Subcommand command) {
  InspectCommandOptions& options = add_action<InspectCommandOptions>(cli, command, inspect_command);
  command
      .add_option("MODEL", options.model.model,
                  "the .tflite or .onnx file; nook need not support its operators")
      .required()
      .type("FILE");
  add_borders(command, options.model.borders);
  command.add_flag(
      "--placement", options.placement,
      "compile the model and list the candidate pools, the pool and the\noffset of every buffer; takes the "
      "options of nook compile");
  add_target(command, options.model, false);
  add_compile_options(command, options.model);
  add_full(cli, command, "print whole names, however narrow the terminal");
  add_json(cli, command, "print it as JSON");
}

}  // namespace nookc
