// Packed weights of every target, most of which only an emulated board evaluates: as many bytes as promised,
// and each weight and each bias of the layer is in them.
#include <algorithm>
#include <map>
#include <utility>

#include "nook/core/quantize.h"
#include "nook/kernels/dot/pack/pack_eight.h"
#include "nook/kernels/dot/pack/packed_bytes.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/prepare/window.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/dump.h"
#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"
#include "tests/nookc/graphs.h"
#include "tests/sanitized.h"
#include "tests/test.h"

using namespace nookc;

namespace {

struct Layer {
  nookc::Attrs attrs;
  std::vector<int32_t> in, weights, out;
  size_t per_output = 0;  // dimension of the weights that has an entry for each output
};

// Shapes that some kernel is made for, and their neighbours.
Layer convolution(test::Rng& rng, nook::Activation activation) {
  nook::ConvolutionAttrs attrs;
  attrs.padding.mode = rng.in(0, 1) ? nook::PadMode::kSame : nook::PadMode::kValid;
  attrs.activation = activation;
  attrs.stride_h = attrs.stride_w = rng.in(1, 2);
  const int32_t filters[] = {1, 3, 1, 5};
  const int32_t h = filters[rng.in(0, 3)], w = rng.in(0, 4) ? h : rng.in(1, 4);
  const int32_t counts[] = {1, 3, 4, 8, 12, 16, 32, 64, rng.in(1, 40)};
  const int32_t in_c = counts[rng.in(0, 8)], out_c = rng.in(0, 1) ? 4 * rng.in(1, 8) : rng.in(1, 19);
  const int32_t side = std::max(h, w) + rng.in(1, 9);
  const bool same = attrs.padding.mode == nook::PadMode::kSame;
  const auto out = [&](int32_t filter) {
    const int32_t all = same ? side : side - filter + 1;
    return (all + attrs.stride_h - 1) / attrs.stride_h;
  };
  return {conv_2d(attrs), {1, side, side, in_c}, {out_c, h, w, in_c}, {1, out(h), out(w), out_c}, 0};
}

Layer depthwise(test::Rng& rng, nook::Activation activation, nook::DType type) {
  nook::ConvolutionAttrs attrs;
  attrs.padding.mode = nook::PadMode::kSame;
  attrs.activation = activation;
  attrs.stride_h = attrs.stride_w = rng.in(1, 2);
  const int32_t filter = rng.in(0, 2) ? 3 : rng.in(1, 5), side = rng.in(4, 12);
  const int32_t c = rng.in(0, 3) ? rng.in(1, 40) : 16 * rng.in(1, 5);
  const int32_t out = (side + attrs.stride_h - 1) / attrs.stride_h;
  if (type == nook::DType::kF32 && rng.in(0, 2) == 0)  // a column
    return {depthwise_conv_2d(attrs), {1, side, 1, c}, {1, filter, 1, c}, {1, out, 1, c}, 3};
  const bool several = type != nook::DType::kF32 && rng.in(0, type == nook::DType::kS16 ? 1 : 4) == 0;
  const int32_t outputs = several ? rng.in(2, 4) * c : c;
  return {
      depthwise_conv_2d(attrs), {1, side, side, c}, {1, filter, filter, outputs}, {1, out, out, outputs}, 3};
}

Layer dense(test::Rng& rng, nook::Activation activation, nook::DType type) {
  nook::FullyConnected::Attrs attrs;
  attrs.activation = activation;
  const int32_t in = rng.in(0, 1) ? 16 * rng.in(1, 20) : rng.in(1, 130);
  const int32_t out = rng.in(0, 3) ? rng.in(1, 20) : rng.in(21, 60);
  const int32_t rows = type == nook::DType::kF32 ? rng.in(1, 8) : 1;
  return {attrs, {rows, in}, {out, in}, {rows, out}, 0};
}

Bytes random_bytes(test::Rng& rng, size_t count) {
  Bytes bytes(count);
  const int32_t most = rng.in(0, 1) ? 127 : rng.in(3, 40);  // some layouts need small sums
  for (std::byte& b : bytes) b = static_cast<std::byte>(rng.in(-most, most));
  return bytes;
}

int32_t zero_point(test::Rng& rng, nook::DType type) {
  if (type != nook::DType::kS8) return 0;
  return rng.in(0, 1) ? -128 : rng.in(-128, 127);  // often as after a RELU
}

struct Made {
  test::GraphBuilder b;
  TensorId weights, bias;
  size_t weight_bytes, bias_bytes;  // an element has; 0: weights of 4 bits
};

void make_float(Tensor& t) {
  t.type = nook::DType::kF32;
  t.scales.clear();
  t.zero_point = 0;
}

// Clears the first bit of each exponent: tiles take no infinite weights, which many random ones would have.
void make_finite(Bytes& floats) {
  for (size_t i = 3; i < floats.size(); i += 4) floats[i] &= std::byte{0xBF};
}

// Adds weights with a scale for each output, and a bias in the unit of the sums. `weights`: the type of the
// activations, or int4 with int8 activations.
void build(test::Rng& rng, const Layer& layer, nook::DType weights, Made& to) {
  test::GraphBuilder& b = to.b;
  const nook::DType type = weights == nook::DType::kS4 ? nook::DType::kS8 : weights;
  const TensorId x = b.input("x", layer.in, 0.02f, zero_point(rng, type));
  to.weights = b.weights("w", layer.weights);
  const auto outputs = static_cast<size_t>(layer.weights[layer.per_output]);
  Tensor& w = b.graph[to.weights];
  const bool floats = type == nook::DType::kF32;
  to.weight_bytes = floats ? 4 : weights == nook::DType::kS4 ? 0 : 1;
  if (floats) make_float(w);
  if (weights == nook::DType::kS4) w.type = weights;
  Bytes elements = random_bytes(rng, static_cast<size_t>(w.bytes()));
  if (floats && rng.in(0, 3)) make_finite(elements);
  w.data = std::make_shared<Bytes>(std::move(elements));
  w.scales.clear();
  const bool one = rng.in(0, 3) == 0;
  for (size_t i = 0; i < (floats ? 0 : one ? 1 : outputs); ++i) w.scales.push_back(rng.real(0.005f, 0.01f));
  w.channel_axis = static_cast<int32_t>(layer.per_output);
  const std::vector<float> scales = w.scales;  // the next tensor moves `w`
  to.bias = b.integers("b", {static_cast<int32_t>(outputs)}, std::vector<int32_t>(outputs));
  Tensor& bias = b.graph[to.bias];
  bias.type = floats ? type : type == nook::DType::kS8 ? nook::DType::kS32 : nook::DType::kS64;
  to.bias_bytes = type == nook::DType::kS16 ? 8 : 4;
  Bytes all(outputs * to.bias_bytes);
  for (size_t i = 0; i < outputs; ++i) {
    const int64_t value = rng.in(-3000, 3000);
    std::memcpy(all.data() + i * to.bias_bytes, &value, to.bias_bytes);
  }
  bias.data = std::make_shared<Bytes>(std::move(all));
  for (const float scale : scales) bias.scales.push_back(scale * 0.02f);
  const TensorId y = b.output("y", layer.out, 0.05f, zero_point(rng, type));
  if (type == nook::DType::kS16) b.graph[x].type = b.graph[y].type = type;
  if (floats) make_float(b.graph[x]), make_float(b.graph[y]);
  b.node(layer.attrs, {x, to.weights, to.bias}, y);
}

struct Packed {
  std::vector<uint8_t> bytes;
  bool fits = false;  // exactly the promised bytes were written
};

Packed packed(const nook::KernelEntry& row, const void* params, const std::vector<const void*>& in) {
  const auto size = static_cast<size_t>(row.packing->bytes(params));
  std::vector<uint8_t> bytes(size + 64, 0xA5);
  nook::PackedBytes to(bytes.data());
  row.packing->pack(params, in.data(), to);
  Packed made;
  // Some layouts store the excess over a halfword separately, and reserve room for the largest weights.
  const std::string name = row.symbol;
  const bool at_most = name.ends_with("_lanes") || name.ends_with("_pairs");
  const auto written = static_cast<size_t>(to.at() - bytes.data());
  made.fits = at_most ? written <= size : written == size;
  for (size_t i = size; i < bytes.size(); ++i) made.fits &= bytes[i] == 0xA5;
  made.bytes.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
  return made;
}

// Two weights of an output, the same if it has only one. If one grows as the other shrinks, their sum, which
// is often a part of the initial sums, stays as it is.
std::pair<size_t, size_t> two_of_one_output(test::Rng& rng, const Layer& layer) {
  size_t all = 1;
  for (const int32_t dim : layer.weights) all *= static_cast<size_t>(dim);
  const auto outputs = static_cast<size_t>(layer.weights[layer.per_output]);
  const bool last = layer.per_output > 0;  // the outputs of a tap are adjacent
  const size_t each = all / outputs, step = last ? outputs : 1;
  const auto below = [&](size_t most) {
    return static_cast<size_t>(rng.in(0, static_cast<int32_t>(most) - 1));
  };
  const size_t first = below(outputs) * (last ? 1 : each), one = below(each);
  return {first + one * step, first + (one + (each > 1 ? 1 + below(each - 1) : 0)) % each * step};
}

// By 2 or -2; the result stays within -127 and 127.
void add(std::byte& to, int8_t by) {
  const int sum = static_cast<int8_t>(to) + by;
  to = static_cast<std::byte>(sum > 127 ? 123 : sum < -127 ? -123 : sum);
}

// Weight number `at` of 4 bits; the result stays within -7 and 7.
void add_to_nibble(Bytes& to, size_t at, int8_t by) {
  const int shift = at % 2 ? 4 : 0, both = static_cast<int>(to[at / 2]);
  const int sum = static_cast<int8_t>((both >> shift & 15) << 4) / 16 + by;
  const int now = sum > 7 ? 5 : sum < -7 ? -5 : sum;
  to[at / 2] = static_cast<std::byte>((both & ~(15 << shift)) | (now & 15) << shift);
}

// The layouts that were packed, by the kernel that reads them.
std::map<std::string, int> seen;

void check(test::Rng& rng, const Layer& layer, nook::DType type) {
  Made made;
  build(rng, layer, type, made);
  const Graph& graph = made.b.graph;
  NodeMemory memory;
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, graph.nodes[0], context);
  EXPECT(prepared);
  if (!prepared) return (void)printf("%s\n", dump(graph).c_str());
  std::vector<const void*> in = constant_operands(graph, graph.nodes[0], 3);
  const auto kernels = op_row(graph.nodes[0]).forms[static_cast<size_t>(prepared->form)].kernels();
  for (const nook::KernelEntry& row : kernels) {
    const auto takes = [&] { return !row.packing->takes || row.packing->takes(prepared->params, in.data()); };
    if (!row.packing->bytes || !row.accepts(prepared->params, nook::KernelRows::kAll) || !takes()) continue;
    ++seen[row.symbol];
    const Packed all = packed(row, prepared->params, in);
    if (!all.fits) printf("%s: %zu bytes are promised\n", row.symbol, all.bytes.size());
    EXPECT(all.fits);
    const auto differs = [&](size_t operand, const Bytes& other, const Bytes& old) {
      in[operand] = other.data();
      const bool may = takes();  // other constants may not be for this layout
      const bool does = !may || packed(row, prepared->params, in).bytes != all.bytes;
      in[operand] = old.data();
      return does;
    };
    const Bytes &weights = *graph[made.weights].data, &bias = *graph[made.bias].data;
    for (int k = 0; k < 4; ++k) {
      const auto [one, another] = two_of_one_output(rng, layer);
      Bytes other = weights;
      const size_t size = made.weight_bytes;
      const int8_t by = static_cast<int8_t>(weights[size ? one * size : one / 2]) > 0 ? -2 : 2;
      const auto change = [&](size_t at, int8_t more) {
        size ? add(other[at * size], more) : add_to_nibble(other, at, more);
      };
      change(one, by);
      if (another != one) change(another, static_cast<int8_t>(-by));
      const bool kept = differs(1, other, weights);
      if (!kept) printf("%s: weight %zu or %zu is not in it\n", row.symbol, one, another);
      EXPECT(kept);
    }
    Bytes other = bias;
    const auto outputs = static_cast<int32_t>(bias.size() / made.bias_bytes);
    add(other[static_cast<size_t>(rng.in(0, outputs - 1)) * made.bias_bytes + 1], 2);  // by 512
    EXPECT(differs(2, other, bias));
  }
}

// Layouts for windows and weights that these random layers do not have: groups, sums of 32 bits, and those
// that only particular scales or sums allow.
constexpr const char* kElsewhere[] = {"_groups",  "_s16_sum32_", "_winograd", "_k64_5x2",   "_k32_3x4",
                                      "_k27_2x4", "_k9_2x4",     "_k9_2x8",   "_one_scale", "_s8_mve_k64"};

bool is_elsewhere(const std::string& symbol) {
  for (const char* part : kElsewhere)
    if (symbol.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace

constexpr uint32_t kRounds = 800;

TEST(packed_weights_have_the_promised_bytes_and_depend_on_each_weight_and_bias) {
  seen.clear();
  for (uint32_t round = 0; round < test::quick_seeds(kRounds); ++round) {
    test::Rng rng(round);
    const auto activation = rng.in(0, 1) ? nook::Activation::kRelu : nook::Activation::kNone;
    const nook::DType type = round % 4 == 3 ? nook::DType::kF32
                             : rng.in(0, 2) ? nook::DType::kS8
                                            : nook::DType::kS16;
    const Layer layer = round % 3 == 0   ? convolution(rng, activation)
                        : round % 3 == 1 ? depthwise(rng, activation, type)
                                         : dense(rng, activation, type);
    check(rng, layer, type);
    if (type == nook::DType::kS8) check(rng, layer, nook::DType::kS4);
  }
  for (const nook::OpCode code :
       {nook::OpCode::kConv2D, nook::OpCode::kDepthwiseConv2D, nook::OpCode::kFullyConnected})
    for (const nook::FormRow& form : op_row(code).forms)
      for (const nook::KernelEntry& row : form.kernels()) {
        if (!row.packing->bytes || is_elsewhere(row.symbol) || seen.contains(row.symbol)) continue;
        printf("%s was not packed\n", row.symbol);
        EXPECT(test::quick_seeds(kRounds) < kRounds);
      }
}

TEST(outputs_are_packed_in_groups_of_four_pairs_with_no_pair_too_many) {
  constexpr int32_t kPairs[] = {1, 1, 2, 2, 3, 3, 4, 4, 4, 4};
  for (int32_t outputs = 1; outputs <= 10; ++outputs)
    EXPECT_EQ(nook::eight_pairs(outputs), kPairs[outputs - 1]);
}
