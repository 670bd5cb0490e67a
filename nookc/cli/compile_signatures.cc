#include "nookc/cli/compile_signatures.h"

#include <memory>
#include <set>
#include <utility>

#include "nookc/back/emit/together.h"
#include "nookc/back/package/formats.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/columns.h"
#include "nookc/core/identifier.h"
#include "nookc/core/output.h"
#include "nookc/core/text.h"
#include "nookc/front/borders/signatures.h"
#include "nookc/front/import/file_kind.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

Diag refused(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2054", "--all-signatures", what, hint};
}

// The signatures of a model, a network for each.
struct Signatures {
  std::string name;
  std::vector<std::string> keys;
  std::vector<CompiledModel> models;
  int64_t saved = 0;  // bytes of constants that serve several of them

  std::vector<CompiledNetwork> networks() {
    std::vector<CompiledNetwork> all;
    for (CompiledModel& model : models) all.push_back({&model.program, &model.emit});
    return all;
  }
};

Status compile_each(const SignaturesRequest& request, const Provenance& provenance,
                    const std::shared_ptr<const std::set<Bytes>>& elsewhere, Signatures& all) {
  all.models.clear();
  std::set<std::string> taken;
  for (const std::string& signature : all.keys) {
    ModelOptions options = request.model;
    options.elsewhere = elsewhere;
    options.borders.signature = signature;
    options.reports = true;  // the notes say that the other signatures are left out
    options.name = unique(all.name + "_" + identifier(signature, "signature"), taken);
    Result<CompiledModel> compiled = compile_model(options, provenance);
    if (!compiled) return compiled.diag();
    compiled->emit.stated.notes.clear();
    compiled->emit.events = request.events;
    compiled->emit.facts = request.facts;
    all.models.push_back(*std::move(compiled));
  }
  return Done{};
}

// Variables that the model names belong to all signatures; the generated networks would each have their own.
Status check_variables(const std::vector<CompiledModel>& models) {
  std::set<std::string> names;
  for (const CompiledModel& model : models)
    for (const Kept& kept : model.program.kept) {
      if (kept.tensor == TensorId::kNone) continue;
      const KeptWindow* const window = model.program.graph.window_of(kept.tensor);
      if (model.program.graph[window ? window->variable : kept.tensor].source >= 0) continue;
      if (!names.insert(kept.name).second)
        return refused("two signatures share the variable '" + printable(kept.name) + "'",
                       "compile one of them with --signature");
    }
  return Done{};
}

// Weights that signatures would pack in different ways are compiled a second time, to be shared as they are.
Result<Signatures> compile_all(const SignaturesRequest& request, const Provenance& provenance) {
  const Result<std::vector<std::byte>> file = read_model(request.model.model);
  if (!file) return file.diag();
  Signatures all{request.model.name, signature_names(*file), {}};
  if (all.keys.size() < 2)
    return refused(all.keys.empty() ? "the model has no signatures" : "the model has one signature",
                   "leave it out");
  if (all.name.empty()) all.name = model_name(request.model.model);
  if (const Status done = compile_each(request, provenance, nullptr, all); !done) return done.diag();
  if (const Status owned = check_variables(all.models); !owned) return owned.diag();
  std::set<Bytes> apart = packed_apart(all.networks());
  if (!apart.empty()) {
    const auto elsewhere = std::make_shared<const std::set<Bytes>>(std::move(apart));
    if (const Status done = compile_each(request, provenance, elsewhere, all); !done) return done.diag();
  }
  all.saved = share_constants(all.networks());
  return all;
}

Result<Files> files_of(const SignaturesRequest& request, Signatures& all) {
  if (request.format != "c") return package(all.networks(), all.name, request.format);
  Files files{emit_together(all.name, all.networks())};
  for (const CompiledModel& model : all.models) {
    Result<Files> own = emit_c(model.program, model.emit);
    if (!own) return own.diag();
    for (File& file : *own) files.push_back(std::move(file));
    for (File& file : report_files(model.program, model.emit)) files.push_back(std::move(file));
  }
  return files;
}

nlohmann::ordered_json json_of(Signatures& all) {
  nlohmann::ordered_json json = {{"shared_constant_bytes", all.saved},
                                 {"memory", nlohmann::ordered_json::array()},
                                 {"signatures", nlohmann::ordered_json::object()}};
  for (const PoolTogether& pool : memory_together(all.networks()))
    json["memory"].push_back(
        {{"role", pool.role}, {"pool", pool.pool}, {"bytes", pool.bytes}, {"align", pool.alignment}});
  for (size_t i = 0; i < all.models.size(); ++i)
    json["signatures"][all.keys[i]] = report_json(all.models[i].program, all.models[i].emit);
  return json;
}

void print_result(const Cli& cli, Signatures& all) {
  if (cli.json) return print_json(cli, json_of(all));
  if (cli.quiet) return;
  const int width = view_of(cli).width;
  for (size_t i = 0; i < all.models.size(); ++i)
    print("Signature '%s', %s_run()\n%s\n", printable(all.keys[i]).c_str(), all.models[i].emit.name.c_str(),
          report_text(all.models[i].program, all.models[i].emit, {Detail::kQuiet, width}).c_str());
  std::vector<std::vector<std::string>> lines = {{"role", "memory", "bytes", "align"}};
  for (const PoolTogether& pool : memory_together(all.networks()))
    lines.push_back({pool.role, pool.pool, std::to_string(pool.bytes), std::to_string(pool.alignment)});
  print(
      "Together, one run at a time\n%s%lld bytes of constants serve several signatures and are stored "
      "once.\n",
      columns(lines, "  ", {width, {}}).c_str(), static_cast<long long>(all.saved));
}

}  // namespace

Result<Exit> compile_signatures(const Cli& cli, const SignaturesRequest& request) {
  Result<Signatures> all = compile_all(request, cli.provenance);
  if (!all) return all.diag();
  const Result<Files> files = files_of(request, *all);
  if (!files) return files.diag();
  if (const Status written = write_output(request.directory, *files, output_of(request.model)); !written)
    return written.diag();
  print_result(cli, *all);
  if (!cli.json && !cli.quiet) print("Written to %s\n", request.directory.c_str());
  return Exit::kOk;
}

Result<Exit> analyze_signatures(const Cli& cli, const ModelOptions& model) {
  Result<Signatures> all = compile_all({model, {}, {}}, cli.provenance);
  if (!all) return all.diag();
  print_result(cli, *all);
  return Exit::kOk;
}

Status check_alone(const ModelOptions& model) {
  const std::pair<bool, const char*> flags[] = {{model.engine != "compiled", "--engine"},
                                                {model.hop > 0, "--hop"},
                                                {!model.dump_ir.empty(), "--dump-ir"},
                                                {!model.borders.signature.empty(), "--signature"}};
  for (const auto& [given, name] : flags)
    if (given) return not_with_all_signatures(name);
  return Done{};
}

Diag not_with_all_signatures(const char* option) {
  return {Exit::kUsage, "N2022", option, "this can't be combined with --all-signatures",
          "take one signature at a time, with --signature"};
}

}  // namespace nookc
