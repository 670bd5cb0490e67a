#include "nookc/back/run/validate.h"

#include <algorithm>
#include <map>
#include <set>

#include "nookc/back/run/golden.h"
#include "nookc/back/run/hop_inputs.h"
#include "nookc/core/dtype.h"
#include "nookc/core/read_file.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

// Checks that the expected outputs exist before anything is built.
Status check_outputs(const Session& session, const fs::path& golden, int runs) {
  const Graph& graph = session.program().graph;
  for (int run = 0; run < runs; ++run) {
    for (size_t i = 0; i < graph.outputs.size(); ++i) {
      const Tensor& tensor = graph[graph.outputs[i]];
      const fs::path file = golden / output_file(run, i);
      std::error_code error;
      const auto have = fs::file_size(file, error);
      if (!error && have == static_cast<uintmax_t>(tensor.bytes())) continue;
      const std::string found =
          error ? "no such file" : std::to_string(have) + (have == 1 ? " byte" : " bytes");
      return Diag{Exit::kInputOutput, "N4008", file.string(),
                  "output '" + graph.output_names[i] + "' of the reference: need " +
                      std::to_string(tensor.bytes()) + " bytes of " + dtype_name(tensor.type) + ", have " +
                      found,
                  "every run{k}_input{i}.bin needs its run{k}_output{j}.bin"};
    }
  }
  return Done{};
}

// Compares the outputs of the program's run number `own` with the reference's run.
Status compare_outputs(Session& session, const fs::path& golden, int run, int own, ModelVerdict& verdict) {
  const Graph& graph = session.program().graph;
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    const Tensor& tensor = graph[graph.outputs[i]];
    const Result<std::vector<std::byte>> want = read_file(golden / output_file(run, i));
    if (!want) return want.diag();
    const Result<std::vector<std::byte>> have = read_file(session.outputs() / output_file(own, i));
    if (!have) return have.diag();
    verdict.outputs.push_back({run, i, graph.output_names[i], compare(tensor.type, *have, *want)});
  }
  return Done{};
}

// Tensors of the model that a run with events reports, with the operator that produces each.
std::map<int32_t, std::string> reported_tensors(const Program& program) {
  std::map<int32_t, std::string> all;
  const Graph& graph = program.graph;
  for (const Call& call : program.calls) {
    for (TensorId t : call.out_tensors) all[graph[t].source] = op_name(graph.nodes[index(call.node)]);
    for (const auto* views : {&call.views_before, &call.views})
      for (TensorId t : *views)
        for (const Node& node : graph.nodes)
          if (!node.erased() && std::ranges::find(node.out, t) != node.out.end())
            all[graph[t].source] = op_name(node);
  }
  for (const CallMark& mark : program.marks)
    for (TensorId t : mark.results)
      if (program.location[index(t)].kind != Location::Kind::kNone) all[graph[t].source] = "control flow";
  return all;
}

// The tensor of the graph that comes from tensor `source` of the model, or null.
const Tensor* find(const Graph& graph, int32_t source) {
  for (const Tensor& tensor : graph.tensors)
    if (tensor.source == source) return &tensor;
  return nullptr;
}

// Whether tensor `source` of the model is the output of call `at`, or an alias of it.
bool names(const Program& program, int32_t at, int32_t source) {
  const Call& call = program.calls[static_cast<size_t>(at)];
  const auto is = [&](TensorId t) { return program.graph[t].source == source; };
  return is(call.out_tensors[0]) || std::ranges::any_of(call.views, is);
}

// Whether a chain skips rows of tensor `source` of the model because they are never read.
bool rows_left_out(const Program& program, int32_t source) {
  for (const RowChain& chain : program.chains)
    for (const RowStage& stage : chain.stages)
      if (stage.sum_bytes == 0 && stage.turns < stage.height && names(program, stage.call, source))
        return true;
  return false;
}

// The bytes of a model's tensor, without channels that a pass removed.
std::vector<std::byte> kept_channels(const Tensor& tensor, const std::vector<std::byte>& all) {
  const auto element = static_cast<size_t>(nook::size_of(tensor.type));
  const size_t pixel = static_cast<size_t>(tensor.narrowed.of) * element;
  std::vector<std::byte> kept;
  for (size_t at = 0; at < all.size(); at += pixel)
    for (int32_t c : tensor.narrowed.channels)
      for (size_t i = 0; i < element; ++i) kept.push_back(all[at + static_cast<size_t>(c) * element + i]);
  return kept;
}

Result<TensorVerdict> compare_tensor(Session& session, const fs::path& golden, const GoldenTensor& want,
                                     const std::map<int32_t, std::string>& reported) {
  const Tensor* tensor = find(session.program().graph, want.tensor);
  const auto wrong = [&](const std::string& what) {
    return Diag{Exit::kInputOutput, "N4009", (golden / "run0_tensors.json").string(),
                "tensor " + std::to_string(want.tensor) + ": " + what, "the file belongs to another model"};
  };
  if (!tensor) return wrong("the model has no such tensor");
  TensorVerdict verdict;
  verdict.op = want.op;
  verdict.tensor = want.tensor;
  verdict.name = tensor->name;
  const auto made = reported.find(want.tensor);
  if (made == reported.end()) {
    verdict.state = TensorVerdict::State::kFolded;
    return verdict;
  }
  verdict.kind = made->second;
  // "other": the writer of the file has no name for the type.
  if (want.dtype != "other" && want.dtype != dtype_name(tensor->type))
    return wrong("need " + dtype_name(tensor->type) + ", have " + want.dtype);
  const std::filesystem::path trace = session.traces() / (std::to_string(want.tensor) + ".bin");
  if (session.interpreted() && session.interpreted()->options.rows && !std::filesystem::exists(trace)) {
    verdict.state = TensorVerdict::State::kNotCompared;  // it never existed as a whole
    return verdict;
  }
  const Result<std::vector<std::byte>> have = read_file(trace);
  if (!have) return have.diag();
  if (rows_left_out(session.program(), want.tensor)) {  // some rows of the golden file do not exist
    verdict.state = TensorVerdict::State::kNotCompared;
    return verdict;
  }
  verdict.narrowed = tensor->narrowed.of > 0;
  int64_t bytes = static_cast<int64_t>(have->size());  // size in the model
  if (verdict.narrowed)
    bytes = bytes / static_cast<int64_t>(tensor->narrowed.channels.size()) * tensor->narrowed.of;
  if (bytes != want.bytes)
    return wrong("need " + std::to_string(bytes) + " bytes, have " + std::to_string(want.bytes));
  if (verdict.narrowed && !want.data) {
    verdict.state = TensorVerdict::State::kNotCompared;
  } else if (want.data) {
    const std::vector<std::byte> kept =
        verdict.narrowed ? kept_channels(*tensor, *want.data) : std::vector<std::byte>();
    verdict.result = compare(tensor->type, *have, verdict.narrowed ? kept : *want.data);
    if (!verdict.result->same()) verdict.state = TensorVerdict::State::kDiffers;
  } else if (fnv1a64(*have) != want.hash) {
    const bool real = tensor->type == nook::DType::kF32 || tensor->type == nook::DType::kF64;
    verdict.state = real ? TensorVerdict::State::kNotCompared : TensorVerdict::State::kDiffers;
  }
  return verdict;
}

}  // namespace

bool ModelVerdict::ok() const {
  return faults.empty() && !first_difference() &&
         std::ranges::all_of(outputs, [](const OutputVerdict& o) { return o.result.same(); });
}

const TensorVerdict* ModelVerdict::first_difference() const {
  for (const TensorVerdict& tensor : tensors)
    if (tensor.state == TensorVerdict::State::kDiffers) return &tensor;
  return nullptr;
}

namespace {

// The reference's windows come hop by hop. Its tensors are whole windows, which no hop has.
Result<ModelVerdict> validate_hops(Session& session, const fs::path& golden, bool every_size) {
  ModelVerdict verdict;
  const fs::path hops = session.folder() / "hops";
  const Result<int> count = cut_windows(session.program(), golden, hops);
  if (!count) return count.diag();
  if (const Result<int> used = session.use_inputs(hops); !used) return used.diag();
  const int each = session.program().hop.full();
  verdict.runs = *count / each;
  if (const Status there = check_outputs(session, golden, verdict.runs); !there) return there.diag();
  std::vector<std::string> words = {std::to_string(*count)};
  if (every_size) words.push_back("sizes");
  const Result<RunnerReport> report = session.run(false, words);
  if (!report) return report.diag();
  verdict.faults = report->faults, verdict.sizes = report->sizes;
  for (int k = 0; k < verdict.runs; ++k)
    if (const Status compared = compare_outputs(session, golden, k, (k + 1) * each - 1, verdict); !compared)
      return compared.diag();
  return verdict;
}

}  // namespace

Result<ModelVerdict> validate(Session& session, const fs::path& golden, bool every_size) {
  if (session.program().hop.frames > 0) return validate_hops(session, golden, every_size);
  ModelVerdict verdict;
  const Result<int> runs = session.use_inputs(golden);
  if (!runs) return runs.diag();
  const Result<std::vector<GoldenTensor>> tensors = read_golden_tensors(golden);
  if (!tensors) return tensors.diag();
  if (const Status there = check_outputs(session, golden, *runs); !there) return there.diag();
  verdict.runs = *runs;
  std::vector<std::string> words = {std::to_string(*runs), "repeat"};
  if (every_size) words.push_back("sizes");
  const Result<RunnerReport> plain = session.run(false, words);
  if (!plain) return plain.diag();
  verdict.faults = plain->faults, verdict.sizes = plain->sizes;
  for (int k = 0; k < *runs; ++k)
    if (const Status compared = compare_outputs(session, golden, k, k, verdict); !compared)
      return compared.diag();
  if (tensors->empty()) return verdict;

  const Result<RunnerReport> traced = session.run(true, {"1", "trace"});
  if (!traced) return traced.diag();
  for (const std::string& fault : traced->faults) verdict.faults.push_back("with events: " + fault);
  const auto reported = reported_tensors(session.program());
  for (const GoldenTensor& want : *tensors) {
    Result<TensorVerdict> compared = compare_tensor(session, golden, want, reported);
    if (!compared) return compared.diag();
    verdict.tensors.push_back(*std::move(compared));
  }
  return verdict;
}

}  // namespace nookc
