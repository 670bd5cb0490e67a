// Networks over sequences: chains of strips whose operators make different numbers of pixels at once,
// recurrent layers, and layers that remember rows.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <span>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_op.h"
#include "nookc/front/export/export.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/cut_joins.h"
#include "tests/generated/check.h"
#include "tests/nookc/graphs.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using nook::DType, nookc::TensorId;

// Convolutions, of 16 pixels at once, with TANH between them, of as many as divide the line; the result is
// written several times, which takes more memory than long strips.
test::GraphBuilder repeated(int32_t steps, int32_t times) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 1, steps, 1}), t = b.tensor("t", {1, 1, steps, 1}, 1.0f / 128);
  const TensorId c = b.tensor("c", {1, 1, steps, 1}, 0.02f), d = b.tensor("d", {1, 1, steps, 1}, 0.02f);
  b.node(nookc::conv_2d({}), {x, b.weights("w", {1, 1, 1, 1}, 90), TensorId::kNone}, c);
  b.node(nook::Tanh::Attrs{}, {c}, t);
  b.node(nookc::conv_2d({}), {t, b.weights("v", {1, 1, 1, 1}, 80), TensorId::kNone}, d);
  const TensorId last = b.tensor("last", {1, 1, steps, 1}), y = b.output("y", {times, 1, steps, 1});
  b.node(nook::Sub::Attrs{}, {d, x}, last);  // the input's last reader is in the chain
  b.node(nook::Concatenation::Attrs{}, std::vector<TensorId>(static_cast<size_t>(times), last), y);
  return b;
}

// Compares the network's outputs with the interpreter's, and returns its program.
nookc::Result<nookc::Program> checked(const nookc::Graph& graph, const generated::Variant& variant,
                                      const std::string& what) {
  generated::Counts counts;
  const auto tflite = nookc::export_tflite(graph);
  if (!tflite) return tflite.diag();
  generated::Subject subject(*tflite, 1);
  EXPECT(subject.prepare(counts).empty());
  const std::string wrong = subject.check(variant, counts);
  if (!wrong.empty()) printf("     %s: %s\n", what.c_str(), wrong.c_str());
  EXPECT(wrong.empty());
  return nookc::compile(std::as_bytes(std::span(tflite->data(), tflite->size())), "net.tflite",
                        variant.options);
}

// Convolutions of `taps` and pools over images in a row, in a column, or of one pixel each: dimension `along`
// of x has all pixels.
test::GraphBuilder windows(int along, int32_t pixels, int32_t taps, DType type) {
  test::GraphBuilder b;
  std::vector<int32_t> shape = {1, 1, 1, 2};
  shape[static_cast<size_t>(along)] = pixels;
  const auto tensor = [&](const char* name, float scale) {
    const TensorId t = b.tensor(name, shape, scale);
    b.graph[t].type = type;
    return t;
  };
  const TensorId x = tensor("x", 0.01f), c = tensor("c", 0.02f), a = tensor("a", 0.02f),
                 r = tensor("r", 0.02f), d = tensor("d", 0.02f), e = tensor("e", 0.02f),
                 y = tensor("y", 0.02f);
  const std::vector<int32_t> filter = along == 1 ? std::vector{2, taps, 1, 2} : std::vector{2, 1, taps, 2};
  nook::Conv2D::Attrs same;
  same.padding.mode = nook::PadMode::kSame;
  nook::AveragePool2D::Attrs pool;
  pool.padding.mode = nook::PadMode::kSame, pool.filter_h = along == 1 ? taps : 1,
  pool.filter_w = along == 1 ? 1 : taps;
  b.node(same, {x, b.weights("w", filter, 90), TensorId::kNone}, c);
  b.node(pool, {c}, a);
  b.node(nook::Abs::Attrs{}, {a}, r);
  b.node(same, {r, b.weights("v", filter, 80), TensorId::kNone}, d);
  b.node(nook::Maximum::Attrs{}, {d, d}, e);  // one tensor as both operands
  b.node(nook::Sub::Attrs{}, {e, x}, y);
  b.graph.inputs = {x}, b.graph.outputs = {y}, b.graph.input_names = {"x"}, b.graph.output_names = {"y"};
  return b;
}

TEST(windows_take_several_images_as_they_are) {
  generated::Variant variant = generated::plain();
  variant.options.rows = true, variant.options.level = nookc::Level::kRam;
  int chains = 0;
  for (const int along : {0, 1, 2})
    for (const int32_t pixels : {12, 60})
      for (const DType type : {DType::kS8, DType::kS16})
        for (const int32_t kind : {0, 1, 2, 3}) {
          const int32_t taps = kind % 2 ? 3 : 1;
          variant.options.stream_input = kind / 2 == 1;
          variant.options.outputs_in_scratch = {"*"};
          const auto program = checked(windows(along, pixels, taps, type).graph, variant,
                                       std::to_string(pixels) + " along " + std::to_string(along) + ", " +
                                           std::to_string(taps) + " taps");
          chains += program && !program->chains.empty();
        }
  EXPECT(chains > 0);
}

// An operator whose operands are one tensor is prepared for a strip of it, not for a part of the strip.
TEST(strips_of_an_operand_that_occurs_twice_are_whole) {
  generated::Variant variant = generated::plain();
  variant.options.rows = true, variant.options.level = nookc::Level::kRam;
  int chains = 0;
  for (const int32_t pixels : {8, 12, 16, 18, 24, 30, 60}) {
    test::GraphBuilder b;
    const std::vector<int32_t> shape = {1, pixels, 2};
    const TensorId x = b.input("x", shape), a = b.tensor("a", shape), m = b.tensor("m", shape);
    b.node(nook::Abs::Attrs{}, {x}, a);
    b.node(nook::Maximum::Attrs{}, {a, a}, m);
    b.node(nook::Sub::Attrs{}, {m, x}, b.output("y", shape));
    const auto program = checked(b.graph, variant, std::to_string(pixels) + " pixels");
    chains += program && !program->chains.empty();
  }
  EXPECT(chains > 0);
}

// Whether a line is never whole, and its last strip is shorter.
bool is_uneven(const nookc::RowChain& chain) {
  return std::ranges::any_of(
      chain.stages, [](const nookc::RowStage& s) { return s.held < s.height && s.turns % s.at_once != 0; });
}

// The last strip of a convolution may have 4 of 16 pixels, while TANH has made 10 of the 16 before it and
// waits for 10 more.
TEST(a_shorter_last_strip_needs_less_room) {
  generated::Variant variant = generated::plain();
  variant.options.rows = true, variant.options.level = nookc::Level::kRam;
  variant.options.stream_input = true, variant.options.outputs_in_scratch = {"*"};
  int64_t uneven = 0;
  for (const int32_t steps : {18, 20, 22, 24, 26, 28, 30, 36, 38, 40})
    for (int32_t times = 2; times < 14; ++times) {
      const auto program = checked(repeated(steps, times).graph, variant,
                                   std::to_string(steps) + " steps, " + std::to_string(times) + " times");
      EXPECT(program);
      if (program) uneven += std::ranges::count_if(program->chains, is_uneven);
    }
  printf("%lld chains with uneven strips\n", static_cast<long long>(uneven));
  EXPECT(uneven > 3);
}

// Convolutions over a sequence, then recurrent layers, of the last of which all steps or the last ones are
// read.
class Recurrent {
 public:
  explicit Recurrent(generated::Choices& choices) : choose_(choices) {}

  static test::GraphBuilder motion() {
    generated::Choices none(std::vector<uint32_t>{});
    Recurrent net(none);
    TensorId x = net.b_.input("x", {1, 1, 128, 9});
    for (int i = 0; i < 2; ++i) x = net.conv(x, 32, 5, {});
    x = net.layer(net.reshaped(x, {1, 120, 32}), false, 32);
    net.end(x, 1, 120, 1);
    return std::move(net.b_);
  }

  test::GraphBuilder build() {
    TensorId x = b_.input("x", {1, 1, choose_.in(24, 120), choose_.in(1, 6)});
    for (int layers = choose_.in(1, 3); layers > 0; --layers) {
      nook::ConvolutionAttrs attrs;
      const int32_t taps = choose_.in(1, 5), out = choose_.in(1, 8);
      attrs.stride_w = b_.graph[x].shape.dim[2] > 40 && choose_.chance(30) ? 2 : 1;
      attrs.padding.mode = choose_.chance(50) ? nook::PadMode::kSame : nook::PadMode::kValid;
      x = conv(x, out, taps, attrs);
    }
    const int32_t steps = b_.graph[x].shape.dim[2], channels = b_.graph[x].shape.dim[3];
    const bool time_first = choose_.chance(30);
    x = reshaped(x, {time_first ? steps : 1, time_first ? 1 : steps, channels});
    if (choose_.chance(40)) {
      last_of(x, time_first, choose_.in(1, 9));
      return std::move(b_);
    }
    for (int layers = choose_.in(1, 2); layers > 0; --layers) x = layer(x, time_first, choose_.in(1, 9));
    end(x, time_first ? 0 : 1, steps, choose_.in(0, 2));
    return std::move(b_);
  }

 private:
  TensorId reshaped(TensorId x, std::vector<int32_t> shape) {
    const nookc::Tensor& in = b_.graph[x];
    const TensorId y = b_.tensor("r", shape, in.scales[0], in.zero_point);
    b_.node(nookc::reshape(), {x, b_.integers("shape", {static_cast<int32_t>(shape.size())}, shape)}, y);
    return y;
  }

  TensorId conv(TensorId x, int32_t channels, int32_t taps, const nook::ConvolutionAttrs& attrs) {
    const int32_t steps = b_.graph[x].shape.dim[2], in = b_.graph[x].shape.dim[3];
    const bool same = attrs.padding.mode == nook::PadMode::kSame;
    const int32_t left = ((same ? steps - 1 : steps - taps) + attrs.stride_w) / attrs.stride_w;
    const TensorId y = b_.tensor("c", {1, 1, left, channels}, 0.02f, choose_.in(-4, 4));
    b_.node(nookc::conv_2d(attrs),
            {x, b_.weights("w", {channels, 1, taps, in}, choose_.in(1, 200)), TensorId::kNone}, y);
    return y;
  }

  // Operands of an LSTM: x, and the weights and biases of its gates.
  std::vector<TensorId> gates(TensorId x, int32_t units, size_t operands) {
    const int32_t in = b_.graph[x].shape.dim[2];
    std::vector<TensorId> all(operands, TensorId::kNone);
    all[0] = x;
    for (size_t gate = 0; gate < 4; ++gate) {
      all[1 + gate] = b_.weights("w", {units, in}, choose_.in(0, 255));
      all[5 + gate] = b_.weights("r", {units, units}, choose_.in(0, 255));
      std::vector<int32_t> bias(static_cast<size_t>(units));
      for (int32_t& each : bias) each = choose_.in(-3000, 3000);
      all[12 + gate] = b_.integers("b", {units}, bias);
    }
    return all;
  }

  TensorId layer(TensorId x, bool time_first, int32_t units) {
    nook::UnidirectionalSequenceLstm::Attrs attrs;
    attrs.time_major = time_first;
    std::vector<TensorId> all = gates(x, units, 24);
    all[18] = b_.tensor("hidden", {1, units}, 1.0f / 128, choose_.in(-3, 3));
    all[19] = b_.tensor("cell", {1, units}, 1.0f / 2048);
    b_.graph[all[19]].type = nook::DType::kS16;
    b_.graph[all[18]].variable = b_.graph[all[19]].variable = true;
    std::vector<int32_t> shape(b_.graph[x].shape.dim, b_.graph[x].shape.dim + 2);
    shape.push_back(units);
    const TensorId y = b_.tensor("h", shape, 1.0f / 128, b_.graph[all[18]].zero_point);
    b_.node(attrs, all, y);
    return y;
  }

  // ONNX's LSTM, GRU or RNN in int8, which starts over in each inference and gives its last state.
  void last_of(TensorId x, bool time_first, int32_t units) {
    if (choose_.chance(30)) return last_of_gru(x, time_first, units);
    if (choose_.chance(40)) return last_of_rnn(x, time_first, units);
    nook::LstmLayer::Attrs attrs;
    attrs.time_major = time_first, attrs.sequence = false, attrs.last = true;
    const std::vector<TensorId> all = gates(x, units, 19);
    b_.node(attrs, all, b_.output("y", {1, units}, 1.0f / 128, choose_.in(-3, 3)));
  }

  std::vector<TensorId> matrices(TensorId x, int32_t units, size_t count, size_t operands) {
    std::vector<TensorId> all(operands, TensorId::kNone);
    all[0] = x;
    for (size_t gate = 0; gate < count; ++gate) {
      all[1 + gate] = b_.weights("w", {units, b_.graph[x].shape.dim[2]}, choose_.in(0, 255));
      all[1 + count + gate] = b_.weights("r", {units, units}, choose_.in(0, 255));
    }
    return all;
  }
  void last_of_gru(TensorId x, bool time_first, int32_t units) {
    nook::GruLayer::Attrs attrs;
    attrs.time_major = time_first, attrs.sequence = false, attrs.last = true;
    attrs.reset_after = choose_.chance(50);
    b_.node(attrs, matrices(x, units, 3, 13), b_.output("y", {1, units}, 1.0f / 128, choose_.in(-3, 3)));
  }
  void last_of_rnn(TensorId x, bool time_first, int32_t units) {
    nook::RnnLayer::Attrs attrs;
    attrs.time_major = time_first, attrs.sequence = false, attrs.last = true;
    b_.node(attrs, matrices(x, units, 1, 6), b_.output("y", {1, units}, 1.0f / 128, choose_.in(-3, 3)));
  }

  // `last`: the number of steps at the end that are read; 0: all.
  void end(TensorId x, int32_t axis, int32_t steps, int32_t last) {
    const nookc::Tensor in = b_.graph[x];
    const int32_t units = in.shape.dim[2];
    if (last == 0) {
      b_.node(nook::Tanh::Attrs{}, {x},
              b_.output("y", {in.shape.dim[0], in.shape.dim[1], units}, 1.0f / 128));
      return;
    }
    std::vector<int32_t> begin(3), count(3, 1), step(3, 1);
    begin[static_cast<size_t>(axis)] = steps - last, count[static_cast<size_t>(axis)] = steps,
    count[2] = units;
    const std::vector<int32_t> shape = {axis == 0 ? last : 1, axis == 0 ? 1 : last, units};
    const TensorId rows = b_.tensor("rows", shape, in.scales[0], in.zero_point);
    b_.node(
        nook::StridedSlice::Attrs{},
        {x, b_.integers("begin", {3}, begin), b_.integers("end", {3}, count), b_.integers("step", {3}, step)},
        rows);
    const TensorId flat = reshaped(rows, {1, last * units});
    b_.node(nookc::fully_connected(), {flat, b_.weights("v", {5, last * units}), TensorId::kNone},
            b_.output("y", {1, 5}, 0.2f));
  }

  generated::Choices& choose_;
  test::GraphBuilder b_;
};

// Whether the chain has a recurrent layer.
bool is_recurrent(const nookc::Program& program, const nookc::RowChain& chain) {
  return std::ranges::any_of(chain.stages, [&](const nookc::RowStage& s) {
    const nook::OpCode code = program.calls[static_cast<size_t>(s.call)].code;
    return code == nook::OpCode::kUnidirectionalSequenceLstm || code == nook::LstmLayer::kCode ||
           code == nook::GruLayer::kCode || code == nook::RnnLayer::kCode;
  });
}

// Whether the chain ends with a GRU or RNN of integers that carries its state.
bool carries_finer(const nookc::Program& program, size_t chain) {
  const nookc::RowStage& last = program.chains[chain].stages.back();
  const nook::OpCode code = program.calls[static_cast<size_t>(last.call)].code;
  return last.sum_bytes > 0 && (code == nook::GruLayer::kCode || code == nook::RnnLayer::kCode);
}

TEST(a_recurrent_layer_takes_the_steps_as_they_come) {
  generated::Counts counts;
  int64_t chains = 0, streams = 0, carried = 0;  // carried: the state of a layer that starts over
  int64_t finer = 0;                             // chains whose state has more digits than the result
  for (uint64_t seed = 1; seed <= (test::kSanitized ? 20 : 60); ++seed) {
    generated::Choices choices(seed);
    const auto tflite = nookc::export_tflite(Recurrent(choices).build().graph);
    EXPECT(tflite);
    generated::Subject subject(*tflite, static_cast<uint32_t>(seed));
    std::string wrong = subject.prepare(counts), how;
    for (int turn = 0; turn < 4 && wrong.empty(); ++turn) {
      generated::Variant variant = generated::plain();
      variant.options.rows = true, variant.options.overlap = turn > 0;
      variant.options.level = turn < 2 ? nookc::Level::kRam : nookc::Level::kBalanced;
      variant.options.solver = nookc::CompileOptions{}.solver;
      if (turn != 0) variant.options.disabled_passes.clear();
      if (turn == 1) variant.options.stream_input = true, variant.options.outputs_in_scratch = {"*"};
      if (turn == 3) variant = generated::random_variant(choices, subject.graph());
      how = variant.text;
      wrong = subject.check(variant, counts);
      const auto bytes = std::as_bytes(std::span(tflite->data(), tflite->size()));
      const auto program = nookc::compile(bytes, "net.tflite", variant.options);
      for (size_t i = 0; program && i < program->chains.size(); ++i)
        if (is_recurrent(*program, program->chains[i]))
          ++chains, streams += program->chains[i].stream.tensor != TensorId::kNone,
              carried += program->chains[i].stages.back().sum_bytes > 0, finer += carries_finer(*program, i);
    }
    if (!wrong.empty()) printf("seed %d: %s: %s\n", static_cast<int>(seed), how.c_str(), wrong.c_str());
    EXPECT(wrong.empty());
  }
  printf("%lld chains with recurrent layers, %lld streamed, %lld carry state, %lld a finer one\n",
         static_cast<long long>(chains), static_cast<long long>(streams), static_cast<long long>(carried),
         static_cast<long long>(finer));
  EXPECT(chains > 40 && streams > 5 && carried > 10 && finer > 10);
}

// Two convolutions over 128 steps of nine channels, as motion has them, and a layer of 32 cells.
TEST(a_network_of_convolutions_and_a_recurrent_layer_keeps_no_sequence) {
  const auto tflite = nookc::export_tflite(Recurrent::motion().graph);
  EXPECT(tflite);
  if (const char* file = std::getenv("NOOK_TEST_WRITES"); file && tflite) std::ofstream(file) << *tflite;
  for (const char* target : {"cortex-m0", "cortex-m4", "cortex-m55", "rv32"}) {
    int32_t scratch[2] = {};
    for (const bool rows : {false, true}) {
      nookc::CompileOptions options;
      options.target = nookc::find_target(target), options.rows = rows;
      const auto program =
          nookc::compile(std::as_bytes(std::span(tflite->data(), tflite->size())), "net.tflite", options);
      EXPECT(program);
      if (program) scratch[rows] = program->scratch_bytes;
    }
    printf("%s: %d bytes of scratch, %d with whole sequences\n", target, scratch[1], scratch[0]);
    EXPECT(scratch[0] == (124 + 120) * 32 && scratch[1] * 3 < scratch[0]);
    if (target == std::string_view("cortex-m4")) EXPECT(scratch[1] <= 544);
  }
}

// Layers that remember rows, in the spellings that models use, with other readers in between.
class Registers {
 public:
  explicit Registers(generated::Choices& choices) : choose_(choices), channels_(choices.in(1, 4)) {}

  test::GraphBuilder build() {
    TensorId rows = b_.input("x", {1, choose_.in(1, 3), 1, channels_});
    for (int layers = choose_.in(1, 3); layers > 0; --layers) {
      rows = layer(rows);
      if (choose_.chance(50)) assign();
    }
    assign();
    return std::move(b_);
  }

 private:
  int32_t rows_of(TensorId t) const { return b_.graph[t].shape.dim[1]; }
  TensorId fresh(int32_t rows) {
    return b_.tensor("t" + std::to_string(b_.graph.tensors.size()), {1, rows, 1, channels_});
  }
  // Sometimes followed by RESHAPEs to a list and back, or by a change of every value.
  TensorId put(nookc::Attrs attrs, std::vector<TensorId> in, int32_t rows) {
    const TensorId t = fresh(rows);
    b_.node(std::move(attrs), std::move(in), t);
    if (!choose_.chance(20)) return t;
    const TensorId list = b_.tensor("list", {1, rows * channels_}), back = fresh(rows);
    b_.node(nookc::reshape(), {t, b_.integers("flat", {2}, {1, rows * channels_})}, list);
    b_.node(nookc::reshape(), {list, b_.integers("shape", {4}, {1, rows, 1, channels_})}, back);
    return back;
  }
  TensorId join(const std::vector<TensorId>& parts) {
    nook::Concatenation::Attrs along;
    along.axis = 1;
    int32_t rows = 0;
    for (const TensorId t : parts) rows += rows_of(t);
    return put(along, parts, rows);
  }
  TensorId slice(TensorId t, int32_t from, int32_t to) {
    return put(nook::Slice::Attrs{},
               {t, b_.integers("begin", {4}, {0, from, 0, 0}),
                b_.integers("size", {4}, {1, to - from, 1, channels_})},
               to - from);
  }
  void show(TensorId t) {
    b_.node(nook::Abs::Attrs{}, {t},
            b_.output("y" + std::to_string(outputs_++), {1, rows_of(t), 1, channels_}));
  }

  // A variable of some rows, and a window of them and of new rows.
  TensorId layer(TensorId rows) {
    const int32_t n = rows_of(rows), held = n + choose_.in(1, 4);
    const TensorId variable = b_.tensor("variable", {1, held, 1, channels_}), old = fresh(held);
    b_.graph[variable].variable = true;
    b_.node(nookc::reshape(), {variable, b_.integers("shape", {4}, {1, held, 1, channels_})}, old);
    const bool newest_first = choose_.chance(40);
    const auto in_order = [&](TensorId first, TensorId then) {
      return newest_first ? join({then, first}) : join({first, then});
    };
    TensorId window = TensorId::kNone, next = TensorId::kNone;
    switch (choose_.in(0, 2)) {
      case 0:  // joins, then forgets
        window = in_order(old, rows);
        next = newest_first ? slice(window, 0, held) : slice(window, n, n + held);
        break;
      case 1:  // forgets, then joins
        next = window = in_order(newest_first ? slice(old, 0, held - n) : slice(old, n, held), rows);
        break;
      default: {  // rolls, and replaces the rows that come around
        const int32_t cut = newest_first ? held - n : n;
        const TensorId rolled = join({slice(old, cut, held), slice(old, 0, cut)});
        next = window = in_order(newest_first ? slice(rolled, n, held) : slice(rolled, 0, held - n), rows);
        if (choose_.chance(20)) show(rolled);
      }
    }
    later_.push_back({next, variable});
    const TensorId seen = put(nook::Abs::Attrs{}, {window}, rows_of(window));
    const int32_t from = choose_.in(0, rows_of(window) - 1);
    if (choose_.chance(30)) show(slice(window, from, rows_of(window)));
    if (choose_.chance(30)) show(old);
    show(seen);
    return slice(seen, from, std::min(from + 3, rows_of(seen)));
  }

  void assign() {
    for (const auto& [next, variable] : later_)
      b_.node(nookc::reshape(), {next, b_.integers("shape", {4}, {1, rows_of(next), 1, channels_})},
              variable);
    later_.clear();
  }

  generated::Choices& choose_;
  const int32_t channels_;
  test::GraphBuilder b_;
  int outputs_ = 0;
  std::vector<std::pair<TensorId, TensorId>> later_;
};

TEST(rows_that_are_remembered_in_any_spelling_give_the_bytes_of_the_interpreter) {
  generated::Counts counts;
  int64_t windows = 0, cuts = 0;
  for (uint64_t seed = 1; seed <= (test::kSanitized ? 30 : 200); ++seed) {
    generated::Choices choices(seed);
    nookc::Graph graph = Registers(choices).build().graph;
    const auto tflite = nookc::export_tflite(graph);
    EXPECT(tflite);
    generated::Subject subject(*tflite, static_cast<uint32_t>(seed));
    std::string wrong = subject.prepare(counts), how;
    for (int turn = 0; turn < 4 && wrong.empty(); ++turn) {
      generated::Variant variant = generated::plain();
      variant.options.disabled_passes.clear();
      if (turn > 0) variant = generated::random_variant(choices, subject.graph());
      how = variant.text;
      wrong = subject.check(variant, counts);
    }
    if (!wrong.empty()) printf("seed %d: %s: %s\n", static_cast<int>(seed), how.c_str(), wrong.c_str());
    EXPECT(wrong.empty());
    cuts += nookc::cut_joins(graph);
    nookc::CompileOptions options = generated::plain().options;
    options.disabled_passes.clear();
    const auto program =
        nookc::compile(std::as_bytes(std::span(tflite->data(), tflite->size())), "net.tflite", options);
    EXPECT(program);
    if (program) windows += static_cast<int64_t>(program->graph.windows.size());
  }
  printf("%lld programs, %lld windows, %lld slices of joined rows\n", static_cast<long long>(counts.programs),
         static_cast<long long>(windows), static_cast<long long>(cuts));
  EXPECT(windows > 50 && cuts > 50);
}

}  // namespace
