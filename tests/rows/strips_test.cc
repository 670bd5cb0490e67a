// Chains of strips: random networks over sequences, laid as columns or flat, in which every byte that is read
// is present; and a known network that needs the expected bytes in both forms.
#include <algorithm>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/hard_swish/hard_swish_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/prepare/window.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/lower/strip_steps.h"
#include "nookc/middle/passes/cut_splits.h"
#include "nookc/middle/passes/lay_flat.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/rows/placed.h"
#include "tests/rows/random_network.h"
#include "tests/sanitized.h"

namespace {

using nookc::TensorId;
using namespace test;

enum class Form : uint8_t { kColumn, kFlat };

// A sequence of convolutions, pools, gates, sums and concatenations over steps.
class RandomSequence {
 public:
  RandomSequence(uint32_t seed, Form form, int32_t most_channels)
      : rng_(seed), form_(form), most_channels_(most_channels) {
    lines_.push_back(b_.input("x", shape(rng_.in(20, rng_.in(0, 5) ? 90 : 400), rng_.in(1, 3))));
    const int32_t count = rng_.in(2, rng_.in(0, 9) ? 9 : 40);
    for (int32_t i = 0; i < count; ++i) add_operator();
    if (rng_.in(0, 2) == 0) add_mean();
    b_.outputs(lines_.back());
    if (lines_.size() > 3 && rng_.in(0, 5) == 0) b_.outputs(lines_[lines_.size() - 2]);
  }
  nookc::Graph take() { return std::move(b_.graph); }

 private:
  std::vector<int32_t> shape(int32_t steps, int32_t c) const {
    return form_ == Form::kFlat ? std::vector<int32_t>{1, 1, steps, c} : std::vector<int32_t>{1, steps, 1, c};
  }
  int32_t steps(TensorId t) const { return b_.graph[t].shape.dim[form_ == Form::kFlat ? 2 : 1]; }
  int32_t channels(TensorId t) const { return b_.graph[t].shape.dim[3]; }
  TensorId line(int32_t length, int32_t c) {
    return b_.tensor("t" + std::to_string(b_.graph.tensors.size()), shape(length, c));
  }
  TensorId add(nookc::Attrs attrs, std::vector<TensorId> in, TensorId y) {
    b_.node(std::move(attrs), std::move(in), y);
    lines_.push_back(y);
    return y;
  }

  // Sets one of two fields, by the direction of the steps.
  template <class Attrs>
  void along(Attrs& attrs, int32_t Attrs::*h, int32_t Attrs::*w, int32_t value) const {
    attrs.*(form_ == Form::kFlat ? w : h) = value;
  }

  struct Window {
    int32_t filter, stride, dilation, out;
    nook::Padding padding;
  };
  // Causal, same or valid; strides may leave out steps.
  Window window(TensorId x, bool dilated) {
    Window w{rng_.in(1, 7),
             rng_.in(0, 2) ? 1 : rng_.in(2, 4),
             dilated && rng_.in(0, 2) == 0 ? rng_.in(2, 4) : 1,
             0,
             {}};
    const int32_t kind = rng_.in(0, 2), span = (w.filter - 1) * w.dilation;
    if (kind == 0) w.padding.mode = nook::PadMode::kSame;
    if (kind == 1 && dilated) {
      w.padding.mode = nook::PadMode::kExplicit;
      (form_ == Form::kFlat ? w.padding.left : w.padding.top) = span;
    }
    const auto at = nook::place({steps(x), w.filter, w.stride, w.dilation}, w.padding.mode,
                                w.padding.mode == nook::PadMode::kExplicit ? span : 0, 0);
    w.out = at ? at->out : 0;
    return w;
  }

  void add_convolution(TensorId x) {
    const Window w = window(x, true);
    if (w.out < 2) return;
    nook::ConvolutionAttrs a;
    along(a, &nook::ConvolutionAttrs::stride_h, &nook::ConvolutionAttrs::stride_w, w.stride);
    along(a, &nook::ConvolutionAttrs::dilation_h, &nook::ConvolutionAttrs::dilation_w, w.dilation);
    a.padding = w.padding;
    if (rng_.in(0, 2) == 0) {
      const std::vector<int32_t> taps = shape(w.filter, channels(x));
      add(nookc::depthwise_conv_2d(a), {x, b_.weights("d", taps), TensorId::kNone}, line(w.out, channels(x)));
      return;
    }
    const int32_t c = rng_.in(1, most_channels_);
    std::vector<int32_t> taps = shape(w.filter, channels(x));
    taps[0] = c;
    add(nookc::conv_2d(a), {x, b_.weights("w", taps), TensorId::kNone}, line(w.out, c));
  }

  void add_pool(TensorId x) {
    const Window w = window(x, false);
    if (w.out < 2) return;
    nook::MaxPool2D::Attrs a;
    along<nook::PoolAttrs>(a, &nook::PoolAttrs::filter_h, &nook::PoolAttrs::filter_w, w.filter);
    along<nook::PoolAttrs>(a, &nook::PoolAttrs::stride_h, &nook::PoolAttrs::stride_w, w.stride);
    a.padding = w.padding;
    add(a, {x}, line(w.out, channels(x)));
  }

  // Two pixels of each.
  void add_longer(TensorId x) {
    if (steps(x) > 200) return;
    const TensorId size = b_.integers(
        "size", {2},
        form_ == Form::kFlat ? std::vector<int32_t>{1, 2 * steps(x)} : std::vector<int32_t>{2 * steps(x), 1});
    if (rng_.in(0, 1)) {
      add(nook::ResizeNearestNeighbor::Attrs{}, {x, size}, line(2 * steps(x), channels(x)));
      return;
    }
    nook::TransposeConv::Attrs a;
    a.padding.mode = nook::PadMode::kSame;
    (form_ == Form::kFlat ? a.stride_w : a.stride_h) = 2;
    std::vector<int32_t> taps = shape(rng_.in(0, 3) ? 2 : 3, channels(x)), all = shape(2 * steps(x), 0);
    taps[0] = all[3] = rng_.in(1, most_channels_);
    add(a, {b_.integers("shape", {4}, all), b_.weights("z", taps), x, TensorId::kNone},
        line(all[2] * all[1], all[3]));
  }

  TensorId like(TensorId x, bool any_channels) {
    for (const TensorId t : lines_)
      if (t != x && steps(t) == steps(x) && (any_channels || channels(t) == channels(x))) return t;
    return x;
  }

  void add_operator() {
    const TensorId x =
        lines_[lines_.size() - 1 - static_cast<size_t>(rng_.in(0, 3) == 0 && lines_.size() > 1)];
    switch (rng_.in(0, 10)) {
      case 10:
        return add_slice(x);
      case 9:
        return add_longer(x);
      case 0:
        return add_pool(x);
      case 1:
        return void(add(nook::Maximum::Attrs{}, {x, like(x, false)}, line(steps(x), channels(x))));
      case 2:
        return void(add(nook::Mul::Attrs{}, {x, like(x, false)}, line(steps(x), channels(x))));
      case 3:
        return void(add(nook::HardSwish::Attrs{}, {x}, line(steps(x), channels(x))));
      case 4: {
        nook::Concatenation::Attrs a;
        a.axis = 3;
        const TensorId other = like(x, true);
        return void(add(a, {x, other}, line(steps(x), channels(x) + channels(other))));
      }
      default:
        return add_convolution(x);
    }
  }

  // Some channels of each pixel, or some pixels.
  void add_slice(TensorId x) {
    std::vector<int32_t> whole = shape(steps(x), channels(x)), begin(4), size = whole;
    const size_t at = rng_.in(0, 3) ? 3 : form_ == Form::kFlat ? 2 : 1;
    size[at] = rng_.in(1, whole[at]), begin[at] = rng_.in(0, whole[at] - size[at]);
    add(nook::Slice::Attrs{}, {x, b_.integers("begin", {4}, begin), b_.integers("size", {4}, size)},
        line(size[form_ == Form::kFlat ? 2 : 1], size[3]));
  }

  void add_mean() {
    nook::Mean::Attrs a;
    a.keep_dims = true;
    const TensorId x = lines_.back();
    add(a, {x, b_.integers("axes", {2}, {1, 2})}, b_.tensor("mean", {1, 1, 1, channels(x)}));
  }

  Rng rng_;
  Form form_;
  int32_t most_channels_;
  GraphBuilder b_;
  std::vector<TensorId> lines_;
};

struct StripCounts {
  int strips = 0, streams = 0, sums = 0, shared = 0, ends = 0, skips = 0, longer = 0, slices = 0;

  void add(const nookc::Program& program) {
    for (const nookc::RowChain& chain : program.chains) {
      strips += chain.strips;
      if (!chain.strips) continue;
      streams += chain.stream.tensor != TensorId::kNone;
      for (const nookc::RowStage& s : chain.stages) {
        sums += s.sum_bytes > 0, shared += s.into >= 0, ends += s.turns % s.at_once != 0;
        skips += nookc::line_of(chain, s.out).skips;
        longer += !s.reads.empty() && s.reads[0].window.ratio > 1;
        slices += program.calls[static_cast<size_t>(s.call)].code == nook::OpCode::kSlice && s.height > 1;
      }
    }
  }
};

TEST(every_byte_that_a_strip_reads_is_present) {
  StripCounts counts;
  int turned = 0, saved = 0, worth_time = 0;
  for (uint32_t seed = 1; seed <= test::seeds(1000); ++seed) {
    const bool timed = seed % 11 == 0;  // time counts, too: strips of small layers are not worth it
    nookc::Graph graph = RandomSequence(seed, seed % 2 ? Form::kFlat : Form::kColumn, timed ? 64 : 8).take();
    if (seed % 4 < 3) turned += nookc::lay_flat(graph);
    EXPECT(nookc::verify(graph).empty());
    const char* const targets[] = {"cortex-m4", "cortex-m0", "rv32", "cortex-m55"};
    nookc::CompileOptions options = options_for(targets[seed / 2 % 4]);
    options.stream_input = seed % 5 == 0;
    if (seed % 3 && !options.stream_input) options.inputs_in_scratch = {"*"};
    if (seed % 7) options.outputs_in_scratch = {"*"};
    if (!timed) options.level = nookc::Level::kRam;
    options.effort.work = 100000;  // any plan will do
    const auto program = placed(seed, graph, options);
    if (!program) continue;
    counts.add(*program);
    worth_time += timed && std::ranges::any_of(program->chains, &nookc::RowChain::strips);
    options.strips = options.stream_input;
    const auto rows = nookc::lower_and_place(graph, options);
    saved += rows && program->scratch_bytes < rows->scratch_bytes;
  }
  printf(
      "%d chains of strips, %d streams, %d with sums, %d shared buffers, %d short strips, %d skips, "
      "%d longer lines, %d slices, %d operators turned, %d plans smaller, %d worth their time\n",
      counts.strips, counts.streams, counts.sums, counts.shared, counts.ends, counts.skips, counts.longer,
      counts.slices, turned, saved, worth_time);
  EXPECT(test::kSanitized ||
         (counts.strips > at_least(200) && counts.streams > at_least(40) && counts.sums > at_least(20) &&
          counts.shared > at_least(15) && counts.ends > at_least(100) && counts.skips > at_least(10) &&
          counts.longer > at_least(30) && counts.slices > at_least(30) && turned > at_least(500) &&
          saved > at_least(100) && worth_time > at_least(6)));
}

enum class Gate : uint8_t { kTwoLayers, kSplit };

constexpr int32_t kChannels = 16;

// WaveNet's gates: blocks of dilated causal convolutions, with residual and skip sums. A gate has two layers,
// or both halves of one.
nookc::Graph gates(int32_t steps, int32_t blocks, Gate kind) {
  GraphBuilder b;
  const auto line = [&](float scale = 0.5f, int32_t zero = 0) {
    return b.tensor("t" + std::to_string(b.graph.tensors.size()), {1, 1, steps, kChannels}, scale, zero);
  };
  const auto conv = [&](TensorId x, int32_t taps, int32_t dilation, int32_t outputs = kChannels) {
    nook::ConvolutionAttrs a;
    a.dilation_w = dilation, a.padding.mode = nook::PadMode::kExplicit;
    a.padding.left = (taps - 1) * dilation;
    const std::vector<int32_t> filter = {outputs, 1, taps, b.graph[x].shape.dim[3]};
    const TensorId y = line();
    b.graph[y].shape.dim[3] = outputs;
    b.node(nookc::conv_2d(a), {x, b.weights("w", filter), TensorId::kNone}, y);
    return y;
  };
  const auto sum = [&](TensorId x, TensorId other) {
    const TensorId y = line();
    b.node(nook::Maximum::Attrs{}, {x, other}, y);  // as good as a sum
    return y;
  };
  const auto halves = [&](TensorId x, int32_t dilation) {
    if (kind == Gate::kTwoLayers) return std::vector<TensorId>{conv(x, 2, dilation), conv(x, 2, dilation)};
    const std::vector<TensorId> parts = {line(), line()};
    const TensorId both = conv(x, 2, dilation, 2 * kChannels);
    b.node(nook::Split::Attrs{}, {b.integers("axis", {1}, {3}), both}, parts[0]);
    b.graph.nodes.back().out = parts;
    return parts;
  };
  TensorId x = conv(b.input("x", {1, 1, steps, 1}), 1, 1), skips = TensorId::kNone;
  for (int32_t i = 0; i < blocks; ++i) {
    const TensorId tanh = line(1.0f / 128), logistic = line(1.0f / 256, -128), gate = line();
    const std::vector<TensorId> parts = halves(x, 1 << i % 4);
    b.node(nook::Tanh::Attrs{}, {parts[0]}, tanh);
    b.node(nook::Logistic::Attrs{}, {parts[1]}, logistic);
    b.node(nook::Mul::Attrs{}, {tanh, logistic}, gate);
    const TensorId skip = conv(gate, 1, 1);
    skips = skips == TensorId::kNone ? skip : sum(skips, skip);
    if (i + 1 < blocks) x = sum(x, conv(gate, 1, 1));
  }
  nook::Mean::Attrs mean;
  mean.keep_dims = true;
  b.node(mean, {conv(skips, 1, 1), b.integers("axes", {2}, {1, 2})}, b.output("mean", {1, 1, 1, kChannels}));
  return std::move(b.graph);
}

TEST(a_deep_network_of_gates_is_one_chain) {
  for (const Gate kind : {Gate::kTwoLayers, Gate::kSplit})
    for (const int32_t blocks : {1, 4, 12, 24}) {
      if (test::kSanitized && blocks > 4) continue;  // takes five minutes there
      nookc::CompileOptions options = options_for("cortex-m4");
      options.level = nookc::Level::kRam;
      nookc::Graph graph = gates(512, blocks, kind);
      EXPECT_EQ(nookc::cut_splits(graph), kind == Gate::kSplit ? blocks : 0);
      const auto program = placed(0, graph, options);
      EXPECT(program && program->chains.size() == 1);
      if (!program || program->chains.size() != 1) continue;
      EXPECT_EQ(program->chains[0].stages.size(), program->calls.size());
      EXPECT(program->scratch_bytes < 700 + 300 * blocks);
      EXPECT(nookc::middle_of(program->chains[0]).times > 10);
    }
}

// Half as many steps and twice as many again, joined with those before.
nookc::Graph u_net(bool transposed, int32_t taps, int32_t steps) {
  GraphBuilder b;
  const auto line = [&](int32_t length, int32_t channels) {
    return b.tensor("t" + std::to_string(b.graph.tensors.size()), {1, 1, length, channels});
  };
  const auto conv = [&](TensorId x) {
    nook::ConvolutionAttrs same;
    same.padding.mode = nook::PadMode::kSame;
    const nook::Shape shape = b.graph[x].shape;
    const TensorId w = b.weights("w", {8, 1, 5, shape.dim[3]}), y = line(shape.dim[2], 8);
    b.node(nookc::conv_2d(same), {x, w, TensorId::kNone}, y);
    return y;
  };
  nook::MaxPool2D::Attrs half;
  half.filter_w = half.stride_w = 2;
  const TensorId skip = conv(b.input("x", {1, 1, steps, 1})), pooled = line(steps / 2, 8),
                 longer = line(steps, 8);
  b.node(half, {skip}, pooled);
  const TensorId inner = conv(pooled);
  nook::TransposeConv::Attrs twice;
  twice.stride_w = 2, twice.padding.mode = nook::PadMode::kSame;
  if (transposed)
    b.node(
        twice,
        {b.integers("shape", {4}, {1, 1, steps, 8}), b.weights("z", {8, 1, taps, 8}), inner, TensorId::kNone},
        longer);
  else
    b.node(nook::ResizeNearestNeighbor::Attrs{}, {inner, b.integers("size", {2}, {1, steps})}, longer);
  nook::Concatenation::Attrs channels;
  channels.axis = 3;
  const TensorId joined = line(steps, 16);
  b.node(channels, {longer, skip}, joined);
  nook::Mean::Attrs mean;
  mean.keep_dims = true;
  b.node(mean, {conv(joined), b.integers("axes", {2}, {1, 2})}, b.output("mean", {1, 1, 1, 8}));
  return std::move(b.graph);
}

TEST(a_u_net_is_one_chain) {
  for (const char* const target : {"cortex-m0", "cortex-m4", "cortex-m55", "rv32"})
    for (const bool transposed : {false, true}) {
      nookc::CompileOptions options = options_for(target);
      options.level = nookc::Level::kRam;
      const auto program = placed(0, u_net(transposed, 2, 512), options);
      EXPECT(program && program->chains.size() == 1);
      if (!program || program->chains.size() != 1) continue;
      EXPECT_EQ(program->chains[0].stages.size(), program->calls.size());
      EXPECT(program->scratch_bytes < 700);
      EXPECT(nookc::middle_of(program->chains[0]).times > 10);
    }
}

TEST(a_transposed_convolution_whose_taps_overlap_ends_a_chain) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.level = nookc::Level::kRam;
  const auto program = placed(0, u_net(true, 3, 512), options);
  EXPECT(program && program->scratch_bytes > 4096);
}

// The most pixels that each stage of a chain of strips holds, by running all of its steps.
std::vector<int32_t> held_in_all_steps(const nookc::RowChain& chain) {
  std::vector<std::vector<nookc::RowWait>> waits;
  std::vector<nookc::Line> lines;
  std::vector<int32_t> held, made(chain.stages.size() + 1);
  for (size_t i = 0; i < chain.stages.size(); ++i) {
    waits.push_back(nookc::waits_of(chain, i)), lines.push_back(nookc::line_of(chain, chain.stages[i].out));
    held.push_back(1);
  }
  const auto ready = [&](size_t i) {
    return made[i] < chain.stages[i].turns && std::ranges::all_of(waits[i], [&](const nookc::RowWait& wait) {
             return made[wait.counter] >= wait.rows(made[i]);
           });
  };
  for (;;) {
    const auto next = std::find_if(chain.order.rbegin(), chain.order.rend(), ready);
    if (next != chain.order.rend()) {
      const nookc::RowStage& s = chain.stages[*next];
      const int32_t y = made[*next], n = std::min(s.at_once, s.turns - y);
      held[*next] = std::max(held[*next], y + n - std::min(y, lines[*next].start(made)));
      made[*next] += n;
    } else if (chain.stream.tensor == TensorId::kNone || made.back()++ == chain.stream.height) {
      return held;
    }
  }
}

TEST(repetitions_that_are_left_out_hold_no_more) {
  int longest = 0;
  for (uint32_t seed = 1; seed <= test::seeds(400); ++seed) {
    nookc::CompileOptions options = options_for("cortex-m4");
    options.level = nookc::Level::kRam, options.effort.work = 1000;
    options.outputs_in_scratch = {"*"}, options.stream_input = seed % 3 == 0;
    const auto program = nookc::lower_and_place(RandomSequence(seed, Form::kFlat, 8).take(), options);
    if (!program) continue;
    for (const nookc::RowChain& chain : program->chains) {
      if (!chain.strips) continue;
      const std::vector<int32_t> held = held_in_all_steps(chain);
      for (size_t i = 0; i < held.size(); ++i)
        EXPECT(chain.stages[i].held == held[i] || chain.stages[i].held == chain.stages[i].height);
      longest = std::max(longest, static_cast<int>(chain.stages.size()));
    }
  }
  printf("up to %d stages\n", longest);
  EXPECT(test::kSanitized || longest >= 4);
}

// A form of a network: a convolution, a pool and another convolution over 400 steps.
nookc::Graph known(Form form, int32_t channels = 8) {
  GraphBuilder b;
  const auto shape = [&](int32_t steps, int32_t c) {
    return form == Form::kFlat ? std::vector<int32_t>{1, 1, steps, c} : std::vector<int32_t>{1, steps, 1, c};
  };
  const auto taps = [&](int32_t out, int32_t steps, int32_t c) {
    std::vector<int32_t> all = shape(steps, c);
    all[0] = out;
    return all;
  };
  nook::ConvolutionAttrs same;
  same.padding.mode = nook::PadMode::kSame;
  nook::MaxPool2D::Attrs pool;
  (form == Form::kFlat ? pool.filter_w : pool.filter_h) = 2;
  (form == Form::kFlat ? pool.stride_w : pool.stride_h) = 2;
  const TensorId x = b.input("x", shape(400, 1)), c0 = b.tensor("c0", shape(400, channels)),
                 p0 = b.tensor("p0", shape(200, channels)), c1 = b.output("c1", shape(200, 1));
  b.node(nookc::conv_2d(same), {x, b.weights("w0", taps(channels, 9, 1)), TensorId::kNone}, c0);
  b.node(pool, {c0}, p0);
  b.node(nookc::conv_2d(same), {p0, b.weights("w1", taps(1, 5, channels)), TensorId::kNone}, c1);
  return std::move(b.graph);
}

TEST(a_column_and_a_row_take_the_same_memory) {
  int32_t bytes[2] = {};
  for (const Form form : {Form::kColumn, Form::kFlat}) {
    nookc::Graph graph = known(form);
    EXPECT_EQ(nookc::lay_flat(graph), form == Form::kColumn ? 3 : 0);
    nookc::CompileOptions options = options_for("cortex-m4");
    options.level = nookc::Level::kRam;
    const auto program = nookc::lower_and_place(graph, options);
    EXPECT(program && program->chains.size() == 1 && program->chains[0].strips);
    if (program) bytes[static_cast<size_t>(form)] = program->scratch_bytes;
  }
  EXPECT_EQ(bytes[0], bytes[1]);
  EXPECT(bytes[0] > 0 && bytes[0] < 300);
}

// The pixels that the first operator computes at once; INT32_MAX: all of them, as there are no strips.
int32_t pixels_at_once(const nookc::Graph& graph, const char* target, nookc::Level level) {
  nookc::CompileOptions options = options_for(target);
  options.level = level;
  const auto program = nookc::lower_and_place(graph, options);
  EXPECT(program);
  if (!program || program->chains.empty() || !program->chains[0].strips) return INT32_MAX;
  return program->chains[0].stages[0].at_once;
}

TEST(strips_are_worth_their_time_and_longer_in_small_layers) {
  const nookc::Graph large = known(Form::kFlat, 256), small = known(Form::kFlat, 2);
  for (const char* const target : {"cortex-m0", "cortex-m4", "cortex-m55", "rv32", "generic"}) {
    EXPECT(pixels_at_once(large, target, nookc::Level::kBalanced) < INT32_MAX);
    EXPECT_EQ(pixels_at_once(large, target, nookc::Level::kTime), INT32_MAX);
    EXPECT(pixels_at_once(small, target, nookc::Level::kRam) < 100);
  }
  for (const char* const fast : {"cortex-m4", "cortex-m55"})  // elsewhere, kernels take longer than the steps
    EXPECT(pixels_at_once(small, fast, nookc::Level::kBalanced) >
           2 * pixels_at_once(small, fast, nookc::Level::kRam));
}

TEST(a_column_stays_where_an_operator_by_rows_can_not_turn) {
  nookc::Graph graph = known(Form::kColumn);
  GraphBuilder b;
  b.graph = std::move(graph);
  // Two columns of padding make an image of a column.
  const TensorId wide = b.output("wide", {1, 198, 1, 1}), c1 = b.graph.outputs[0];
  nook::ConvolutionAttrs square;
  square.padding = {nook::PadMode::kExplicit, 0, 0, 1, 1};
  b.node(nookc::conv_2d(square), {c1, b.weights("w2", {1, 3, 3, 1}), TensorId::kNone}, wide);
  EXPECT_EQ(nookc::lay_flat(b.graph), 0);
}

}  // namespace
