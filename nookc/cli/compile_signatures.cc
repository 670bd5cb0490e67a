#include "nookc/cli/compile_signatures.h"

#include <set>

#include "nookc/back/emit/together.h"
#include "nookc/back/package/formats.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
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

// A network of its own for each signature.
Result<std::vector<CompiledModel>> compile_each(const SignaturesRequest& request, const std::string& name,
                                                const std::vector<std::string>& signatures,
                                                const Provenance& provenance) {
  std::vector<CompiledModel> models;
  std::set<std::string> taken;
  for (const std::string& signature : signatures) {
    ModelOptions options = request.model;
    options.borders.signature = signature;
    options.reports = true;  // the notes say that the other signatures are left out
    options.name = unique(name + "_" + identifier(signature, "signature"), taken);
    Result<CompiledModel> compiled = compile_model(options, provenance);
    if (!compiled) return compiled.diag();
    compiled->emit.stated.notes.clear();
    compiled->emit.events = request.events;
    compiled->emit.facts = request.facts;
    models.push_back(*std::move(compiled));
  }
  return models;
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

Result<Files> files_of(const SignaturesRequest& request, const std::string& name,
                       const std::vector<CompiledModel>& models,
                       const std::vector<CompiledNetwork>& networks) {
  if (request.format != "c") return package(networks, name, request.format);
  Files files{emit_together(name, networks)};
  for (const CompiledModel& model : models) {
    Result<Files> own = emit_c(model.program, model.emit);
    if (!own) return own.diag();
    for (File& file : *own) files.push_back(std::move(file));
    for (File& file : report_files(model.program, model.emit)) files.push_back(std::move(file));
  }
  return files;
}

void print_result(const Cli& cli, const SignaturesRequest& request,
                  const std::vector<std::string>& signatures, const std::vector<CompiledModel>& models,
                  int64_t saved) {
  if (cli.json) {
    nlohmann::ordered_json all = {{"shared_constant_bytes", saved},
                                  {"signatures", nlohmann::ordered_json::object()}};
    for (size_t i = 0; i < models.size(); ++i)
      all["signatures"][signatures[i]] = report_json(models[i].program, models[i].emit);
    return print_json(cli, all);
  }
  if (cli.quiet) return;
  for (size_t i = 0; i < models.size(); ++i)
    print("Signature '%s', %s_run()\n%s\n", printable(signatures[i]).c_str(), models[i].emit.name.c_str(),
          report_text(models[i].program, models[i].emit, {Detail::kQuiet, view_of(cli).width}).c_str());
  print("%lld bytes of constants serve several signatures and are stored once.\nWritten to %s\n",
        static_cast<long long>(saved), request.directory.c_str());
}

}  // namespace

Result<Exit> compile_signatures(const Cli& cli, const SignaturesRequest& request) {
  const Result<std::vector<std::byte>> file = read_model(request.model.model);
  if (!file) return file.diag();
  const std::vector<std::string> signatures = signature_names(*file);
  if (signatures.size() < 2)
    return refused(signatures.empty() ? "the model has no signatures" : "the model has one signature",
                   "leave it out");
  const std::string name = request.model.name.empty() ? model_name(request.model.model) : request.model.name;
  Result<std::vector<CompiledModel>> models = compile_each(request, name, signatures, cli.provenance);
  if (!models) return models.diag();
  if (const Status separate = check_variables(*models); !separate) return separate.diag();
  std::vector<CompiledNetwork> networks;
  for (CompiledModel& model : *models) networks.push_back({&model.program, &model.emit});
  const int64_t saved = share_constants(networks);
  const Result<Files> files = files_of(request, name, *models, networks);
  if (!files) return files.diag();
  if (const Status written = write_output(request.directory, *files, output_of(request.model)); !written)
    return written.diag();
  print_result(cli, request, signatures, *models, saved);
  return Exit::kOk;
}

}  // namespace nookc
