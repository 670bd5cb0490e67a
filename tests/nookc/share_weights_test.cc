// Weights that several layers read are stored once.
#include <string.h>

#include <set>

#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/graph/any_attrs.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"

namespace {

using nookc::TensorId;
using test::GraphBuilder;

// Layers x_i [batch][in] -> FULLY_CONNECTED(w [out][in], bias_i) -> y_i, with zero points i * step.
GraphBuilder layers_on_one_tensor(test::Rng& rng, int32_t layers, int32_t step) {
  GraphBuilder b;
  const int32_t in = 4 * rng.in(2, 20), out = 4 * rng.in(4, 12), batch = rng.in(1, 2);
  const TensorId w = b.weights("w", {out, in}, rng.in(-100, 100));
  for (int32_t i = 0; i < layers; ++i) {
    const std::string n = std::to_string(i);
    const TensorId x = b.input("x" + n, {batch, in}, 0.5f, i * step);
    const TensorId y = b.output("y" + n, {batch, out}, 30.0f, i * step);
    b.node(nookc::fully_connected(), {x, w, b.integers("bias", {out}, std::vector<int32_t>(out, 7))}, y);
  }
  return b;
}

int64_t weight_bytes(const nookc::Program& program) {
  int64_t bytes = 0;
  for (const nookc::Constant& c : program.constants) bytes += static_cast<int64_t>(c.bytes->size());
  return bytes;
}

nookc::Program compiled(const GraphBuilder& b, nookc::Level level, const char* target = "host") {
  nookc::CompileOptions options;
  options.target = nookc::find_target(target);
  options.level = level;
  auto program = nookc::lower_and_place(b.graph, options);
  EXPECT(program);
  return program ? *std::move(program) : nookc::Program{};
}

std::vector<std::vector<char>> run(const nookc::Program& program, uint32_t seed) {
  test::ProgramRun run(program);
  test::Rng rng(seed);
  std::vector<std::vector<char>> all;
  for (size_t i = 0; i < program.graph.inputs.size(); ++i)
    for (char& c : run.input(i)) c = static_cast<char>(rng.in(-128, 127));
  for (const nookc::Call& call : program.calls) EXPECT(run.call(call));
  for (size_t i = 0; i < program.graph.outputs.size(); ++i) all.push_back(run.output(i));
  return all;
}

}  // namespace

TEST(layers_that_read_one_tensor_store_its_weights_once_and_compute_the_same) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    test::Rng rng(seed);
    const int32_t layers = rng.in(2, 5);
    const GraphBuilder b = layers_on_one_tensor(rng, layers, rng.in(1, 9));
    const nookc::Program one = compiled(b, nookc::Level::kBalanced), many = compiled(b, nookc::Level::kTime);
    const int64_t weights = b.graph.tensors[0].bytes();
    EXPECT(weight_bytes(one) < weights * 5 / 4 + 4 * 64);
    EXPECT(weight_bytes(many) > weights * layers);
    EXPECT(run(one, seed) == run(many, seed));
  }
}

namespace {

enum class Kind {
  kDense,
  kPixels,
  kWindows,
  kGroups,
  kDepthwise,
  kPixels16,
  kWindows16,
  kDepthwise16,
  kCount
};

bool is_dense(Kind kind) { return kind == Kind::kDense; }
bool is_depthwise(Kind kind) { return kind == Kind::kDepthwise || kind == Kind::kDepthwise16; }
bool is_wide(Kind kind) { return kind >= Kind::kPixels16; }

// Layers of one kind on one tensor, which differ in all that packed weights contain: zero points, scales,
// biases and fused activations; layers of int16 in their scales.
struct Differing : GraphBuilder {
  int32_t layers, outputs;
  TensorId w;

  Differing(test::Rng& rng, Kind kind) : layers(rng.in(2, 4)), outputs(4 * rng.in(3, 9)) {
    const int32_t channels = 4 * rng.in(3, 9), size = rng.in(4, 7), groups = kind == Kind::kGroups ? 2 : 1;
    const bool one_tap = kind == Kind::kPixels || kind == Kind::kPixels16;
    const int32_t taps = one_tap ? 1 : rng.in(2, 3);
    if (is_depthwise(kind)) outputs = channels;
    w = weights("w",
                is_dense(kind)       ? std::vector{outputs, channels}
                : is_depthwise(kind) ? std::vector{1, taps, taps, channels}
                                     : std::vector{outputs, taps, taps, channels / groups},
                5);
    for (int32_t i = 0; i < layers; ++i) add(rng, kind, channels, size, std::to_string(i));
  }

  void add(test::Rng& rng, Kind kind, int32_t channels, int32_t size, const std::string& n) {
    const std::vector<int32_t> from =
        is_dense(kind) ? std::vector{rng.in(1, 5), channels} : std::vector{1, size, size, channels};
    std::vector<int32_t> to = from, values;
    to.back() = outputs;
    const auto zero = [&] { return is_wide(kind) ? 0 : rng.in(-100, 100); };
    std::vector<TensorId> in = {input("x" + n, from, rng.real(0.3f, 0.6f), zero()), w};
    const TensorId y = output("y" + n, to, rng.real(20, 60), zero());
    for (int32_t o = 0; o < outputs; ++o) values.push_back(rng.in(-900, 900));
    if (is_wide(kind))
      graph[in[0]].type = graph[y].type = nook::DType::kS16;
    else
      in.push_back(integers("bias" + n, {outputs}, values));
    nook::ConvolutionAttrs options;
    options.padding.mode = nook::PadMode::kSame;
    if (rng.in(0, 1)) options.activation = nook::Activation::kRelu;
    node(is_dense(kind)       ? nookc::fully_connected()
         : is_depthwise(kind) ? nookc::depthwise_conv_2d(options)
                              : nookc::conv_2d(options),
         std::move(in), y);
  }
  // The weights, and a bias for each output of each layer.
  int64_t most() const { return graph[w].bytes() + int64_t{4} * layers * outputs; }
};

}  // namespace

TEST(shared_weights_of_every_kind_are_stored_once_on_every_core) {
  for (const char* name :
       {"host", "cortex-m0", "cortex-m4", "cortex-m4-nofp", "cortex-m7", "cortex-m55", "rv32"})
    for (uint32_t seed = 0; seed < 5 * static_cast<uint32_t>(Kind::kCount); ++seed) {
      test::Rng rng(seed);
      const Differing b(rng, static_cast<Kind>(seed % static_cast<uint32_t>(Kind::kCount)));
      for (const nookc::Level level : {nookc::Level::kBalanced, nookc::Level::kFlash, nookc::Level::kRam}) {
        // Without vectors, Helium would take ten times as long: only -O flash asks for that.
        if (strcmp(name, "cortex-m55") == 0 && level != nookc::Level::kFlash) continue;
        EXPECT(weight_bytes(compiled(b, level, name)) <= b.most());
      }
    }
}

TEST(layers_of_every_kind_compute_the_same_from_shared_weights) {
  for (uint32_t seed = 0; seed < 8 * static_cast<uint32_t>(Kind::kCount); ++seed) {
    test::Rng rng(seed);
    const Differing b(rng, static_cast<Kind>(seed % static_cast<uint32_t>(Kind::kCount)));
    const nookc::Program one = compiled(b, nookc::Level::kBalanced), many = compiled(b, nookc::Level::kTime);
    EXPECT(run(one, seed) == run(many, seed));
  }
}

namespace {

// Layers x_i -> TRANSPOSE_CONV(w, bias_i) -> y_i, which differ in their zero points, scales and biases.
GraphBuilder transposed_on_one_tensor(test::Rng& rng, bool wide) {
  GraphBuilder b;
  const int32_t in = 4 * rng.in(2, 6), out = 4 * rng.in(2, 6), taps = rng.in(2, 3), size = rng.in(3, 5);
  const TensorId w = b.weights("w", {out, taps, taps, in}, 5);
  for (int32_t i = 0, layers = rng.in(2, 4); i < layers; ++i) {
    const std::string n = std::to_string(i);
    const auto zero = [&] { return wide ? 0 : rng.in(-100, 100); };
    const TensorId x = b.input("x" + n, {1, size, size, in}, rng.real(0.3f, 0.6f), zero()),
                   y = b.output("y" + n, {1, 2 * size, 2 * size, out}, rng.real(20, 60), zero());
    std::vector<int32_t> biases;
    for (int32_t o = 0; o < out; ++o) biases.push_back(rng.in(-900, 900));
    if (wide) b.graph[x].type = b.graph[y].type = nook::DType::kS16;
    nook::TransposeConv::Attrs attrs;
    attrs.padding.mode = nook::PadMode::kSame, attrs.stride_h = attrs.stride_w = 2;
    const TensorId shape = b.integers("shape" + n, {4}, {1, 2 * size, 2 * size, out});
    b.node(attrs, {shape, w, x, b.integers("bias" + n, {out}, biases)}, y);
  }
  return b;
}

// Layers x_i -> NOOK_LSTM(eight matrices, biases_i) -> y_i, which differ in their zero points and biases.
GraphBuilder recurrent_on_one_set(test::Rng& rng) {
  GraphBuilder b;
  const int32_t in = 4 * rng.in(2, 6), cells = 4 * rng.in(2, 6), steps = rng.in(2, 5);
  std::vector<TensorId> matrices;
  for (int g = 0; g < 8; ++g)
    matrices.push_back(b.weights("w" + std::to_string(g), {cells, g < 4 ? in : cells}, 11 * g));
  for (int32_t i = 0, layers = rng.in(2, 4); i < layers; ++i) {
    const std::string n = std::to_string(i);
    const TensorId x = b.input("x" + n, {1, steps, in}, 1.0f / 64, rng.in(-100, 100)),
                   y = b.output("y" + n, {1, steps, cells}, 1.0f / 128, rng.in(-20, 20));
    std::vector<TensorId> operands = {x};
    operands.insert(operands.end(), matrices.begin(), matrices.end());
    operands.insert(operands.end(), 3, TensorId::kNone);
    for (int g = 0; g < 4; ++g)
      operands.push_back(b.integers("b" + n + std::to_string(g), {cells},
                                    std::vector<int32_t>(static_cast<size_t>(cells), rng.in(-900, 900))));
    operands.insert(operands.end(), 3, TensorId::kNone);
    b.node(nook::LstmLayer::Attrs{}, std::move(operands), y);
  }
  return b;
}

// The weights once, and the biases and nothing else for each layer.
int64_t bytes_once(const GraphBuilder& b) {
  std::set<nookc::TensorId> used;
  int64_t bytes = 0;
  for (const nookc::Node& node : b.graph.nodes)
    for (size_t k = 0; k < node.in.size(); ++k) {
      if (node.in[k] == TensorId::kNone || !b.graph[node.in[k]].constant()) continue;
      if (op_row(node).signature.handed(k) && used.insert(node.in[k]).second)
        bytes += b.graph[node.in[k]].bytes();
    }
  return bytes;
}

}  // namespace

TEST(weights_of_transposed_and_recurrent_layers_are_stored_once_on_every_core) {
  for (const char* name : {"host", "cortex-m0", "cortex-m4", "cortex-m7", "cortex-m55", "rv32"})
    for (uint32_t seed = 0; seed < 12; ++seed) {
      test::Rng rng(seed);
      const GraphBuilder b =
          seed % 3 < 2 ? transposed_on_one_tensor(rng, seed % 3) : recurrent_on_one_set(rng);
      for (const nookc::Level level : {nookc::Level::kBalanced, nookc::Level::kFlash}) {
        if (strcmp(name, "cortex-m55") == 0 && level != nookc::Level::kFlash) continue;  // see above
        EXPECT(weight_bytes(compiled(b, level, name)) <= bytes_once(b));
      }
    }
}

TEST(recurrent_layers_keep_packed_weights_for_speed) {
  test::Rng rng(5);
  const GraphBuilder b = recurrent_on_one_set(rng);
  EXPECT(weight_bytes(compiled(b, nookc::Level::kTime, "cortex-m4")) > bytes_once(b));
}

TEST(layers_whose_packed_weights_are_equal_share_them) {
  test::Rng rng(1);
  const nookc::Program program = compiled(layers_on_one_tensor(rng, 3, 0), nookc::Level::kBalanced);
  EXPECT_EQ(program.constants.size(), 1);
  EXPECT(program.constants[0].packed);
}

TEST(one_layer_keeps_its_packed_weights) {
  test::Rng rng(2);
  const nookc::Program program = compiled(layers_on_one_tensor(rng, 1, 0), nookc::Level::kBalanced);
  EXPECT_EQ(program.constants.size(), 1);
  EXPECT(program.constants[0].packed);
}

TEST(even_for_speed_copies_have_a_limit) {
  test::Rng rng(3);
  const GraphBuilder b = layers_on_one_tensor(rng, 12, 3);
  const nookc::Program program = compiled(b, nookc::Level::kTime);
  EXPECT(weight_bytes(program) < 2 * b.graph.tensors[0].bytes() + 400);
}

TEST(a_large_number_of_layers_on_one_tensor_is_accepted) {
  GraphBuilder b;
  constexpr int32_t kSize = 700, kLayers = 60;  // 28 MiB of copies
  const TensorId w = b.weights("w", {kSize, kSize});
  TensorId x = b.input("x", {1, kSize});
  for (int32_t i = 0; i < kLayers; ++i) {
    const TensorId y = i + 1 < kLayers ? b.tensor("t", {1, kSize}, 9.0f, i - 50) : b.output("y", {1, kSize});
    b.node(nookc::fully_connected(), {x, w}, y);
    x = y;
  }
  for (const nookc::Level level : {nookc::Level::kBalanced, nookc::Level::kTime, nookc::Level::kFlash})
    EXPECT_EQ(weight_bytes(compiled(b, level)), kSize * kSize);
}
