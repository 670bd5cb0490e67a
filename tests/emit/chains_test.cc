// Generated code of chains: every operator that runs row by row, alone and after every other, with an input
// that is available as a whole and with one that arrives row by row. All models form one program, which
// compares each with its kernels called on whole images.
#include <cstdlib>
#include <functional>
#include <map>
#include <regex>

#include "nook/ops/all.h"
#include "nook/ops/prepare/window.h"
#include "nookc/middle/lower/row_stage.h"
#include "tests/emit/workshop.h"
#include "tests/run_program.h"

using namespace nookc;
using namespace test;

namespace {

// An image and the operators appended to it.
struct Chained {
  GraphBuilder b;
  TensorId x;

  const nook::Shape& shape() const { return b.graph[x].shape; }
  int32_t channels() const { return shape().dim[3]; }

  TensorId fresh(std::vector<int32_t> dims, float scale, int32_t zero) {
    return b.tensor("t" + std::to_string(b.graph.tensors.size()), std::move(dims), scale, zero);
  }
  std::vector<int32_t> dims() const { return {1, shape().dim[1], shape().dim[2], shape().dim[3]}; }
  TensorId alike(std::vector<int32_t> dims) {
    const Tensor& in = b.graph[x];
    return fresh(std::move(dims), in.scales[0], in.zero_point);
  }
  void put(Attrs attrs, std::vector<TensorId> in, TensorId y) {
    b.node(std::move(attrs), std::move(in), y);
    x = y;
  }
};

template <class Op>
void elementwise(Chained& c, float scale, int32_t zero) {
  c.put(typename Op::Attrs{}, {c.x}, c.fresh(c.dims(), scale, zero));
}

template <class Op>
void with_itself(Chained& c) {
  c.put(typename Op::Attrs{}, {c.x, c.x}, c.fresh(c.dims(), 0.1f, 3));
}

template <class Op>
void pool(Chained& c) {
  typename Op::Attrs attrs;
  attrs.filter_h = attrs.filter_w = 2, attrs.padding.mode = nook::PadMode::kSame;
  c.put(attrs, {c.x}, c.alike(c.dims()));
}

void add_convolution(Chained& c, const nook::Padding& padding, int32_t filter, int32_t stride,
                     int32_t height) {
  nook::Conv2D::Attrs attrs;
  attrs.padding = padding, attrs.stride_h = stride;
  const TensorId w = c.b.weights("w", {4, filter, filter, c.channels()}, 5);
  c.put(attrs, {c.x, w, TensorId::kNone}, c.fresh({1, height, c.shape().dim[2], 4}, 0.3f, -4));
}

void depthwise(Chained& c) {
  nook::DepthwiseConv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kSame;
  const TensorId w = c.b.weights("w", {1, 3, 3, c.channels()}, -9);
  c.put(attrs, {c.x, w, TensorId::kNone}, c.fresh(c.dims(), 0.2f, 5));
}

void global_pool(Chained& c) {
  nook::AveragePool2D::Attrs attrs;
  attrs.filter_h = c.shape().dim[1], attrs.filter_w = c.shape().dim[2];
  c.put(attrs, {c.x}, c.alike({1, 1, 1, c.channels()}));
}

void mean(Chained& c) {
  nook::Mean::Attrs attrs;
  attrs.keep_dims = true;
  c.put(attrs, {c.x, c.b.integers("axes", {2}, {1, 2})}, c.fresh({1, 1, 1, c.channels()}, 0.04f, 2));
}

void with_a_constant(Chained& c) {
  const TensorId k = c.b.weights("k", {1, 1, 1, c.channels()}, 40);
  c.put(nook::Mul::Attrs{}, {c.x, k}, c.fresh(c.dims(), 0.03f, 1));
}

void concatenation(Chained& c) {
  nook::Concatenation::Attrs attrs;
  attrs.axis = 3;
  std::vector<int32_t> dims = c.dims();
  dims[3] *= 2;
  c.put(attrs, {c.x, c.x}, c.alike(std::move(dims)));
}

// To float and back, with an operator in between that is neither a filter nor a pool.
void in_float(Chained& c) {
  const std::vector<int32_t> dims = c.dims();
  const auto real = [&] {
    const TensorId t = c.fresh(dims, 0, 0);
    c.b.graph[t].type = nook::DType::kF32, c.b.graph[t].scales.clear();
    return t;
  };
  c.put(nook::Dequantize::Attrs{}, {c.x}, real());
  c.put(nook::Mul::Attrs{}, {c.x, c.x}, real());
  c.put(nook::Quantize::Attrs{}, {c.x}, c.fresh(dims, 0.2f, 7));
}

using Operator = std::function<void(Chained&)>;

const std::map<std::string, Operator>& operators() {
  constexpr nook::PadMode kExplicit = nook::PadMode::kExplicit, kSame = nook::PadMode::kSame;
  static const std::map<std::string, Operator> all = {
      {"conv", [=](Chained& c) { add_convolution(c, {kSame}, 3, 1, c.shape().dim[1]); }},
      {"conv_strided", [=](Chained& c) { add_convolution(c, {kSame}, 1, 3, (c.shape().dim[1] + 2) / 3); }},
      {"conv_pad_below",
       [=](Chained& c) {
         add_convolution(c, {kExplicit, 0, 2}, 1, 1, c.shape().dim[1] + 2);
       }},
      {"conv_pad_around",
       [=](Chained& c) {
         add_convolution(c, {kExplicit, 2, 1, 1, 1}, 3, 1, c.shape().dim[1] + 1);
       }},
      {"depthwise", depthwise},
      {"average_pool", pool<nook::AveragePool2D>},
      {"max_pool", pool<nook::MaxPool2D>},
      {"global_pool", global_pool},
      {"mean", mean},
      {"add", with_itself<nook::Add>},
      {"sub", with_itself<nook::Sub>},
      {"mul", with_a_constant},
      {"concatenation", concatenation},
      {"relu", [](Chained& c) { elementwise<nook::Relu>(c, 0.06f, -20); }},
      {"relu6", [](Chained& c) { c.put(nook::Relu6::Attrs{}, {c.x}, c.alike(c.dims())); }},
      {"logistic", [](Chained& c) { elementwise<nook::Logistic>(c, 1 / 256.0f, -128); }},
      {"tanh", [](Chained& c) { elementwise<nook::Tanh>(c, 1 / 128.0f, 0); }},
      {"softmax", [](Chained& c) { elementwise<nook::Softmax>(c, 1 / 256.0f, -128); }},
      {"quantize", [](Chained& c) { elementwise<nook::Quantize>(c, 0.07f, 11); }},
      {"float", in_float},
  };
  return all;
}

// The image after `chain`, read as a whole by a classifier or returned.
Graph graph_of(const std::vector<std::string>& chain, bool classified) {
  Chained c;
  c.x = c.b.input("image", {1, 8, 5, 4}, 0.05f, 3);
  for (const std::string& name : chain) operators().at(name)(c);
  if (classified) {
    const TensorId w = c.b.weights("w", {3, c.shape().elements()}, 7);
    c.put(nook::FullyConnected::Attrs{}, {c.x, w, TensorId::kNone}, c.fresh({1, 3}, 0.9f, 1));
  }
  c.b.graph[c.x].name = "y";
  c.b.outputs(c.x);
  return std::move(c.b.graph);
}

// An input that one convolution reads directly, and another through RESHAPE.
Graph two_shapes() {
  GraphBuilder b;
  nook::Conv2D::Attrs every_other_row, every_other_column;
  every_other_row.padding.mode = every_other_column.padding.mode = nook::PadMode::kSame;
  every_other_row.stride_h = every_other_column.stride_w = 2;
  nook::MaxPool2D::Attrs pool;
  pool.filter_h = pool.filter_w = pool.stride_h = pool.stride_w = 2;
  const TensorId x = b.input("image", {1, 8, 5, 4}, 0.05f, 3),
                 view = b.tensor("view", {1, 4, 10, 4}, 0.05f, 3), s = b.tensor("s", {1, 4, 5, 8}, 0.3f),
                 t = b.tensor("t", {1, 4, 5, 8}, 0.3f), sum = b.tensor("sum", {1, 4, 5, 8}),
                 y = b.output("y", {1, 2, 2, 8});
  b.node(every_other_row, {x, b.weights("w", {8, 3, 3, 4}, 5), TensorId::kNone}, s);
  b.node(nook::Reshape::Attrs{}, {x, b.integers("shape", {4}, {1, 4, 10, 4})}, view);
  b.node(every_other_column, {view, b.weights("v", {8, 1, 2, 4}, 5), TensorId::kNone}, t);
  b.node(nook::Add::Attrs{}, {s, t}, sum);
  b.node(pool, {sum}, y);
  return std::move(b.graph);
}

int8_t input_byte(size_t i) { return static_cast<int8_t>(i * 37 + i / 7 * 11); }

// Runs the kernels on whole images, without overlap.
std::vector<char> expected_of(const Graph& graph) {
  CompileOptions options;
  options.rows = options.overlap = false, options.level = Level::kSize;
  const Program program = program_of(graph, options);
  ProgramRun running(program);
  for (size_t i = 0; i < running.input(0).size(); ++i) running.input(0)[i] = input_byte(i);
  for (const Call& call : program.calls) EXPECT(running.call(call));
  return running.output(0);
}

// The parts of the test program.
struct Sources {
  Files files;                  // models that are built alone, headers, kernels
  std::set<std::string> paths;  // paths of `files`
  std::string joined;           // models that are built together
  std::string includes, checks, calls;
  int models = 0, streams = 0, chains = 0;

  void add_file(File file) {
    if (paths.insert(file.path).second) files.push_back(std::move(file));
  }

  // `alone`: in its own file, so that it must include everything it uses.
  void add(const Graph& graph, const std::string& label, bool streamed, bool alone) {
    CompileOptions options;
    options.stream_input = streamed;
    const Program program = program_of(graph, options);
    chains += !program.chains.empty(), streams += row_stream(program) != nullptr;
    const std::string name = "m" + std::to_string(models++);
    for (File& file : kernel_files(program)) add_file(std::move(file));
    std::string source;
    for (File& file : emitted(program, named(name))) {
      const bool runs = file.path == name + ".c" || file.path == name + "_constants.c";
      if (file.path.ends_with(".h") || (runs && alone))
        add_file(std::move(file));
      else if (runs)
        source += file.content;
    }
    // Renames the static names of a model: op0 and those that begin with it.
    joined += std::regex_replace(source, std::regex("\\bop([0-9])"), name + "_op$1");
    add_check(name, (streamed ? "streamed " : "whole ") + label, expected_of(graph), streamed);
  }

  void add_check(const std::string& name, const std::string& label, const std::vector<char>& expected,
                 bool streamed) {
    std::string values;
    for (char byte : expected) values += std::to_string(static_cast<int>(byte)) + ",";
    const std::string check = "static int check_$(void) {\n  static const signed char expected[] = {" +
                              values + "};\n" + kRun + (streamed ? kStreamed : "") + "  return 0;\n}\n";
    includes += "#include \"" + name + ".h\"\n";
    checks += std::regex_replace(check, std::regex("\\$"), name);
    calls += "  failed |= said(check_" + name + "(), \"" + label + "\");\n";
  }

  static constexpr const char* kRun = R"(  static $_input in;
  static $_output out;
  const $_memory memory = {.scratch_sram = garbage(sram)};
  fill(in.image);
  if ($_run(&memory, &in, &out) || memcmp(out.y, expected, sizeof expected)) return 1;
)";
  static constexpr const char* kStreamed = R"(  memset(&out, 0, sizeof out), garbage(sram);
  if ($_begin(&memory)) return 2;
  for (int y = 0; y < 8; y += 4)
    if ($_push_rows(&memory, in.image + y * 20, 1) || $_push_rows(&memory, in.image + y * 20 + 20, 3))
      return 3;
  if ($_finish(&memory, &out) || memcmp(out.y, expected, sizeof expected)) return 4;
)";

  std::string main_c() const {
    return "#include <stdio.h>\n#include <string.h>\n" + includes + R"(
static unsigned char sram[8192] NOOK_ALIGNED(16);
static void* garbage(unsigned char* bytes) {
  memset(bytes, 0x5a, 8192);
  return bytes;
}
static void fill(signed char* image) {
  for (unsigned i = 0; i < 160; ++i) image[i] = (signed char)(unsigned char)(i * 37 + i / 7 * 11);
}
static int said(int status, const char* label) {
  if (status) printf("%s: %d\n", label, status);
  return status;
}
)" + checks +
           "int main(void) {\n  int failed = 0;\n" + calls + "  return failed;\n}\n";
  }
};

}  // namespace

// NOOK_TEST_ALL=1: after every other one; otherwise a ninth of the pairs.
TEST(every_operator_that_runs_by_rows_is_right_alone_and_after_every_other_streamed_and_not) {
  const int step = std::getenv("NOOK_TEST_ALL") ? 1 : 9;
  Sources sources;
  int row = 0;
  for (const auto& [first, put_first] : operators()) {
    sources.add(graph_of({first}, true), first, true, true);
    int column = row++;
    for (const auto& [second, put_second] : operators()) {
      if (column++ % step != 0) continue;
      sources.add(graph_of({first, second}, true), first + " " + second, true, false);
      sources.add(graph_of({first, second}, false), first + " " + second, false, second == "mean");
    }
  }
  sources.add(two_shapes(), "two shapes", false, true);
  EXPECT(sources.streams > 350 / step && sources.chains > 500 / step);
  Folder folder;
  sources.files.push_back({"joined.c", sources.joined});
  sources.files.push_back({"main.c", sources.main_c()});
  folder.write(sources.files);
  EXPECT(folder.runs("gcc -g0 -O0 -fsanitize=address -I." + std::string(kStrictC) +
                     "*.c $(find nook -name '*_ref.c') -lm") &&
         folder.runs("./a.out"));
  if (have("clang")) EXPECT(folder.runs("clang -fsyntax-only -I." + std::string(kStrictC) + "m*.c"));
}
