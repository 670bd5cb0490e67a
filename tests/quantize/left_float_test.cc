// Operators that stay float because integers would change more than precision: positions of elements, and
// functions with results between that need more bits.
#include <cfloat>
#include <cmath>
#include <functional>

#include "nookc/study/quantize/positions.h"
#include "nookc/study/quantize/quantize_network.h"
#include "tests/nookc/float_graphs.h"
#include "tests/quantize/files.h"
#include "tests/quantize/floats.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using nook::OpCode;
using test::Floats;
using test::plain_op;

const std::vector<int32_t> kShape = {4, 32};

// A network of one input whose values are between two ends.
struct Net {
  Floats f;
  TensorId x = f.input("x", kShape);

  TensorId number(float value) { return f.constant("number", {1, 1}, {value}); }
  TensorId op(OpCode code, std::vector<TensorId> in) {
    return f.node(plain_op(code), std::move(in), "result " + std::to_string(f.graph.nodes.size()), kShape);
  }
};

// Decibels at the output, after the input is rounded to the integers that it has; -1: refused.
double decibels(const Graph& graph, Precision precision, float low, float high,
                Converted* converted = nullptr) {
  const test::Folder folder;
  test::Rng rng(3);
  const double scale = precision == Precision::kInt8
                           ? (double{high} - double{low}) / 255
                           : double{std::max(std::abs(low), std::abs(high))} / 32767;
  for (int sample = 0; sample < 6; ++sample) {
    std::vector<float> x = {low, high};
    while (x.size() < 128)
      x.push_back(static_cast<float>(scale * std::round(double{rng.real(low, high)} / scale)));
    folder.write("x" + std::to_string(sample) + ".bin", test::bytes_of<float>(x));
  }
  const Result<Samples> samples = Samples::open(graph, folder.path(), {});
  EXPECT(samples);
  if (!samples) return -1;
  QuantizeOptions options;
  options.convert.activations = options.convert.io = precision;
  const Result<Quantized> made = quantize(graph, &*samples, {}, nullptr, options);
  EXPECT(made);
  if (!made) return -1;
  const Result<Network> network = Network::make(made->floats);
  EXPECT(network);
  const Result<Judgement> judged = judge(*network, made->converted, *samples, {}, {});
  EXPECT(judged);
  if (converted) *converted = made->converted;
  return judged->tensors[index(graph.outputs[0])].ratio.decibels();
}

struct Spelled {
  const char* name;
  float low, high;
  std::function<TensorId(Net&)> of;
};

// Functions of one tensor. Their results between reach over many powers of two, or have a pole.
const Spelled kFunctions[] = {
    {"log(x * x + 1e-6)", 0, 3,
     [](Net& n) {
       return n.op(OpCode::kLog, {n.op(OpCode::kAdd, {n.op(OpCode::kMul, {n.x, n.x}), n.number(1e-6f)})});
     }},
    {"10 * log10(max(x^2, 1e-10))", -2, 2,
     [](Net& n) {
       const TensorId power = n.op(OpCode::kMaximum, {n.op(OpCode::kSquare, {n.x}), n.number(1e-10f)});
       return n.op(OpCode::kMul, {n.op(OpCode::kLog, {power}), n.number(4.3429448f)});
     }},
    {"log(sigmoid(x))", -8, 8, [](Net& n) { return n.op(OpCode::kLog, {n.op(OpCode::kLogistic, {n.x})}); }},
    {"log(p / (1 - p)), p = sigmoid(x)", -6, 6,
     [](Net& n) {
       const TensorId p = n.op(OpCode::kLogistic, {n.x});
       return n.op(OpCode::kLog, {n.op(OpCode::kDiv, {p, n.op(OpCode::kSub, {n.number(1), p})})});
     }},
    {"x * tanh(log(1 + exp(x)))", -8, 8,
     [](Net& n) {
       const TensorId soft =
           n.op(OpCode::kLog, {n.op(OpCode::kAdd, {n.op(OpCode::kExp, {n.x}), n.number(1)})});
       return n.op(OpCode::kMul, {n.x, n.op(OpCode::kTanh, {soft})});
     }},
    {"sqrt(exp(2 * x))", -6, 3,
     [](Net& n) {
       return n.op(OpCode::kSqrt, {n.op(OpCode::kExp, {n.op(OpCode::kMul, {n.x, n.number(2)})})});
     }},
};

}  // namespace

TEST(functions_that_need_more_bits_between_lose_none) {
  for (const Spelled& each : kFunctions)
    for (const Precision precision : {Precision::kInt8, Precision::kInt16}) {
      Net net;
      net.f.output(each.of(net));
      const double found = decibels(net.f.graph, precision, each.low, each.high);
      EXPECT(found > (precision == Precision::kInt8 ? 36 : 45));
      if (!(found > (precision == Precision::kInt8 ? 36 : 45)))
        printf("  %s in %s: %.1f dB\n", each.name, precision == Precision::kInt8 ? "int8" : "int16", found);
    }
}

// SiLU and a scaled RELU lose next to nothing in integers, and stay operators of integers.
TEST(ordinary_functions_become_integers) {
  Net net;
  const TensorId silu = net.op(OpCode::kMul, {net.x, net.op(OpCode::kLogistic, {net.x})});
  net.f.output(net.op(OpCode::kMul, {net.op(OpCode::kRelu, {silu}), net.number(0.5f)}));
  for (const Precision precision : {Precision::kInt8, Precision::kInt16}) {
    Converted converted;
    EXPECT(decibels(net.f.graph, precision, -4, 4, &converted) > 30);
    EXPECT(std::ranges::none_of(converted.graph.nodes, [](const Node& node) {
      return !node.erased() && op_code(node) == OpCode::kDequantize;
    }));
  }
}

// Limits that no value reaches take no integers from the others: torch.logsumexp limits its maximum so.
TEST(limits_that_no_value_reaches_cost_nothing) {
  for (const float limit : {FLT_MAX, 1e9f, 1000.0f})
    for (const Precision precision : {Precision::kInt8, Precision::kInt16}) {
      Net net;
      const TensorId least = net.op(OpCode::kMaximum, {net.x, net.number(-limit)});
      net.f.output(net.op(OpCode::kMul, {net.op(OpCode::kMinimum, {least, net.number(limit)}), net.x}));
      EXPECT(decibels(net.f.graph, precision, -4, 4) > (precision == Precision::kInt8 ? 40 : 80));
    }
}

// x in units of an eighth, read as a position: the whole part selects, the rest is a weight.
TEST(positions_keep_their_elements) {
  for (const Precision precision : {Precision::kInt8, Precision::kInt16}) {
    Net net;
    const TensorId at = net.op(OpCode::kMul, {net.op(OpCode::kTanh, {net.x}), net.number(13.7f)});
    const TensorId floor = net.op(OpCode::kFloor, {at});
    const TensorId low = net.op(OpCode::kMaximum, {floor, net.number(0)});
    const TensorId inside = net.f.tensor("inside", kShape), weight = net.op(OpCode::kSub, {at, floor});
    Node compare;
    compare.attrs = plain_op(OpCode::kLess), compare.in = {floor, net.number(9)}, compare.out = {inside};
    net.f.graph[inside].type = nook::DType::kBool;
    net.f.graph.nodes.push_back(compare);
    net.f.output(net.op(OpCode::kSelectV2, {inside, net.op(OpCode::kMul, {low, weight}), net.number(0)}));
    const std::vector<bool> positions = nodes_of_positions(net.f.graph);
    // TANH, MUL, FLOOR, SUB and LESS; not MAXIMUM, MUL and SELECT_V2, which compute with the result.
    EXPECT((positions == std::vector<bool>{true, true, true, false, true, true, false, false}));
    EXPECT(decibels(net.f.graph, precision, -3, 3) > (precision == Precision::kInt8 ? 35 : 75));
  }
}
