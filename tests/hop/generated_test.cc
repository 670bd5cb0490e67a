// Generated code of a hop, with random options, pools, kernels and places of inputs and outputs, against
// generated code of the whole window.
#include <map>

#include "nookc/compile/compile.h"
#include "nookc/front/export/export.h"
#include "tests/generated/run.h"
#include "tests/hop/random_window.h"
#include "tests/hop/seeds.h"
#include "tests/hop/stream.h"
#include "tests/test.h"

namespace {

using generated::Outcome;
using generated::Values;
using generated::Variant;

// A model and its code; nothing, with a reason: the compiler refuses it.
struct Built {
  std::optional<nookc::Program> program;
  nookc::Files files;
  std::unique_ptr<generated::Compiled> code;
  std::string refused, wrong;

  Outcome run(const Variant& variant, const Values& inputs, uint32_t turn, generated::State& state) const {
    return generated::run_whole({*program, files, variant, *code}, inputs, turn, state);
  }
};

Built build(const std::string& tflite, const Variant& v) {
  Built built;
  auto program =
      nookc::compile(std::as_bytes(std::span(tflite.data(), tflite.size())), "net.tflite", v.options);
  if (!program) {
    const bool may = program.diag().code == "N2094" || program.diag().code == "N2105" ||
                     (v.wished && program.diag().exit == nookc::Exit::kDoesNotFit);
    (may ? built.refused : built.wrong) = to_string(program.diag());
    return built;
  }
  auto files = nookc::emit_c(*program, v.emit);
  if (!files) {
    built.wrong = to_string(files.diag());
    return built;
  }
  built.program = *std::move(program), built.files = *std::move(files);
  built.code = std::make_unique<generated::Compiled>(
      built.files, v.checked ? std::vector<std::string>{"NOOK_CHECKED"} : std::vector<std::string>{});
  if (!built.code->ok()) built.wrong = "the C compiler: " + built.code->said();
  return built;
}

// Options of a network that a hop can have too.
Variant variant_of(generated::Choices& choices, const nookc::Graph& graph) {
  Variant v = generated::random_variant(choices, graph);
  v.options.stream_input = false, v.options.cores = 1;
  v.options.units.clear(), v.options.wishes.clear(), v.options.staging = {};
  return v;
}

std::vector<uint8_t> as_input(const nookc::Bytes& bytes) {
  const auto* const first = reinterpret_cast<const uint8_t*>(bytes.data());
  return {first, first + bytes.size()};
}

struct Tally {
  int networks = 0, refused = 0, two_cores = 0;
  std::map<std::string, int> targets;
};

// Pushes 30 hops, and names the first fault; empty: there is none.
std::string check_pushes(const Built& whole, const Built& hop, const Variant& v, const hop::RandomWindow& net,
                         int32_t frames, uint64_t seed) {
  generated::Choices values(seed);
  std::vector<hop::Stream> streams;
  for (nookc::TensorId t : net.graph.inputs) streams.emplace_back(net.graph[t], net.axis);
  generated::State state, no_state;
  for (uint32_t push = 0; push < 30; ++push) {
    Values fresh, windows;
    for (hop::Stream& s : streams) s.append(frames, values), fresh.push_back(as_input(s.newest(frames)));
    const Outcome have = hop.run(v, fresh, push, state);
    const bool full = streams[0].count() >= streams[0].window();
    if (!have.wrong.empty()) return have.wrong;
    if (have.waits == full) return full ? "no result of a full window" : "a result too early";
    if (!full) continue;
    for (const hop::Stream& s : streams) windows.push_back(as_input(s.newest(s.window())));
    const Outcome want = whole.run(v, windows, push, no_state);
    if (!want.wrong.empty()) return "the whole window: " + want.wrong;
    if (have.outputs != want.outputs) return "push " + std::to_string(push) + " has other bytes";
  }
  return {};
}

void check_network(uint64_t seed, Tally& tally) {
  generated::Choices choices(seed);
  const hop::RandomWindow net = hop::random_window(choices);
  const auto tflite = nookc::export_tflite(net.graph);
  EXPECT(tflite);
  const int32_t frames = hop::shortest_hop(net);
  if (frames == 0) return;
  const Variant v = variant_of(choices, net.graph);
  Variant by_hop = v;
  by_hop.options.hop = {frames, net.axis, 0};
  if (!v.emit.events && choices.chance(40)) by_hop.options.cores = 2;
  const Built whole = build(*tflite, v), hop = build(*tflite, by_hop);
  ++tally.networks, ++tally.targets[v.options.target->name.data()];
  tally.two_cores += hop.program && hop.program->cores == 2;
  std::string wrong = whole.wrong + hop.wrong;
  if (wrong.empty() && (!whole.refused.empty() || !hop.refused.empty())) {
    ++tally.refused;
    return;
  }
  if (wrong.empty()) wrong = check_pushes(whole, hop, v, net, frames, seed);
  if (!wrong.empty())
    printf("seed %d: --hop %d --cores %d %s: %s\n", static_cast<int>(seed), frames, by_hop.options.cores,
           v.text.c_str(), wrong.c_str());
  EXPECT(wrong.empty());
}

}  // namespace

TEST(generated_code_of_a_hop_equals_the_whole_window_with_any_options) {
  Tally tally;
  const hop::Seeds seeds(60, 3000);
  for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) check_network(seed, tally);
  printf("%d networks, %d refused, %d for two cores\n", tally.networks, tally.refused, tally.two_cores);
  EXPECT(tally.two_cores > 0);
  EXPECT(tally.refused * 2 < tally.networks);
}
