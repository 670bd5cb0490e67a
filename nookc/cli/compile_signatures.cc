#include "nookc/cli/compile_signatures.h"

#include <utility>

#include "nookc/back/package/formats.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/signatures.h"
#include "nookc/core/columns.h"
#include "nookc/core/output.h"
#include "nookc/core/text.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

Result<Files> files_of(const SignaturesRequest& request, Signatures& all) {
  if (request.format == "rust" && !all.variables.empty())
    return Diag{Exit::kUsage, "N2022", "--format rust",
                "signatures share the variable '" + printable(all.variables[0]) +
                    "', and a model in Rust has its state for itself",
                "--format standalone and the C interface"};
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
                                 {"shared_variables", all.variables},
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
  if (all.variables.empty()) return;
  std::string names;
  for (const std::string& name : all.variables)
    names += (names.empty() ? "'" : ", '") + printable(name) + "'";
  print("One persistent memory serves all of them: they share %s.\n", names.c_str());
}

}  // namespace

Result<Exit> compile_signatures(const Cli& cli, const SignaturesRequest& request) {
  Result<Signatures> all = compile_together(request.model, request.events, request.facts, cli.provenance);
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
  Result<Signatures> all = compile_together(model, false, {}, cli.provenance);
  if (!all) return all.diag();
  print_result(cli, *all);
  return Exit::kOk;
}

Status check_alone(const ModelOptions& model) {
  const std::pair<bool, const char*> flags[] = {{model.engine != "compiled", "--engine"},
                                                {model.hop > 0, "--hop"},
                                                {model.weights_from == "storage", "--weights-from"},
                                                {model.cores > 1, "--cores"},
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
