#include "nookc/cli/evaluation_part.h"

#include <bit>
#include <cstdio>

#include "nookc/core/json_fields.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMostParts = 1 << 20, kMostSamples = int64_t{1} << 48;
constexpr ScoredTask kTasks[] = {ScoredTask::kClassify, ScoredTask::kRegress, ScoredTask::kDetect};

Diag usage(const std::string& where, const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2098", where, what, hint};
}

// The bits of a double: JSON's decimal numbers need not keep them, and have no infinity.
std::string bits_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(std::bit_cast<uint64_t>(value)));
  return text;
}

Json tally_json(ScoredTask task, const Tally& tally) {
  if (task == ScoredTask::kRegress)
    return {{"elements", tally.elements}, {"errors", tally.errors.text()}, {"squares", tally.squares.text()}};
  if (task == ScoredTask::kClassify)
    return {{"k", tally.k}, {"right", tally.right}, {"among", tally.among}, {"confusion", tally.confusion}};
  Json normal = Json::array(), anomalous = Json::array();
  for (const auto& [value, is_anomalous] : tally.anomalies)
    (is_anomalous ? anomalous : normal).push_back(bits_of(value));
  return {{"normal", normal}, {"anomalous", anomalous}};
}

ExactSum sum_at(JsonFields& read, const nlohmann::json& tally, const char* key) {
  const std::optional<ExactSum> sum = ExactSum::parse(read.text(tally, key));
  if (!sum) read.fault(key, "a sum in hexadecimal", read.at(tally, key));
  return sum.value_or(ExactSum());
}

void read_confusion(JsonFields& read, const nlohmann::json& json, Tally* tally) {
  const nlohmann::json& rows = read.list(json, "confusion");
  for (const nlohmann::json& row : rows) {
    tally->confusion.emplace_back();
    if (!row.is_array() || row.size() != rows.size()) {
      read.fault("confusion", "as many columns as rows", row);
      return;
    }
    for (size_t i = 0; i < row.size(); ++i)
      tally->confusion.back().push_back(read.whole({{"confusion", row[i]}}, "confusion", 0, kMostSamples));
  }
}

void read_anomalies(JsonFields& read, const nlohmann::json& json, const char* key, Tally* tally) {
  for (const nlohmann::json& one : read.list(json, key)) {
    const std::string text = one.is_string() ? one.get<std::string>() : "";
    if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos)
      return read.fault(key, "the bits of a double in 16 hexadecimal digits", one);
    tally->anomalies.emplace_back(std::bit_cast<double>(uint64_t{std::stoull(text, nullptr, 16)}),
                                  key == std::string("anomalous"));
  }
}

Tally tally_at(JsonFields& read, ScoredTask task, const nlohmann::json& document) {
  Tally tally;
  tally.samples = read.whole(document, "samples", 0, kMostSamples);
  const nlohmann::json& json = read.at(document, "tally");
  if (task == ScoredTask::kRegress) {
    tally.elements = read.whole(json, "elements", 0, kMostSamples);
    tally.errors = sum_at(read, json, "errors"), tally.squares = sum_at(read, json, "squares");
  } else if (task == ScoredTask::kClassify) {
    tally.k = static_cast<int>(read.whole(json, "k", 1));
    tally.right = read.whole(json, "right", 0, kMostSamples);
    tally.among = read.whole(json, "among", 0, kMostSamples);
    read_confusion(read, json, &tally);
  } else {
    for (const char* const key : {"normal", "anomalous"}) read_anomalies(read, json, key, &tally);
  }
  return tally;
}

// The facts that all parts of one evaluation share.
nlohmann::json shared_facts(const nlohmann::json& document) {
  nlohmann::json facts;
  for (const char* const key : {"model", "model_sha256", "target", "task", "all_samples"})
    facts[key] = document.is_object() && document.contains(key) ? document[key] : nlohmann::json();
  const nlohmann::json tally = document.value("tally", nlohmann::json::object());
  if (tally.is_object()) facts["k"] = tally.value("k", nlohmann::json());
  if (tally.is_object() && tally.contains("confusion")) facts["classes"] = tally["confusion"].size();
  return facts;
}

Status check_complete(const std::vector<const PartDocument*>& parts) {
  std::vector<std::string> missing;
  for (size_t i = 0; i < parts.size(); ++i)
    if (!parts[i] && missing.size() < 8) missing.push_back(std::to_string(i + 1));
  if (missing.empty()) return Done{};
  return usage("nook merge",
               "parts are missing: " + join_text(missing) + " of " + std::to_string(parts.size()),
               "nook evaluate --part " + missing[0] + "/" + std::to_string(parts.size()) + " makes one");
}

}  // namespace

Result<EvaluatedPart> parse_part(const std::string& text) {
  const size_t slash = text.find('/');
  int64_t index = 0, of = 0;
  if (slash != std::string::npos && parse_int(text.substr(0, slash), &index) &&
      parse_int(text.substr(slash + 1), &of) && 1 <= index && index <= of && of <= kMostParts)
    return EvaluatedPart{static_cast<int>(index), static_cast<int>(of)};
  return usage("--part " + text, "need the number of a part and the number of parts",
               "as in: --part 3/16, from 1/16 to 16/16");
}

Result<Json> evaluate_part(const EvaluateOptions& options, const EvaluatedPart& part,
                           const Provenance& provenance, const EvaluateData& data) {
  if (!options.against.empty())
    return usage("--part with --against", "operators are compared on the first samples, in one process",
                 "leave out one of the two; evaluate the other model in parts of its own");
  const Result<CompiledModel> compiled = compile_model(options.model, provenance);
  if (!compiled) return compiled.diag();
  const Program& program = compiled->program;
  if (program.kept_bytes() > 0)
    return usage("--part", "the model keeps its state from sample to sample: parts would begin without it",
                 "leave it out");
  Result<Samples> samples = data.samples(program.graph);
  if (!samples) return samples.diag();
  const size_t all = samples->count();
  const Result<Array> labels = data.labels(all);
  if (!labels) return labels.diag();
  const Result<ScoredTask> task = task_of(options.task, program.graph, *labels);
  if (!task) return task.diag();
  const size_t first = all * static_cast<size_t>(part.index - 1) / static_cast<size_t>(part.of);
  const size_t count = all * static_cast<size_t>(part.index) / static_cast<size_t>(part.of) - first;
  if (count == 0)
    return usage("--part " + std::to_string(part.index) + "/" + std::to_string(part.of),
                 "there are more parts than samples, which are " + std::to_string(all),
                 "at most as many parts as samples");
  samples->keep(first, count);
  const Result<SampleOutputs> outputs = run_compiled(*compiled, options.model, options.session, *samples);
  if (!outputs) return outputs.diag();
  const Result<Tally> tally =
      tally_of(*task, program.graph, *samples, *outputs, some_labels(*labels, first, count), options.k);
  if (!tally) return tally.diag();
  return Json{{"part", {{"index", part.index}, {"of", part.of}}},
              {"model", options.model.model},
              {"model_sha256", program.model_sha256},
              {"target", options.model.target},
              {"task", task_name(*task)},
              {"all_samples", all},
              {"samples", tally->samples},
              {"tally", tally_json(*task, *tally)}};
}

Result<Merged> merge_parts(const std::vector<PartDocument>& documents) {
  std::vector<const PartDocument*> parts;
  for (const PartDocument& document : documents) {
    JsonFields read({Exit::kUsage, "N2098", document.source, {}, kPartWanted});
    const nlohmann::json& part = read.at(document.json, "part");
    const int64_t of = read.whole(part, "of", 1, kMostParts), index = read.whole(part, "index", 1, of);
    if (read.fault()) return *read.fault();
    if (parts.empty()) parts.resize(static_cast<size_t>(of));
    const std::string name = std::to_string(index) + "/" + std::to_string(of);
    if (parts.size() != static_cast<size_t>(of) ||
        shared_facts(document.json) != shared_facts(documents[0].json))
      return usage(document.source, "is a part of another evaluation than " + documents[0].source,
                   "one model, target, task and set of samples");
    const PartDocument*& slot = parts[static_cast<size_t>(index - 1)];
    if (slot) return usage(document.source, "part " + name + " is also in " + slot->source, "each part once");
    slot = &document;
  }
  if (const Status complete = check_complete(parts); !complete) return complete.diag();
  Merged merged;
  std::optional<Tally> all;
  for (const PartDocument* document : parts) {
    JsonFields read({Exit::kUsage, "N2098", document->source, {}, kPartWanted});
    const std::string task = read.text(document->json, "task");
    bool known = false;
    for (const ScoredTask one : kTasks)
      if (task == task_name(one)) merged.evaluation.task = one, known = true;
    if (!known) read.fault("task", "classify, regress or detect", read.at(document->json, "task"));
    merged.options.model.model = read.text(document->json, "model");
    merged.options.model.target = read.text(document->json, "target");
    merged.evaluation.samples = read.whole(document->json, "all_samples", 1, kMostSamples);
    const Tally tally = tally_at(read, merged.evaluation.task, document->json);
    if (read.fault()) return *read.fault();
    if (all)
      all->add(tally);
    else
      all = tally;
  }
  if (all->samples != merged.evaluation.samples)
    return usage("nook merge",
                 "the parts have " + std::to_string(all->samples) + " samples, need " +
                     std::to_string(merged.evaluation.samples),
                 "evaluate all parts again");
  const Result<Scores> scores = score(merged.evaluation.task, *all);
  if (!scores) return scores.diag();
  merged.evaluation.model = *scores;
  return merged;
}

}  // namespace nookc
