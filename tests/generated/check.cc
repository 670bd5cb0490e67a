#include "tests/generated/check.h"

#include <algorithm>
#include <cstring>

#include "nookc/front/borders/normal_form.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/lower/row_stage.h"
#include "nookc/middle/lower/strip_steps.h"
#include "nookc/middle/passes/floats/simplify_floats.h"

namespace generated {
namespace {

// int8 may be anything, floats are around 1, a single int32 is a small number: an index, or an iteration
// count.
std::vector<uint8_t> random_value(const nookc::Tensor& t, uint64_t& state) {
  std::vector<uint8_t> bytes(static_cast<size_t>(t.bytes()));
  const auto next = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(state >> 33);
  };
  if (t.type == nook::DType::kS32 && bytes.size() == sizeof(int32_t)) {
    bytes[0] = static_cast<uint8_t>(next() % 5);
    return bytes;
  }
  if (t.type != nook::DType::kF32) {
    for (uint8_t& b : bytes) b = static_cast<uint8_t>(next());
    return bytes;
  }
  for (size_t i = 0; i < bytes.size(); i += sizeof(float)) {
    const float value = static_cast<float>(next() % 4001) / 1000.0f - 2.0f;
    std::memcpy(&bytes[i], &value, sizeof value);
  }
  return bytes;
}

// Refusals because something does not fit, if the variant has limits.
bool may_refuse(const Variant& v, const nookc::Diag& diag) {
  if (v.options.stream_input && diag.code == "N2023") return true;
  if (v.stored && (diag.code == "N2104" || diag.code == "N1007")) return true;
  if (v.options.cores > 1 && diag.code == "N2105") return true;
  return v.wished && (diag.exit == nookc::Exit::kDoesNotFit || diag.exit == nookc::Exit::kUsage);
}

bool keeps_state(const nookc::Graph& graph) {
  return std::ranges::any_of(graph.nodes, [&](const nookc::Node& n) { return has_state(graph, n); });
}

constexpr size_t kRunsWithState = 4;

// No passes but the simplifications.
Variant simplifying() {
  Variant v = plain();
  for (const nookc::Simplification& pass : nookc::simplifications())
    v.options.disabled_passes.erase(std::string(pass.name));
  return v;
}

}  // namespace

std::string converted(const std::string& tflite) {
  const auto* const first = reinterpret_cast<const std::byte*>(tflite.data());
  const auto made = nookc::normal_form({first, first + tflite.size()}, "net.tflite", {});
  return made ? std::string(reinterpret_cast<const char*>(made->data()), made->size()) : tflite;
}

void Counts::add(const Counts& o) {
  graphs += o.graphs, programs += o.programs, comparisons += o.comparisons, refused += o.refused;
  stored += o.stored, two_cores += o.two_cores, chains += o.chains, streams += o.streams, views += o.views,
      units += o.units;
  interpreted += o.interpreted, scaled += o.scaled;
  strips += o.strips, middles += o.middles;
  planted += o.planted, simplified += o.simplified;
}

Subject::Subject(std::string tflite, uint32_t seed)
    : original_(std::move(tflite)), tflite_(converted(original_)), seed_(seed) {}

std::string Subject::prepare(Counts& counts) {
  ++counts.graphs;
  if (converted(tflite_) != tflite_) return "nook convert changes what nook convert wrote";
  auto imported =
      nookc::import_tflite(std::as_bytes(std::span(tflite_.data(), tflite_.size())), "net.tflite");
  if (!imported) return "the importer: " + to_string(imported.diag());
  graph_ = *std::move(imported);
  uint64_t state = seed_ * 0x9E3779B97F4A7C15u + 1;
  inputs_.resize(keeps_state(graph_) ? kRunsWithState : 1);
  for (Values& run : inputs_)
    for (const nookc::TensorId t : graph_.inputs) run.push_back(random_value(graph_[t], state));
  expected_ = interpret(tflite_, inputs_, Setup::kPlain, seed_);
  ++counts.interpreted;
  if (!expected_.back().wrong.empty()) return "interpreter: " + expected_.back().wrong;
  std::string wrong = check(plain(), counts);
  if (original_ == tflite_ || !wrong.empty()) return wrong;
  ++counts.simplified;
  wrong = check(original_, simplifying(), counts, nullptr);
  return wrong.empty() ? wrong : "simplified by the compiler: " + wrong;
}

std::string Subject::check_spoiled(Counts& counts) {
  std::string wrong = prepare(counts);
  for (const Setup setup : {Setup::kPlain, Setup::kPacked, Setup::kInScratch})
    if (wrong.empty()) wrong = spoil_state(tflite_, inputs_, setup, seed_);
  if (!wrong.empty()) return "interpreter: " + wrong;
  const Variant v = plain();
  const auto program =
      compile(std::as_bytes(std::span(tflite_.data(), tflite_.size())), "net.tflite", v.options);
  if (!program) return to_string(program.diag());
  const auto files = emit_c(*program, v.emit);
  if (!files) return to_string(files.diag());
  const Compiled code(*files, {});
  if (!code.ok()) return "the C compiler: " + code.said();
  State state;
  uint32_t draw = seed_;
  for (size_t run = 0; run < inputs_.size() && wrong.empty(); ++run) {
    wrong = run_whole({*program, *files, v, code}, inputs_[run], seed_, state).wrong;
    for (std::vector<uint8_t>& memory : state) spoil(memory.data(), memory.size(), draw);
  }
  return wrong;
}

// About every second model has other subgraphs, and every fourth runs as a branch.
std::string Subject::among_subgraphs() const {
  const bool waits = std::ranges::any_of(expected_, [](const Outcome& o) { return o.waits; });
  switch (tflite_.size() / 4 % 4) {
    case 0:
    case 1:
      return with_company(tflite_);
    case 2:
      return waits ? tflite_ : in_a_branch(tflite_);
    default:
      return tflite_;
  }
}

std::string Subject::check_interpreter(Counts& counts) {
  const std::string tflite = among_subgraphs(), rows = with_rows(tflite);
  for (int i = 1; i < kSetups; ++i) {
    const auto setup = static_cast<Setup>(i);
    if (by_rows(setup) && rows.empty()) continue;
    const std::vector<Outcome> all =
        interpret(by_rows(setup) ? rows : tflite, inputs_, setup, seed_ + static_cast<uint32_t>(i));
    ++counts.interpreted;
    for (size_t run = 0; run < all.size(); ++run) {
      const std::string wrong = compare(all[run], run, "interpreter, setup " + std::to_string(i), counts);
      if (!wrong.empty()) return wrong;
    }
  }
  return {};
}

std::string Subject::compare(const Outcome& o, size_t run, const std::string& name, Counts& counts) const {
  ++counts.comparisons;
  const std::string who = name + (run > 0 ? ", run " + std::to_string(run) : "");
  if (!o.wrong.empty()) return who + ": " + o.wrong;
  const Outcome& expected = expected_[run];
  if (o.waits != expected.waits) return who + (o.waits ? ": there is no result yet" : ": it does not wait");
  for (size_t i = 0; i < expected.outputs.size(); ++i) {
    const std::vector<uint8_t>&have = o.outputs[i], &want = expected.outputs[i];
    if (have.size() != want.size()) return who + ": an output has another size";
    size_t differ = 0;
    // Its value is unspecified; with control flow, a variable's too, because a copy of it is the output.
    if (o.waits && (!graph_[graph_.outputs[i]].variable || !graph_.regions.empty())) continue;
    for (size_t k = 0; k < want.size(); ++k) differ += have[k] != want[k];
    if (differ > 0)
      return who + ": " + std::to_string(differ) + " of " + std::to_string(want.size()) +
             " bytes of output " + std::to_string(i) + " differ";
  }
  return {};
}

std::string Subject::run(const Model& model, Counts& counts) const {
  for (uint32_t turn = seed_; turn < seed_ + 2; ++turn) {
    State state, streamed;
    for (size_t run = 0; run < inputs_.size(); ++run) {
      const uint32_t at = turn + static_cast<uint32_t>(run);
      std::string wrong = compare(run_whole(model, inputs_[run], at, state), run, "generated code", counts);
      if (wrong.empty() && row_stream(model.program))
        wrong = compare(run_streamed(model, inputs_[run], at, streamed), run, "streamed", counts);
      if (!wrong.empty()) return wrong;
    }
  }
  return {};
}

std::string Subject::check(const Variant& v, Counts& counts, const Plant* plant) {
  return check(tflite_, v, counts, plant);
}

std::string Subject::check(const std::string& tflite, const Variant& v, Counts& counts, const Plant* plant) {
  ++counts.programs;
  auto program = compile(std::as_bytes(std::span(tflite.data(), tflite.size())), "net.tflite", v.options);
  if (!program) {
    if (!may_refuse(v, program.diag())) return "the compiler refuses: " + to_string(program.diag());
    ++counts.refused;
    return {};
  }
  if (plant && plant->program && !plant->program(*program)) return {};
  auto files = emit_c(*program, v.emit);
  if (!files) return "the emitter refuses: " + to_string(files.diag());
  if (plant && plant->files && !plant->files(*files)) return {};
  counts.planted += plant != nullptr;
  counts.chains += static_cast<int64_t>(program->chains.size());
  counts.streams += row_stream(*program) != nullptr, counts.stored += !program->stored.empty();
  for (const nookc::RowChain& chain : program->chains) {
    counts.strips += chain.strips, counts.middles += middle_of(chain).times > 0;
    for (const nookc::RowStage& stage : chain.stages)
      for (const nookc::RowRead& read : stage.reads) counts.scaled += read.window.ratio > 1;
  }
  counts.units += !program->units.empty(), counts.two_cores += program->cores > 1;
  for (const nookc::Node& node : program->graph.nodes) counts.views += !node.parts.empty();
  const Compiled code(*files,
                      v.checked ? std::vector<std::string>{"NOOK_CHECKED"} : std::vector<std::string>{});
  if (!code.ok()) return "the C compiler: " + code.said();
  return run({*program, *files, v, code}, counts);
}

}  // namespace generated
