// nook merge
#include "nookc/cli/command.h"
#include "nookc/cli/evaluation_part.h"
#include "nookc/core/json.h"

namespace nookc {
namespace {

struct MergeOptions {
  std::vector<std::string> parts;
};

Result<Exit> merge_command(const Cli& cli, const MergeOptions& options) {
  std::vector<PartDocument> documents;
  for (const std::string& file : options.parts) {
    const Result<nlohmann::json> json = read_json(file, {Exit::kUsage, "N2098", file, {}, kPartWanted});
    if (!json) return json.diag();
    documents.push_back({*json, file});
  }
  const Result<Merged> merged = merge_parts(documents);
  if (!merged) return merged.diag();
  show_evaluation(cli, merged->options, merged->evaluation);
  return Exit::kOk;
}

}  // namespace

void add_merge(Cli& cli, Subcommand command) {
  MergeOptions& options = add_action<MergeOptions>(cli, command, merge_command);
  command
      .add_option("PART", options.parts,
                  "the output of nook evaluate --part, one file for each part, in any order")
      .type("FILE")
      .required()
      .repeatable()
      .not_empty();
  add_json(cli, command, "print all figures as JSON, as nook evaluate does");
}

}  // namespace nookc
