// nook report
#include <algorithm>
#include <filesystem>

#include "nookc/cli/command.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/columns.h"
#include "nookc/core/json.h"
#include "nookc/core/read_file.h"
#include "nookc/study/cost/change.h"

namespace nookc {
namespace {

struct ReportOptions {
  std::string before, after;
  bool markdown = false;
};

Result<Document> read_document(const std::filesystem::path& file) {
  const Result<nlohmann::json> json = read_json(
      file, {Exit::kUsage,
             "N2096",
             file.string(),
             {},
             "give what nook compile wrote as NAME.json, or what another command printed with --json"});
  if (!json) return json.diag();
  return Document{*json, file.string()};
}

// The documents of one build. A folder may also contain JSON that is not nook's.
Result<std::vector<Document>> documents_of(const std::string& path) {
  std::vector<Document> all;
  if (!is_folder(path)) {
    const Result<Document> one = read_document(path);
    if (!one) return one.diag();
    all.push_back(*one);
    return all;
  }
  Result<std::vector<std::filesystem::path>> files = list_folder(path);
  if (!files) return files.diag();
  std::ranges::sort(*files);
  for (const std::filesystem::path& file : *files) {
    if (file.extension() != ".json" || is_folder(file)) continue;
    Result<Document> one = read_document(file);
    if (!one) return one.diag();
    if (kind_of_document(one->json) != DocumentKind::kOther) all.push_back(*std::move(one));
  }
  if (all.empty())
    return Diag{Exit::kUsage, "N2096", path, "has no .json file with figures of a model",
                "nook compile writes NAME.json into its folder; nook bench, fit and evaluate print more with "
                "--json"};
  return all;
}

// "-" is a build without models.
Result<std::vector<ModelFigures>> figures_of_path(const std::string& path) {
  if (path == "-") return std::vector<ModelFigures>();
  const Result<std::vector<Document>> documents = documents_of(path);
  if (!documents) return documents.diag();
  return figures_of_build(*documents);
}

void print_tables(const std::vector<CostTable>& tables, int width) {
  for (const CostTable& table : tables) {
    print("%s\n", title_of(table).c_str());
    print_table(lines_of(table), "  ", width);
  }
  print("%s\n", folded_lines(notes_of(tables), width).c_str());
}

Result<Exit> report_command(const Cli& cli, const ReportOptions& options) {
  if (cli.json && options.markdown)
    return Diag{Exit::kUsage, "N2096", "--markdown with --json", "a report has one form",
                "leave out one of the two"};
  if (options.before == "-" && options.after == "-")
    return Diag{Exit::kUsage, "N2096", "- -", "there is no build to report",
                "a - stands for one of the two builds, where the other one has a new model"};
  const Result<std::vector<ModelFigures>> before = figures_of_path(options.before);
  if (!before) return before.diag();
  const Result<std::vector<ModelFigures>> after = figures_of_path(options.after);
  if (!after) return after.diag();
  const std::vector<CostTable> tables = cost_of_change(*before, *after);
  if (cli.json)
    print_json(cli, cost_json(tables));
  else if (options.markdown)
    print("%s", cost_markdown(tables).c_str());
  else
    print_tables(tables, view_of(cli).width);
  return Exit::kOk;
}

}  // namespace

void add_report(Cli& cli, Subcommand command) {
  ReportOptions& options = add_action<ReportOptions>(cli, command, report_command);
  command
      .add_option("BEFORE", options.before,
                  "the NAME.json of nook compile, or what analyze, bench, fit, evaluate or quantize\n"
                  "prints with --json; or a folder with such files of one build; or - for no build")
      .required()
      .path("FILE|FOLDER");
  command.add_option("AFTER", options.after, "the same of the other build").required().path("FILE|FOLDER");
  command.add_flag("--markdown", options.markdown,
                   "print tables in Markdown, for a comment on a pull request");
  add_full(cli, command, "print the table in full, however narrow the terminal");
  add_json(cli, command, "print the figures as JSON");
}

}  // namespace nookc
