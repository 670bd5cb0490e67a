// A network and a filter in one scratch, under the rules of the audio framework.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "integrations/xaf/component.h"
#include "integrations/xaf/filter_component.h"
#include "integrations/xaf/nook_component.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/resolver.h"
#include "nook/ops/contract/entries.h"
#include "nook/ops/table.h"
#include "tests/compat/nets.h"
#include "tests/test.h"
#include "tests/xaf/framework.h"

namespace {

const std::string kDigits = std::string(NOOK_MODELS) + "/digits/";

std::vector<uint8_t> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct Network {
  std::vector<uint8_t> file = read(kDigits + "digits.tflite");
  const void* model = file.data();
  uint32_t bytes = static_cast<uint32_t>(file.size());
  nook_resolver all = nook::resolver(nook::all_ops());
  const nook_resolver* resolver = &all;
  const nook_planner* planner = &nook_greedy_planner;

  Network() = default;
  explicit Network(const nook_resolver& ops) : resolver(&ops) {}

  // The parameters, plus those that a test adds.
  std::vector<std::pair<int32_t, const void*>> parameters(
      std::vector<std::pair<int32_t, const void*>> more = {}) const {
    more.insert(more.end(), {{xaf_nook::kModel, &model},
                             {xaf_nook::kModelBytes, &bytes},
                             {xaf_nook::kResolver, &resolver},
                             {xaf_nook::kPlanner, &planner}});
    return more;
  }
};

// The network processes its own samples, with the expected outputs.
void expect_right(test::Framework& framework, test::Framework::Component* net) {
  EXPECT(net != nullptr);
  if (!net) return (void)printf("%s\n", framework.error().c_str());
  for (int k = 0; k < 20; ++k) {
    const std::string run = kDigits + "heldout/run" + std::to_string(k);
    const std::vector<uint8_t> image = read(run + "_input0.bin"), want = read(run + "_output0.bin");
    alignas(8) uint8_t in[64], scores[16];
    size_t made = 0;
    memcpy(in, image.data(), image.size());
    EXPECT(framework.frame(*net, in, image.size(), scores, &made));
    EXPECT(made == want.size() && memcmp(scores, want.data(), want.size()) == 0);
  }
}

// Operators with all existing kernels.
nook_resolver fast() { return nook::resolver(nook::kEntries<nook::Kernels::kRows>); }

struct Filter {
  std::vector<float> coefficients;
  const float* pointer;
  uint32_t taps;

  explicit Filter(uint32_t count) : coefficients(count), taps(count) {
    // A low pass: a windowed sinc.
    for (uint32_t i = 0; i < count; ++i) {
      const double t = i - (count - 1) / 2.0, window = 0.5 - 0.5 * cos(2 * M_PI * (i + 0.5) / count);
      coefficients[i] = static_cast<float>((t == 0 ? 0.25 : sin(0.25 * M_PI * t) / (M_PI * t)) * window);
    }
    pointer = coefficients.data();
  }
  std::vector<std::pair<int32_t, const void*>> parameters() const {
    return {{xaf_filter::kTaps, &taps}, {xaf_filter::kCoefficients, &pointer}};
  }
};

// The filter by its definition.
int16_t filtered(const Filter& f, const std::vector<int16_t>& signal, size_t at) {
  double sum = 0;
  for (size_t i = 0; i < f.coefficients.size() && i <= at; ++i)
    sum += static_cast<double>(f.coefficients[i]) * signal[at - i];
  return static_cast<int16_t>(std::lround(sum));
}

}  // namespace

TEST(network_and_filter_share_a_scratch_that_moves_and_is_poisoned) {
  test::Framework framework;
  const Network network;
  auto* net = framework.add(xaf_nook::component, network.parameters());
  EXPECT(net != nullptr);
  if (!net) {
    printf("%s\n", framework.error().c_str());
    return;
  }
  const Filter low(129);
  auto* filter = framework.add(xaf_filter::component, low.parameters());
  EXPECT(filter != nullptr);
  if (!filter) return;

  test::Rng rng(1);
  std::vector<int16_t> signal, heard;
  for (int k = 0; k < 40; ++k) {
    // Zero copy: the caller's buffers, different ones for each frame.
    alignas(8) int16_t block[xaf_filter::kBlock], out[xaf_filter::kBlock];
    for (int16_t& sample : block) sample = static_cast<int16_t>(rng.in(-30000, 30000));
    signal.insert(signal.end(), std::begin(block), std::end(block));
    size_t made = 0;
    EXPECT(framework.frame(*filter, block, sizeof block, out, &made));
    EXPECT_EQ(made, sizeof out);
    heard.insert(heard.end(), std::begin(out), std::end(out));

    const std::string run = kDigits + "heldout/run" + std::to_string(k % 20);
    const std::vector<uint8_t> image = read(run + "_input0.bin"), want = read(run + "_output0.bin");
    alignas(8) uint8_t in[64], scores[16];
    EXPECT_EQ(image.size(), net->input);
    memcpy(in, image.data(), image.size());
    EXPECT(framework.frame(*net, in, image.size(), scores, &made));
    EXPECT_EQ(made, want.size());
    EXPECT(memcmp(scores, want.data(), want.size()) == 0);
    EXPECT(memcmp(in, image.data(), image.size()) == 0);
  }
  for (size_t i = 0; i < signal.size(); ++i) EXPECT(std::abs(heard[i] - filtered(low, signal, i)) <= 1);
}

TEST(half_a_frame_is_waited_for) {
  test::Framework framework;
  const Network network;
  auto* net = framework.add(xaf_nook::component, network.parameters());
  EXPECT(net != nullptr);
  if (!net) return;
  alignas(8) uint8_t in[64] = {}, scores[16];
  size_t made = 1;
  EXPECT(framework.frame(*net, in, 32, scores, &made));
  EXPECT_EQ(made, 0);
}

TEST(a_missing_parameter_is_refused_before_a_pointer_is_passed) {
  test::Framework framework;
  Network network;
  EXPECT(!framework.add(xaf_nook::component, {}));
  EXPECT(framework.error() == "post-config: error " + std::to_string(xaf_nook::kNotConfigured));
  network.bytes /= 2;
  EXPECT(!framework.add(xaf_nook::component, network.parameters()));
  EXPECT(framework.error() == "post-config: error " + std::to_string(xaf_nook::kRefused));
  const Filter none(0), many(130);
  EXPECT(!framework.add(xaf_filter::component, none.parameters()));
  EXPECT(!framework.add(xaf_filter::component, many.parameters()));
}

TEST(sizes_and_frames_out_of_order_are_refused) {
  uint32_t bytes = 0;
  EXPECT_EQ(xaf_nook::component(nullptr, xaf::kGetApiSize, 0, &bytes), xaf::kOk);
  const test::Odd object(bytes);
  EXPECT_EQ(xaf_nook::component(object.data(), xaf::kInit, xaf::kPreConfig, nullptr), xaf::kOk);
  uint32_t size = 0;
  EXPECT_EQ(xaf_nook::component(object.data(), xaf::kGetMemInfoSize, 0, &size), xaf::kInvalidCommandType);
  EXPECT_EQ(xaf_nook::component(object.data(), xaf::kInit, xaf::kInitProcess, nullptr), xaf::kMemAlloc);
  EXPECT_EQ(xaf_nook::component(object.data(), xaf::kExecute, xaf::kDoExecute, nullptr), xaf::kNotReady);
  EXPECT_EQ(xaf_nook::component(object.data(), 0x77, 0, nullptr), xaf::kInvalidCommand);
  char name[16];
  EXPECT_EQ(xaf_nook::component(nullptr, xaf::kGetLibIdStrings, xaf::kLibName, name), xaf::kOk);
  EXPECT(strcmp(name, "nook") == 0);
  EXPECT(object.whole());
}

TEST(weights_are_packed_in_persistent_memory_or_where_the_application_has_them) {
  const nook_resolver ops = fast();
  const Network network(ops);
  const nook_packer* packer = &nook_pack_weights;
  test::Framework framework;
  auto* made = framework.add(xaf_nook::component, network.parameters({{xaf_nook::kPacker, &packer}}));
  expect_right(framework, made);
  if (!made) return;

  // Constructed as above, in memory of the application.
  nook::InterpreterOptions options;
  options.packer = &nook_pack_weights;
  const auto model = nook::Model::open({network.file.data(), network.file.size()});
  nook::MemorySizes need;
  EXPECT(nook::memory_sizes(*model, ops, options, &need) == nook::Code::kOk);
  EXPECT(made->persist->bytes() >= need.persistent + need.constants);
  std::vector<uint8_t> weights(need.constants + 16), kept(need.persistent + 8),
      lent(need.scratch + need.working + 16);
  const auto at = [](std::vector<uint8_t>& v, size_t alignment, size_t bytes) {
    return nook::Span<uint8_t>{
        v.data() + (alignment - reinterpret_cast<uintptr_t>(v.data()) % alignment) % alignment, bytes};
  };
  alignas(8) uint8_t in[64], out[16];
  const nook_const_buffer inputs[] = {{in, sizeof in}};
  const nook_buffer outputs[] = {{out, sizeof out}};
  const nook::Span<uint8_t> constants = at(weights, 16, need.constants);
  const nook::Interpreter net(*model, ops,
                              {inputs,
                               outputs,
                               at(kept, 8, need.persistent),
                               at(lent, 16, need.scratch + need.working),
                               {},
                               constants},
                              options);
  EXPECT(net.ok());
  const nook_const_buffer there = {constants.data(), constants.size()};
  packer = &nook_packed_weights;
  test::Framework other;
  expect_right(other, other.add(xaf_nook::component, network.parameters({{xaf_nook::kPacker, &packer},
                                                                         {xaf_nook::kConstants, &there}})));
}

TEST(working_memory_of_the_application_replaces_the_stack_and_the_scratch) {
  const Network network;
  test::Framework alone, lending;
  const auto* small = alone.add(xaf_nook::component, network.parameters());
  std::vector<uint64_t> room(4096);
  nook_buffer working = {room.data(), 8 * room.size()};
  auto* net = lending.add(xaf_nook::component, network.parameters({{xaf_nook::kWorking, &working}}));
  expect_right(lending, net);
  EXPECT(small && net && net->scratch <= small->scratch);
  working.bytes = 64;
  test::Framework poor;
  EXPECT(!poor.add(xaf_nook::component, network.parameters({{xaf_nook::kWorking, &working}})));
  EXPECT(poor.error() == "post-config: error " + std::to_string(xaf_nook::kRefused));
}

TEST(rows_need_a_model_that_lists_its_chains) {
  const nook_resolver ops = fast();
  const Network network(ops);
  const nook_rows_plan* rows = &nook_row_chains;
  test::Framework framework;
  EXPECT(!framework.add(xaf_nook::component, network.parameters({{xaf_nook::kRows, &rows}})));
  EXPECT(framework.error() == "post-config: error " + std::to_string(xaf_nook::kRefused));
}

namespace {

// Any net of the adapter's tests, with the code for loops and variables.
struct Any {
  const void* model;
  uint32_t bytes;
  nook_resolver all = nook::resolver(nook::all_ops());
  const nook_resolver* resolver = &all;
  const nook_planner* planner = &nook_greedy_planner;
  const nook_variables* variables = &nook_resource_variables;
  const nook_control* control = &nook_control_flow;
  uint32_t limit = 0;

  explicit Any(const compat_test::Net& net)
      : model(net.file().data()), bytes(static_cast<uint32_t>(net.bytes)) {}
  std::vector<std::pair<int32_t, const void*>> parameters() const {
    return {{xaf_nook::kModel, &model},        {xaf_nook::kModelBytes, &bytes},
            {xaf_nook::kResolver, &resolver},  {xaf_nook::kPlanner, &planner},
            {xaf_nook::kControl, &control},    {xaf_nook::kVariables, &variables},
            {xaf_nook::kSubgraphLimit, &limit}};
  }
};

// Concatenates the tensors, each at its alignment; returns the largest alignment.
std::vector<uint8_t> together(const std::vector<compat_test::Bytes>& tensors,
                              const std::vector<size_t>& alignments, size_t* largest) {
  std::vector<uint8_t> all;
  *largest = 4;
  for (size_t i = 0; i < tensors.size(); ++i) {
    all.resize((all.size() + alignments[i] - 1) / alignments[i] * alignments[i]);
    all.insert(all.end(), tensors[i].begin(), tensors[i].end());
    *largest = std::max(*largest, alignments[i]);
  }
  return all;
}

}  // namespace

TEST(all_inputs_and_outputs_of_a_model_are_in_the_two_tables) {
  std::vector<compat_test::Net> nets = compat_test::small_nets();
  for (const std::vector<int>& sizes :
       {std::vector<int>{8}, {1, 8}, {8, 1}, {2, 1, 8, 4}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 8}})
    nets.push_back(compat_test::copies_of(sizes));
  nets.push_back(compat_test::chain_of(20));
  for (const compat_test::Net& net : nets) {
    const Any any(net);
    size_t alignment = 0, made = 0;
    const std::vector<uint8_t> in = together(net.inputs, net.alignments[0], &alignment);
    test::Framework framework;
    auto* component = framework.add(xaf_nook::component, any.parameters());
    if (!component) printf("%s: %s\n", net.name.c_str(), framework.error().c_str());
    EXPECT(component != nullptr);
    if (!component) continue;
    uint32_t said = 0;
    EXPECT_EQ(xaf_nook::component(component->object->data(), xaf::kGetMemInfoAlignment, 0, &said), xaf::kOk);
    EXPECT_EQ(said, alignment);
    const std::vector<uint8_t> want = together(net.outputs, net.alignments[1], &alignment);
    EXPECT(component->input == in.size() && component->output == want.size());
    const test::Odd given(in.size()), got(want.size());
    for (int run = 0; run < 2; ++run) {
      memcpy(given.data(), in.data(), in.size());
      memset(got.data(), 0, want.size());
      EXPECT_EQ(xaf_nook::component(component->object->data(), xaf::kExecute, xaf::kRuntimeInit, nullptr),
                xaf::kOk);
      EXPECT(framework.frame(*component, given.data(), in.size(), got.data(), &made));
      EXPECT(made == want.size() && got.whole() && given.whole());
      EXPECT(memcmp(got.data(), want.data(), want.size()) == 0);
    }
  }
}

TEST(a_model_that_collects_frames_produces_a_result_only_at_the_last) {
  const compat_test::Net net = compat_test::waiting();
  const Any any(net);
  test::Framework framework;
  auto* component = framework.add(xaf_nook::component, any.parameters());
  EXPECT(component != nullptr);
  if (!component) return;
  for (uint8_t frame = 1; frame <= 8; ++frame) {
    alignas(8) uint8_t in[4] = {frame, frame, frame, frame}, out[12];
    memset(out, 0xEE, sizeof out);
    size_t made = 77;
    EXPECT(framework.frame(*component, in, sizeof in, out, &made));
    EXPECT_EQ(made, frame % 2 ? 0 : 12);
    uint32_t consumed = 0;
    EXPECT_EQ(xaf_nook::component(component->object->data(), xaf::kGetCuridxInputBuf, 0, &consumed),
              xaf::kOk);
    EXPECT_EQ(consumed, 4);
    for (uint8_t k = 0; k < 12; ++k)
      EXPECT_EQ(out[k], frame % 2 ? 0xEE : frame + k / 4 >= 3 ? frame + k / 4 - 2 : 0);
  }
}

TEST(a_frame_that_a_limit_ends_is_an_error_and_produces_nothing) {
  for (const uint32_t limit : {0u, 3u, 1000u}) {
    const compat_test::Net net = compat_test::loop_of(100);
    Any any(net);
    any.limit = limit;
    test::Framework framework;
    auto* component = framework.add(xaf_nook::component, any.parameters());
    EXPECT(component != nullptr);
    if (!component) continue;
    alignas(8) int32_t in[2] = {0, 1}, out[2] = {-1, -1};
    size_t made = 0;
    EXPECT_EQ(framework.frame(*component, in, sizeof in, out, &made), limit != 3);
    if (limit == 3) {
      uint32_t bytes = 77;
      EXPECT(framework.error() == "execute: error " + std::to_string(xaf_nook::kFailed));
      EXPECT_EQ(xaf_nook::component(component->object->data(), xaf::kGetOutputBytes, 0, &bytes), xaf::kOk);
      EXPECT(bytes == 0 && xaf_nook::fault(component->object->data()).status == NOOK_LIMIT);
    } else {
      EXPECT(made == 8 && out[0] == 100);
    }
  }
}

TEST(tables_of_more_than_32_bits_are_refused) {
  const compat_test::Net net = compat_test::huge(4, INT32_MAX);
  const Any any(net);
  test::Framework framework;
  EXPECT(!framework.add(xaf_nook::component, any.parameters()));
  EXPECT(framework.error() == "post-config: error " + std::to_string(xaf_nook::kRefused));
}
