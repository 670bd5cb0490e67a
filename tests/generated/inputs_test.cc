// Inputs that the model marks as variable, as converters do for layers with state: for TensorFlow Lite Micro
// and nook they are ordinary inputs.
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/svdf/svdf_op.h"
#include "nookc/front/export/export.h"
#include "tests/generated/check.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nookc::TensorId;

generated::Subject subject_of(const test::GraphBuilder& b) {
  const auto tflite = nookc::export_tflite(b.graph);
  EXPECT(tflite);
  return {*tflite, 1};
}

bool fine(const std::string& wrong) {
  if (!wrong.empty()) printf("     %s\n", wrong.c_str());
  return wrong.empty();
}

bool has(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST(an_input_that_is_marked_as_a_variable_is_an_input) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 12});
  b.graph[x].variable = true;
  b.node(nook::Relu::Attrs{}, {x}, b.output("y", {1, 12}));
  b.outputs(x);
  generated::Subject subject = subject_of(b);
  generated::Counts counts;
  EXPECT(fine(subject.prepare(counts)));
  EXPECT(fine(subject.check_interpreter(counts)));
  for (uint64_t seed = 0; seed < 40; ++seed) {
    generated::Choices choices(seed);
    EXPECT(fine(subject.check(random_variant(choices, subject.graph()), counts)));
  }
}

// It would write to an input of the application, which is read-only.
TEST(an_operator_that_keeps_its_state_in_an_input_is_refused) {
  test::GraphBuilder b;
  const auto floats = [&](TensorId t) {
    b.graph[t].type = nook::DType::kF32, b.graph[t].scales.clear();
    if (b.graph[t].constant()) b.graph[t].data = std::make_shared<nookc::Bytes>(b.graph[t].bytes());
    return t;
  };
  const TensorId x = floats(b.input("x", {1, 4})), state = floats(b.input("state", {1, 6}));
  b.graph[state].variable = true;
  b.node(nook::Svdf::Attrs{},
         {x, floats(b.weights("w", {2, 4})), floats(b.weights("time", {2, 3})), TensorId::kNone, state},
         floats(b.output("y", {1, 2})));
  const auto tflite = nookc::export_tflite(b.graph);
  EXPECT(tflite);
  nookc::CompileOptions options;
  options.target = nookc::find_target("host");
  const auto program = compile(std::as_bytes(std::span(tflite->data(), tflite->size())), "net", options);
  EXPECT(!program && has(program.diag().what, "a variable tensor"));
  EXPECT(has(generated::interpret(*tflite, {{}}, generated::Setup::kPlain, 1)[0].wrong,
             generated::kInterpreterRefuses));
}
