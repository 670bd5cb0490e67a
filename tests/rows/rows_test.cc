// Chains of operators that run row by row: on random graphs every byte that is read is there, for every
// order, ring and overlap that the compiler chooses; and known networks take the bytes that they should.
#include "nookc/passes/make_views.h"
#include "nookc/plan/level.h"
#include "tests/nookc/graphs.h"
#include "tests/op_case.h"
#include "tests/rows/tagged_memory.h"

namespace {

using nookc::TensorId;
using test::GraphBuilder;

// Images that grow by one operator after the other, sometimes from an older one.
class RandomNetwork {
 public:
  // `with_views`: also operators that may move nothing, and means.
  explicit RandomNetwork(uint32_t seed, bool with_views = false) : rng_(seed), with_views_(with_views) {
    images_.push_back(b_.input("image", {1, rng_.in(4, 14), rng_.in(1, 6), rng_.in(1, 3)}));
    const int32_t operators = rng_.in(2, 9);
    for (int32_t i = 0; i < operators; ++i) add_operator();
    b_.outputs(images_.back());
    if (images_.size() > 3 && rng_.in(0, 4) == 0) b_.outputs(images_[images_.size() - 2]);
  }

  nookc::Graph take() { return std::move(b_.graph); }

 private:
  const nook::Shape& shape(TensorId t) { return b_.graph[t].shape; }
  TensorId image(int32_t h, int32_t w, int32_t c) {
    return b_.tensor("t" + std::to_string(b_.graph.tensors.size()), {1, h, w, c});
  }

  void add_operator() {
    const TensorId x =
        images_[images_.size() - 1 - static_cast<size_t>(rng_.in(0, 3) == 0 && images_.size() > 1)];
    switch (rng_.in(0, with_views_ ? 9 : 5)) {
      case 0:
        return add_sum(x);
      case 1:
        return add_pool(x, false);
      case 2:
        return add_pool(x, rng_.in(0, 2) == 0);
      case 6:
        return add_concatenation(x);
      case 7:
        return add_slice(x);
      case 8:
        return add_mean(x);
      default:
        return add_convolution(x);
    }
  }

  // [begin, end) of the output, or none.
  static int32_t positions(int32_t in, int32_t filter, int32_t stride, bool same) {
    return same ? (in + stride - 1) / stride : in >= filter ? (in - filter) / stride + 1 : 0;
  }

  void add_convolution(TensorId x) {
    const nook::Shape in = shape(x);
    nook::Conv2D::Attrs attrs;
    attrs.stride_h = rng_.in(1, 2), attrs.stride_w = rng_.in(1, 2), attrs.dilation_h = rng_.in(0, 3) ? 1 : 2;
    const int32_t fh = rng_.in(1, 4), fw = rng_.in(1, 3), extent = (fh - 1) * attrs.dilation_h + 1;
    const bool same = rng_.in(0, 2) > 0;
    attrs.padding.mode = same ? nook::PadMode::kSame : nook::PadMode::kValid;
    const int32_t h = positions(in.dim[1], extent, attrs.stride_h, same),
                  w = positions(in.dim[2], fw, attrs.stride_w, same);
    if (h < 1 || w < 1) return;
    const int32_t c = rng_.in(1, 5);
    const TensorId y = image(h, w, c);
    b_.node(attrs, {x, b_.weights("w", {c, fh, fw, in.dim[3]}), TensorId::kNone}, y);
    images_.push_back(y);
  }

  void add_pool(TensorId x, bool global) {
    const nook::Shape in = shape(x);
    nook::AveragePool2D::Attrs attrs;
    attrs.filter_h = global ? in.dim[1] : std::min(in.dim[1], rng_.in(1, 3));
    attrs.filter_w = global ? in.dim[2] : std::min(in.dim[2], rng_.in(1, 3));
    attrs.stride_h = rng_.in(1, 4), attrs.stride_w = rng_.in(1, 2);
    const int32_t h = positions(in.dim[1], attrs.filter_h, attrs.stride_h, false),
                  w = positions(in.dim[2], attrs.filter_w, attrs.stride_w, false);
    const TensorId y = image(h, w, in.dim[3]);
    b_.node(attrs, {x}, y);
    images_.push_back(y);
  }

  // With an image of the same shape, or with itself.
  void add_sum(TensorId x) {
    TensorId other = x;
    for (TensorId t : images_)
      if (t != x && shape(t) == shape(x)) other = t;
    const nook::Shape in = shape(x);
    const TensorId y = image(in.dim[1], in.dim[2], in.dim[3]);
    b_.node(nook::Add::Attrs{}, {x, other}, y);
    images_.push_back(y);
  }

  // With images as wide and deep: below each other, or where they are as high too side by side.
  void add_concatenation(TensorId x) {
    nook::Concatenation::Attrs attrs;
    const nook::Shape in = shape(x);
    attrs.axis = rng_.in(0, 3) ? 1 : 3;
    std::vector<TensorId> parts = {x};
    nook::Shape out = in;
    for (TensorId t : images_) {
      nook::Shape other = shape(t);
      if (rng_.in(0, 1) || (t == x && rng_.in(0, 3))) continue;
      std::swap(other.dim[attrs.axis], out.dim[attrs.axis]);
      const bool fits = other == out;
      std::swap(other.dim[attrs.axis], out.dim[attrs.axis]);
      if (!fits || parts.size() > 3) continue;
      out.dim[attrs.axis] += other.dim[attrs.axis], parts.push_back(t);
    }
    const TensorId y = image(out.dim[1], out.dim[2], out.dim[3]);
    b_.node(attrs, parts, y);
    images_.push_back(y);
  }

  void add_slice(TensorId x) {
    const nook::Shape in = shape(x);
    const int32_t begin = rng_.in(0, in.dim[1] - 1), end = rng_.in(begin + 1, in.dim[1]);
    const int32_t left = rng_.in(0, 3) ? 0 : rng_.in(0, in.dim[2] - 1), step = rng_.in(0, 5) ? 1 : 2;
    const TensorId y = image((end - begin + step - 1) / step, in.dim[2] - left, in.dim[3]);
    b_.node(nook::StridedSlice::Attrs{},
            {x, b_.integers("begin", {3}, {0, begin, left}), b_.integers("end", {3}, {1, end, in.dim[2]}),
             b_.integers("step", {3}, {1, step, 1})},
            y);
    images_.push_back(y);
  }

  void add_mean(TensorId x) {
    nook::Mean::Attrs attrs;
    attrs.keep_dims = true;
    const TensorId y = image(1, 1, shape(x).dim[3]);
    b_.node(attrs, {x, b_.integers("axes", {2}, {1, 2})}, y);
    images_.push_back(y);
  }

  test::Rng rng_;
  bool with_views_;
  GraphBuilder b_;
  std::vector<TensorId> images_;
};

nookc::CompileOptions options_for(const char* target) {
  nookc::CompileOptions options;
  options.target = nookc::find_target(target);
  return options;
}

TEST(every_byte_that_a_row_reads_is_there) {
  int chains = 0, streams = 0, saved = 0;
  for (uint32_t seed = 1; seed <= 3000; ++seed) {
    const nookc::Graph graph = RandomNetwork(seed).take();
    nookc::CompileOptions options = options_for(seed % 2 ? "cortex-m4" : "rv32");
    if (seed % 3) options.inputs_in_scratch = {"*"};
    if (seed % 5) options.outputs_in_scratch = {"*"};
    if (seed % 7 == 0) options.kept_inputs = {"*"};
    if (seed % 11 == 0) options.level = nookc::Level::kRam;
    options.stream_input = seed % 13 == 0 && !(seed % 3);
    const auto program = nookc::lower_and_place(graph, options);
    if (!program && options.stream_input && program.diag().code == "N2023") continue;
    EXPECT(program);
    if (!program) {
      printf("seed %d: %s\n", static_cast<int>(seed), to_string(program.diag()).c_str());
      continue;
    }
    const std::string wrong = test::TaggedMemory(*program).run();
    if (!wrong.empty()) printf("seed %d: %s\n", static_cast<int>(seed), wrong.c_str());
    EXPECT(wrong.empty());
    chains += !program->chains.empty(), streams += options.stream_input;
    options.rows = options.stream_input;
    const auto whole = nookc::lower_and_place(graph, options);
    EXPECT(whole && program->scratch_bytes <= whole->scratch_bytes);
    saved += whole && program->scratch_bytes < whole->scratch_bytes;
  }
  printf("%d chains, %d streams, %d plans smaller\n", chains, streams, saved);
  EXPECT(chains > 500 && streams > 20 && saved > 500);
}

TEST(every_byte_that_is_read_in_a_part_of_a_whole_is_there) {
  int views = 0, kept = 0, chains = 0, means = 0, smaller = 0;
  for (uint32_t seed = 1; seed <= 3000; ++seed) {
    nookc::Graph graph = RandomNetwork(seed, true).take();
    nookc::CompileOptions options = options_for(seed % 2 ? "cortex-m4" : "rv32");
    if (seed % 3) options.inputs_in_scratch = {"*"};
    if (seed % 5 == 0) options.outputs_in_scratch = {"*"};
    if (seed % 7 == 0) options.kept_inputs = {"*"};
    if (seed % 4 == 0) options.level = seed % 8 ? nookc::Level::kTime : nookc::Level::kRam;
    options.stream_input = seed % 13 == 0 && !(seed % 3);
    const auto copies = nookc::lower_and_place(graph, options);
    views += nookc::make_views(graph);
    const auto program = nookc::lower_and_place(graph, options);
    if (!copies && options.stream_input && copies.diag().code == "N2023") continue;
    EXPECT(copies && program);  // whatever can be streamed with copies
    if (!program || !copies) continue;
    const std::string wrong = test::TaggedMemory(*program).run();
    if (!wrong.empty()) printf("seed %d: %s\n", static_cast<int>(seed), wrong.c_str());
    EXPECT(wrong.empty());
    EXPECT(options.level == nookc::Level::kTime || program->scratch_bytes <= copies->scratch_bytes);
    smaller += program->scratch_bytes < copies->scratch_bytes;
    for (const nookc::Node& node : program->graph.nodes) kept += !node.parts.empty();
    chains += !program->chains.empty();
    for (const nookc::RowChain& chain : program->chains)
      for (const nookc::RowStage& stage : chain.stages) means += stage.by == nook::ByRows::kSums;
  }
  printf("%d views, %d kept, %d plans smaller, %d chains, %d means in them\n", views, kept, smaller, chains,
         means);
  EXPECT(views > 1000 && kept > 500 && smaller > 50 && chains > 300 && means > 50);
}

// 64 rows of 4 pixels of 2 channels, through three convolutions of 3 by 3.
nookc::Graph three_convolutions() {
  GraphBuilder b;
  nook::Conv2D::Attrs same;
  same.padding.mode = nook::PadMode::kSame;
  TensorId x = b.input("image", {1, 64, 4, 2});
  for (int i = 0; i < 3; ++i) {
    const TensorId y =
        i == 2 ? b.output("y", {1, 64, 4, 2}) : b.tensor("t" + std::to_string(i), {1, 64, 4, 2});
    b.node(same, {x, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, y);
    x = y;
  }
  return std::move(b.graph);
}

TEST(images_between_convolutions_keep_the_rows_of_a_filter) {
  nookc::CompileOptions options = options_for("cortex-m4");
  const auto program = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(program && program->chains.size() == 1);
  if (!program) return;
  EXPECT_EQ(program->scratch_bytes,
            32 + 3 * 8);  // two rings of three rows of 4 * 2 bytes, at multiples of 16
  for (int i = 0; i < 2; ++i) EXPECT_EQ(program->chains[0].stages[static_cast<size_t>(i)].held, 3);
}

TEST(a_mean_over_an_image_keeps_a_sum_for_each_channel) {
  for (const bool keep_dims : {false, true}) {
    GraphBuilder b;
    nook::Conv2D::Attrs same;
    same.padding.mode = nook::PadMode::kSame;
    nook::Mean::Attrs attrs;
    attrs.keep_dims = keep_dims;
    const TensorId x = b.input("image", {1, 64, 4, 2}), s = b.tensor("s", {1, 64, 4, 2}),
                   t = b.tensor("t", {1, 64, 4, 2});
    b.node(same, {x, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, s);
    b.node(same, {s, b.weights("w", {2, 3, 3, 2}), TensorId::kNone}, t);
    b.node(attrs, {t, b.integers("axes", {2}, {2, 1})},
           keep_dims ? b.output("y", {1, 1, 1, 2}) : b.output("y", {1, 2}));
    const auto program = nookc::lower_and_place(b.graph, options_for("cortex-m4"));
    EXPECT(program && program->chains.size() == 1 && program->chains[0].stages.size() == 3);
    if (!program || program->chains.empty()) return;
    EXPECT_EQ(program->chains[0].stages[2].sum_bytes, 2 * 4);
    EXPECT(program->scratch_bytes <= 32 + 16 + 8);  // three rows of s, one of t, sums; at multiples of 16
    EXPECT(test::TaggedMemory(*program).run().empty());
  }
}

TEST(rows_can_be_switched_off) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.rows = false;
  const auto program = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(program && program->chains.empty());
  options.overlap = false;
  const auto apart = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(apart && apart->scratch_bytes == 2 * 64 * 8);
  EXPECT(program &&
         program->scratch_bytes < apart->scratch_bytes);  // the second over what the first has left
}

TEST(time_and_size_keep_images_whole) {
  for (const nookc::Level level : {nookc::Level::kTime, nookc::Level::kSize}) {
    nookc::CompileOptions options = options_for("cortex-m4");
    options.level = level;
    const auto program = nookc::lower_and_place(three_convolutions(), options);
    EXPECT(program && program->chains.empty());
  }
}

// The kernel of a 1x1 convolution from 64 to `outputs` channels.
std::string kernel_of_one_tap(int32_t outputs, nookc::Level level) {
  GraphBuilder b;
  nook::Conv2D::Attrs relu;
  relu.activation = nook::Activation::kRelu;
  const TensorId x = b.input("image", {1, 8, 8, 64}), y = b.output("y", {1, 8, 8, outputs}, 1.0f);
  b.node(relu, {x, b.weights("w", {outputs, 1, 1, 64}), TensorId::kNone}, y);
  nookc::CompileOptions options = options_for("cortex-m4");
  options.level = level;
  const auto program = nookc::lower_and_place(b.graph, options);
  EXPECT(program && program->calls.size() == 1);
  return program && program->calls.size() == 1 ? program->calls[0].op.symbol : "";
}

TEST(kernels_whose_code_is_more_than_what_they_save_are_for_time_alone) {
  const std::string twos = "nook_conv2d_s8_dsp_1x1_twos";
  EXPECT(kernel_of_one_tap(60, nookc::Level::kTime) == twos);
  EXPECT(kernel_of_one_tap(64, nookc::Level::kTime) == twos);
  EXPECT(kernel_of_one_tap(64, nookc::Level::kBalanced) == "nook_conv2d_s8_dsp_1x1");
  EXPECT(kernel_of_one_tap(64, nookc::Level::kRam) == "nook_conv2d_s8_dsp_1x1");
}

// What the hint of an error says would do; 0: nothing.
int64_t enough_as(const std::string& hint) {
  const std::string before = "it would with sram of ";
  const size_t at = hint.find(before);
  return at == std::string::npos ? 0 : std::stoll(hint.substr(at + before.size()));
}

TEST(a_pool_that_is_too_small_is_told_the_size_that_would_do) {
  int rows = 0;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    const nookc::Graph graph = RandomNetwork(seed).take();
    nookc::CompileOptions options = options_for("cortex-m4");
    options.inputs_in_scratch = options.outputs_in_scratch = {"*"};
    const auto free = nookc::lower_and_place(graph, options);
    EXPECT(free);
    if (!free) continue;
    options.pools = nookc::default_pools();
    options.pools[0].size = free->scratch_bytes / 2;
    const auto refused = nookc::lower_and_place(graph, options);
    if (refused) continue;  // as it may: with kernels that take less scratch
    const int64_t enough = enough_as(refused.diag().hint);
    EXPECT(enough > 0 && enough <= free->scratch_bytes);
    options.pools[0].size = enough;
    const auto fits = nookc::lower_and_place(graph, options);
    EXPECT(fits && fits->scratch_bytes <= enough);
    rows += fits && !fits->chains.empty();
  }
  EXPECT(rows > 50);
}

TEST(a_streamed_input_is_never_there_as_a_whole) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.stream_input = true;
  options.outputs_in_scratch = {"*"};
  const auto program = nookc::lower_and_place(three_convolutions(), options);
  if (!program) printf("%s\n", to_string(program.diag()).c_str());
  EXPECT(program && !program->chains.empty());
  if (!program || program->chains.empty()) return;
  EXPECT_EQ(program->chains[0].stream.held, 3);
  EXPECT(program->scratch_bytes <= 64 * 8 + 3 * 32 + 32);  // an image, at most three rings, counters
}

TEST(a_stream_that_can_not_be_is_refused) {
  nookc::CompileOptions options = options_for("cortex-m4");
  options.stream_input = true;
  const auto output_outside = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(!output_outside && output_outside.diag().code == "N2023");
  options.inputs_in_scratch = {"*"};
  const auto whole = nookc::lower_and_place(three_convolutions(), options);
  EXPECT(!whole && whole.diag().code == "N2023");
}

TEST(a_hostile_number_of_rows_does_not_take_the_compiler_forever) {
  GraphBuilder b;
  nook::Conv2D::Attrs valid;
  valid.padding.mode = nook::PadMode::kValid;
  TensorId x = b.input("image", {1, 1 << 28, 1, 1});
  for (int i = 0; i < 20; ++i) {
    const TensorId y = b.tensor("t" + std::to_string(i), {1, 1 << 28, 1, 1});
    b.node(valid, {x, b.weights("w", {1, 1, 1, 1}), TensorId::kNone}, y);
    x = y;
  }
  b.outputs(x);
  EXPECT(nookc::lower_and_place(std::move(b.graph), options_for("host")));
}

}  // namespace
