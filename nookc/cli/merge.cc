// nook merge
#include "nookc/cli/command.h"
#include "nookc/cli/evaluation_part.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/json.h"
#include "nookc/study/quantize/observed.h"

namespace nookc {
namespace {

struct MergeOptions {
  std::vector<std::string> parts;
};

// Parts of nook quantize --ranges-only: prints one file of them all.
Result<Exit> merge_ranges(const Cli& cli, const std::vector<PartDocument>& documents) {
  std::vector<ObservedDocument> parts;
  for (const PartDocument& document : documents) {
    Result<ObservedPart> part = parse_observed(document.json, document.source);
    if (!part) return part.diag();
    parts.push_back({*std::move(part), document.source});
  }
  const Result<ObservedPart> merged = merge_observed(parts);
  if (!merged) return merged.diag();
  if (cli.json)
    print_json(cli, observed_json(*merged));  // also to a caller in the same process
  else
    print("%s\n", observed_json(*merged).dump().c_str());
  return Exit::kOk;
}

Result<Exit> merge_command(const Cli& cli, const MergeOptions& options) {
  std::vector<PartDocument> documents;
  for (const std::string& file : options.parts) {
    const Result<nlohmann::json> json = read_json(file, {Exit::kUsage, "N2098", file, {}, kPartWanted});
    if (!json) return json.diag();
    documents.push_back({*json, file});
  }
  if (is_observed(documents[0].json)) return merge_ranges(cli, documents);
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
                  "what nook evaluate --part printed or nook quantize --ranges-only wrote: one\nfile for "
                  "each part, in any order")
      .type("FILE")
      .required()
      .repeatable()
      .not_empty();
  add_json(cli, command, "print all figures as JSON, as nook evaluate does (ranges are JSON anyway)");
}

}  // namespace nookc
