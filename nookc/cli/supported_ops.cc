#include <cstdio>
#include <map>
#include <set>

#include "nook/model/builtin_names.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/ops/contract/op_row.h"
#include "nookc/back/interpreter_export/resolver_file.h"
#include "nookc/cli/command.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/terminal.h"
#include "nookc/core/output.h"
#include "nookc/front/import/import.h"
#include "nookc/front/import/listing.h"
#include "nookc/front/onnx/normalize_fused.h"
#include "nookc/front/onnx/normalize_quantized.h"
#include "nookc/front/onnx/op_table.h"
#include "nookc/graph/form_types.h"
#include "nookc/target/isa.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

Json isa_names(uint32_t isa) {
  Json names = Json::array();
  if (isa == nook::kRef) names.push_back("portable");
  for (const Isa& each : kIsas)
    if (isa & each.isa) names.push_back(each.name);
  return names;
}

Json form_json(const nook::FormRow& form) {
  Json kernels = Json::array();
  for (const nook::KernelEntry& kernel : form.kernels())
    kernels.push_back({{"symbol", kernel.symbol}, {"instruction_sets", isa_names(kernel.isa)}});
  return {{"type", types_of(form)}, {"kernels", kernels}};
}

// Builtin operators by number, then custom ones by name.
Json all_json() {
  std::map<std::pair<int, std::string>, Json> by_code;
  for (const nook::OpRowOf row : nook::op_rows()) {
    const bool custom = nook::is_custom(row().code);
    const int number = static_cast<int>(row().code);
    const int code = custom ? static_cast<int>(nook::OpCode::kCustom) : number;
    const std::string name = custom ? row().custom_name : nook::builtin_name(code);
    Json forms = Json::array();
    for (const nook::FormRow& form : row().forms) forms.push_back(form_json(form));
    by_code[{custom ? nook::kFirstCustomOp : number, name}] = {
        {"code", code}, {"name", name}, {"forms", forms}};
  }
  // Control flow, which has no kernels.
  for (const nook::OpCode code : {nook::OpCode::kDensify, nook::OpCode::kIf, nook::OpCode::kWhile}) {
    const int number = static_cast<int>(code);
    const std::string name = nook::builtin_name(number);
    Json form = {{"type", "any"}, {"kernels", Json::array()}};
    by_code[{number, name}] = {{"code", number}, {"name", name}, {"forms", Json::array({form})}};
  }
  Json all = Json::array();
  for (auto& [at, json] : by_code)
    if (at.first >= 0) all.push_back(std::move(json));  // negative: created by the compiler only
  return all;
}

// The kinds of operator in a model, the number of each, and whether nook has them.
Json model_json(const nook::Model& model) {
  std::map<std::string, Json> kinds;
  for (uint32_t i = 0; i < model.subgraph_count(); ++i) {
    const nook::SubgraphView subgraph = model.subgraph(i);
    for (uint32_t k = 0; k < subgraph.operator_count(); ++k) {
      const nook::OperatorView op = subgraph.op(k);
      Json& kind = kinds[listed_name(op)];
      if (kind.is_null())
        kind = {{"name", listed_name(op)},
                {"count", 0},
                {"versions", Json::array()},
                {"supported", nook::find_op(op.code(), op.custom_code()) != nullptr ||
                                  nook::is_control_flow(op.code()) ||
                                  op.code() == static_cast<int32_t>(nook::OpCode::kDensify)}};
      kind["count"] = kind["count"].get<int>() + 1;
      Json& versions = kind["versions"];
      if (std::find(versions.begin(), versions.end(), op.version()) == versions.end())
        versions.push_back(op.version());
    }
  }
  Json all = Json::array();
  for (auto& [name, json] : kinds) all.push_back(std::move(json));
  return all;
}

// The ONNX operators that nook can map to its own.
Json onnx_json() {
  Json all = Json::array();
  for (const onnx::OperatorRow& row : onnx::operator_table())
    all.push_back({{"name", row.name},
                   {"domain", row.domain},
                   {"integer", (row.traits & (onnx::kInteger | onnx::kKeeps)) != 0},
                   {"remark", row.remark}});
  const auto add = [&](const auto& operators, bool integer) {
    for (const auto& [name, domain] : operators)
      all.push_back({{"name", name}, {"domain", domain}, {"integer", integer}, {"remark", "decomposed"}});
  };
  add(onnx::quantized_operators(), true);
  add(onnx::fused_operators(), false);
  return all;
}

void print_onnx(const Json& all) {
  std::vector<std::vector<std::string>> lines = {{"operator", "computes in", "remark"}};
  for (const Json& op : all) {
    const std::string domain = op["domain"];
    lines.push_back({(domain.empty() ? "" : domain + ".") + op["name"].get<std::string>(),
                     op["integer"].get<bool>() ? "float32, int8" : "float32",
                     op["remark"].get<std::string>()});
  }
  print_table(lines, "", terminal_width());
}

void print_all(const Json& all) {
  std::vector<std::vector<std::string>> lines = {{"operator", "types"}};
  for (const Json& op : all) {
    std::string types;
    std::set<std::string> known;
    for (const Json& form : op["forms"]) {
      const std::string type = form["type"];
      if (known.insert(type).second) types += (types.empty() ? "" : ", ") + type;
    }
    lines.push_back({op["name"].get<std::string>(), types});
  }
  print_table(lines, "", terminal_width());
}

Result<Exit> of_model(const Cli& cli, const std::string& file) {
  const Result<ModelBytes> read = read_model_file(file, {});
  if (!read) return read.diag();
  const std::vector<std::byte>& bytes = read->bytes;
  const Result<nook::Model> model = open_model(bytes, file);
  if (!model) return model.diag();
  const Json kinds = model_json(*model);
  const std::vector<Diag> refused = survey(bytes, file);
  if (cli.json) {
    Json reasons = Json::array();
    for (const Diag& diag : refused)
      reasons.push_back({{"code", diag.code}, {"where", diag.where}, {"what", diag.what}});
    print_json(cli,
               {{"model", file}, {"supported", refused.empty()}, {"operators", kinds}, {"refused", reasons}});
  } else {
    std::vector<std::vector<std::string>> lines = {{"operator", "count", "versions", "supported"}};
    for (const Json& kind : kinds)
      lines.push_back({kind["name"].get<std::string>(), kind["count"].dump(), kind["versions"].dump(),
                       kind["supported"].get<bool>() ? "yes" : "no"});
    print_table(lines, "", terminal_width());
    for (const Diag& diag : refused)
      print("%s: %s: %s\n", diag.code.c_str(), diag.where.c_str(), diag.what.c_str());
  }
  return refused.empty() ? Exit::kOk : Exit::kUnsupported;
}

struct SupportedOpsCommandOptions {
  std::string model, resolver;  // files
  bool fast = false, rows = false, force = false, onnx = false;
};

ResolverKernels kernels_of(const SupportedOpsCommandOptions& options) {
  if (options.rows) return ResolverKernels::kRows;
  return options.fast ? ResolverKernels::kFast : ResolverKernels::kSmall;
}

// Writes the model's resolver into the requested file.
Result<Exit> emit_resolver(const Cli& cli, const SupportedOpsCommandOptions& options) {
  ModelOptions asked;
  asked.model = options.model;
  asked.no_passes = true;
  const Result<CompiledModel> compiled = compile_model(asked, {});
  if (!compiled) return compiled.diag();
  const std::filesystem::path to(options.resolver);
  const File file = resolver_file(compiled->program, compiled->emit.name, kernels_of(options));
  if (const Status written = write_output(to, file.content, {options.force, {options.model}}); !written)
    return written.diag();
  const std::string name = compiled->emit.name + "_resolver";
  if (cli.json)
    print_json(cli, {{"model", options.model}, {"file", options.resolver}, {"resolver", name}});
  else
    print("%s: %s\n", options.resolver.c_str(), name.c_str());
  return Exit::kOk;
}

Result<Exit> supported_ops_command(const Cli& cli, const SupportedOpsCommandOptions& options) {
  if (!options.resolver.empty()) return emit_resolver(cli, options);
  if (!options.model.empty()) return of_model(cli, options.model);
  const Json all = options.onnx ? onnx_json() : all_json();
  if (cli.json) {
    print_json(cli, all);
  } else if (options.onnx) {
    print_onnx(all);
  } else {
    print_all(all);
  }
  return Exit::kOk;
}

}  // namespace

void add_supported_ops(Cli& cli, Subcommand command) {
  SupportedOpsCommandOptions& options =
      add_action<SupportedOpsCommandOptions>(cli, command, supported_ops_command);
  Option model = command
                     .add_option("--model", options.model,
                                 "list the operators of this model instead, and whether they are supported")
                     .path("FILE");
  Option resolver = command
                        .add_option("--emit-resolver", options.resolver,
                                    "write a C++ file that gives the interpreter only\nthe "
                                    "operators and element types of --model")
                        .path("FILE")
                        .needs(model);
  Option fast =
      command
          .add_flag(
              "--fast", options.fast,
              "with kernels for the instructions of the core that it is\ncompiled for; the interpreter packs "
              "weights for them if "
              "it\nis given memory for constants")
          .needs(resolver);
  command
      .add_flag("--rows", options.rows,
                "with these kernels, for an interpreter that also runs\noperators row by row")
      .needs(resolver)
      .excludes(fast);
  command.add_flag("--onnx", options.onnx, "list the ONNX operators that nook reads instead").excludes(model);
  add_force(command, options.force);
  add_json(cli, command, "print the list as JSON");
}

}  // namespace nookc
