// Steps of LSTM, GRU and RNN cells as exporters spell them, with random sizes, weights and spelling.
#pragma once
#include <functional>

#include "nook/ops/mul/mul_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nookc/graph/hybrid_attrs.h"
#include "tests/nookc/float_graphs.h"

namespace test {

enum class CellSpelling : uint8_t { kLstm, kGruBefore, kGruAfter, kGruMoved, kRnn, kRelu };
constexpr int kCellSpellings = 6;
// Spellings of a gate's function: a sigmoid and hard sigmoids.
constexpr int kGateSpellings = 9;

struct States {
  TensorId hidden = TensorId::kNone, cell = TensorId::kNone;
};

// Every step reads the same constants.
class CellWriter : public FloatGraph {
 public:
  CellSpelling kind;
  int32_t batch, in, cells;
  int gate;                                                      // < kGateSpellings; 0: a sigmoid
  std::function<TensorId(CellWriter&, TensorId)> gate_function;  // instead, if there is one

  CellWriter(Rng& random, CellSpelling spelling)
      : FloatGraph(random),
        kind(spelling),
        batch(rng.in(1, 2)),
        in(rng.in(1, 5)),
        cells(rng.in(1, 5)),
        gate(rng.in(0, 1) ? rng.in(1, kGateSpellings - 1) : 0),
        joined_(kind != CellSpelling::kGruAfter && kind != CellSpelling::kGruMoved && rng.in(0, 2) == 0),
        apart_(rng.in(0, 1) != 0),
        swapped_(rng.in(0, 1) != 0),
        sliced_(rng.in(0, 2) == 0),
        hidden_bias_(rng.in(0, 1) != 0),
        forget_(rng.in(0, 2) == 0),
        bias_(rng.in(0, 2)),
        bytes_(kind != CellSpelling::kRelu && rng.in(0, 3) == 0),
        asymmetric_(lstm() && rng.in(0, 1) != 0) {
    if (bytes_) gate = 0, joined_ = false;
    new_weights({});
  }

  // Continues a graph, with constants for the sizes that the cell has now.
  void new_weights(GraphBuilder graph) {
    b = std::move(graph);
    one_ = numbers({1}, 1, 1);
    axis_ = b.integers("axis", {1}, {1});
    gates_.clear();
    for (int g = 0; g < 4; ++g) gates_.push_back(product_of(cells));
    all_ = product_of(gates() * cells);
  }

  bool lstm() const { return kind == CellSpelling::kLstm; }
  TensorId state() { return plain(b.tensor("state", {batch, cells})); }
  TensorId unary(nook::OpCode code, TensorId x) { return node(plain_op(code), {x}, like(x)); }
  // An operator with a number.
  TensorId with(nook::OpCode code, TensorId x, float number, bool relu6 = false) {
    nookc::Attrs attrs = plain_op(code);
    if (relu6) *nookc::activation_of(attrs) = nook::Activation::kRelu6;
    const TensorId y = like(x);
    return node(std::move(attrs), {x, numbers({1}, number, number)}, y);
  }

  States step(TensorId x, const States& last) {
    if (lstm()) return lstm_step(x, last);
    if (kind == CellSpelling::kRnn) return {unary(nook::OpCode::kTanh, sums(x, last.hidden, 1)[0])};
    if (kind == CellSpelling::kRelu) return {unary(nook::OpCode::kRelu, sums(x, last.hidden, 1)[0])};
    return gru_step(x, last.hidden);
  }

 private:
  struct Weights {
    TensorId x, hidden, joined, x_bias, hidden_bias, bias;
  };
  int32_t gates() const { return lstm() ? 4 : kind == CellSpelling::kGruBefore ? 2 : 1; }

  TensorId matrix(int32_t rows, int32_t columns) {
    if (!bytes_) return numbers({rows, columns}, -1, 1);
    const TensorId t = b.tensor("bytes", {rows, columns});
    auto bytes = std::make_shared<nookc::Bytes>(static_cast<size_t>(b.graph[t].bytes()));
    for (std::byte& each : *bytes) each = static_cast<std::byte>(rng.in(-127, 127));
    b.graph[t].scales = {rng.real(0.003f, 0.01f)}, b.graph[t].zero_point = 0, b.graph[t].data = bytes;
    return t;
  }
  Weights product_of(int32_t rows) {
    return {matrix(rows, in),       matrix(rows, cells),    matrix(rows, in + cells),
            numbers({rows}, -1, 1), numbers({rows}, -1, 1), numbers({rows}, -1, 1)};
  }
  TensorId wide(int32_t columns) { return plain(b.tensor("wide", {batch, columns})); }
  // RELU6, by the operator that makes x if that is a sum or a dense layer.
  TensorId relu6(TensorId x) {
    nookc::Node& last = b.graph.nodes.back();
    const nook::OpCode code = nookc::op_code(last);
    const bool takes = code == nook::OpCode::kAdd || code == nook::OpCode::kFullyConnected;
    if (!takes || last.out[0] != x) return unary(nook::OpCode::kRelu6, x);
    *nookc::activation_of(last.attrs) = nook::Activation::kRelu6;
    return x;
  }
  TensorId sigmoid(TensorId x) {
    using enum nook::OpCode;
    if (gate_function) return gate_function(*this, x);
    switch (gate) {
      case 1:
        return with(kMul, unary(kRelu6, with(kAdd, x, 3)), 1.0f / 6);
      case 2:
        return with(kMaximum, with(kMinimum, with(kAdd, with(kMul, x, 0.2f), 0.5f), 1), 0);
      case 3:
        return unary(kRelu0To1, with(kAdd, with(kMul, x, 0.2f), 0.5f));
      case 4:
        return with(kDiv, with(kAdd, x, 3, true), 6);
      case 5:
        return with(kMinimum, unary(kRelu, with(kAdd, with(kDiv, x, 4), 0.5f)), 1);
      case 6:
        return with(kMul, with(kSub, x, -3, true), 1.0f / 6);
      case 7:
        return with(kMul, with(kAdd, unary(kReluN1To1, with(kMul, x, 1.0f / 3)), 1), 0.5f);
      case 8:
        return with(kMul, relu6(x), 1.0f / 6);
      default:
        return unary(kLogistic, x);
    }
  }
  TensorId tanh(TensorId x) { return unary(nook::OpCode::kTanh, x); }
  TensorId sum(TensorId x, TensorId y) {
    if (swapped_) std::swap(x, y);
    return node(plain_op(nook::OpCode::kAdd), {x, y}, like(b.graph[x].constant() ? y : x));
  }
  TensorId product(TensorId x, TensorId y) {
    if (swapped_) std::swap(x, y);
    return node(nook::Mul::Attrs{}, {x, y}, like(x));
  }
  TensorId difference(TensorId x, TensorId y) {
    return node(nook::Sub::Attrs{}, {x, y}, like(b.graph[x].constant() ? y : x));
  }
  TensorId dense(TensorId x, TensorId w, TensorId bias) {
    std::vector<TensorId> operands = {x, w};
    if (bias != TensorId::kNone) operands.push_back(bias);
    nookc::Attrs attrs = nookc::fully_connected();
    *nookc::asymmetric_of(attrs) = bytes_ && asymmetric_;
    return node(attrs, operands, wide(b.graph[w].shape.dim[0]));
  }

  TensorId sum_of(TensorId x, TensorId hidden, const Weights& w) {
    TensorId y;
    const TensorId none = TensorId::kNone;
    if (joined_) {
      nookc::Attrs attrs = plain_op(nook::OpCode::kConcatenation);
      *nookc::axis_of(attrs) = swapped_ ? 1 : -1;
      const TensorId both = node(attrs, {x, hidden}, wide(in + cells));
      y = dense(both, w.joined, bias_ == 0 ? w.bias : none);
    } else {
      y = sum(dense(x, w.x, bias_ == 0 ? w.x_bias : none),
              dense(hidden, w.hidden, hidden_bias_ ? w.hidden_bias : none));
    }
    return bias_ == 1 ? sum(y, w.bias) : y;
  }
  // The parts of a tensor, each with this many channels.
  std::vector<TensorId> parts(TensorId whole, int32_t count) {
    std::vector<TensorId> all;
    for (int32_t g = 0; g < count; ++g) all.push_back(state());
    if (!sliced_) {
      b.node(nook::Split::Attrs{}, {axis_, whole}, all[0]).out = all;
      return all;
    }
    for (int32_t g = 0; g < count; ++g)
      node(nook::StridedSlice::Attrs{},
           {whole, b.integers("begin", {2}, {0, g * cells}), b.integers("end", {2}, {batch, (g + 1) * cells}),
            b.integers("steps", {2}, {1, 1})},
           all[static_cast<size_t>(g)]);
    return all;
  }
  std::vector<TensorId> sums(TensorId x, TensorId hidden, int32_t count) {
    if (!apart_ && count > 1) return parts(sum_of(x, hidden, all_), count);
    std::vector<TensorId> each;
    for (int32_t g = 0; g < count; ++g) each.push_back(sum_of(x, hidden, gates_[static_cast<size_t>(g)]));
    return each;
  }
  States lstm_step(TensorId x, const States& last) {
    const std::vector<TensorId> each = sums(x, last.hidden, 4);
    const TensorId forget = forget_ ? with(nook::OpCode::kAdd, each[1], 1) : each[1];
    const TensorId kept = product(sigmoid(forget), last.cell);
    const TensorId cell = sum(kept, product(sigmoid(each[0]), tanh(each[2])));
    return {product(sigmoid(each[3]), tanh(cell)), cell};
  }
  TensorId candidate(TensorId x, TensorId hidden, TensorId reset) {
    const Weights& w = gates_[2];
    if (kind == CellSpelling::kGruBefore) return tanh(sum_of(x, product(reset, hidden), w));
    const TensorId inner = dense(hidden, w.hidden, hidden_bias_ ? w.hidden_bias : TensorId::kNone);
    return tanh(sum(dense(x, w.x, w.x_bias), product(reset, inner)));
  }
  States gru_step(TensorId x, TensorId hidden) {
    std::vector<TensorId> each;
    if (kind == CellSpelling::kGruBefore) {
      each = sums(x, hidden, 2);
    } else {
      each = {sum_of(x, hidden, gates_[0]), sum_of(x, hidden, gates_[1])};
    }
    const TensorId update = sigmoid(each[0]), made = candidate(x, hidden, sigmoid(each[1]));
    if (kind == CellSpelling::kGruMoved) return {sum(made, product(update, difference(hidden, made)))};
    return {sum(product(update, hidden), product(difference(one_, update), made))};
  }

  bool joined_, apart_, swapped_, sliced_, hidden_bias_, forget_;
  int bias_;
  bool bytes_, asymmetric_;  // matrices are int8
  TensorId one_, axis_;
  std::vector<Weights> gates_;
  Weights all_;
};

}  // namespace test
