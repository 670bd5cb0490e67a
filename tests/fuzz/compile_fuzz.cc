// For any bytes, the compiler gives a program or a diagnostic with a code; no pass breaks the graph and no
// plan is invalid; every compiled program can be emitted and run, and agrees with the interpreter. Other
// shapes and values of inputs give a model or a diagnostic.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "nookc/back/emit/emit.h"
#include "nookc/compile/compile.h"
#include "nookc/front/borders/restate.h"
#include "nookc/front/import/import.h"
#include "nookc/study/report/report.h"
#include "tests/fuzz/interpret.h"
#include "tests/run_program.h"

namespace {

constexpr int64_t kMostMacs = 200000;
constexpr char kFill = 7;  // byte of the inputs, as in test::ProgramRun

void need(bool holds) {
  if (!holds) __builtin_trap();
}

// Compares bit for bit; a NaN may have any bits.
bool same(const nookc::Tensor& tensor, const std::vector<char>& a, const std::vector<char>& b) {
  if (a == b || a.size() != b.size()) return a == b;
  if (tensor.type != nook::DType::kF32) return false;
  for (size_t i = 0; i + sizeof(float) <= a.size(); i += sizeof(float)) {
    float x, y;
    std::memcpy(&x, a.data() + i, sizeof x), std::memcpy(&y, b.data() + i, sizeof y);
    if (x != y && !(std::isnan(x) && std::isnan(y))) return false;
  }
  return true;
}

void compare(const nookc::Program& program, const nook::Model& model) {
  if (program.macs() > kMostMacs) return;
  if (program.input_bytes() + program.output_bytes() + program.scratch_bytes > 1 << 24) return;
  const std::vector<std::vector<char>> expected = fuzz::outputs_of(model, kFill);
  if (expected.empty()) return;
  test::ProgramRun run(program);
  for (const nookc::Call& call : program.calls) need(run.call(call));
  for (size_t i = 0; i < expected.size(); ++i)
    need(same(program.graph[program.graph.outputs[i]], run.output(i), expected[i]));
}

// Emission takes as long as everything else, and few of its lines depend on values, so one program in eight
// is enough.
bool is_written(const uint8_t* data, size_t size) {
  uint32_t sum = 0;
  for (size_t i = 0; i < size; ++i) sum = sum * 31 + data[i];
  return (sum >> 13) % 8 == 0;
}

// Emits all files that the command would write.
void write_down(const nookc::Program& program) {
  nookc::EmitOptions emit;
  emit.name = "fuzz";
  emit.events = emit.declare_memory = emit.linker_script = true;
  (void)nookc::emit_c(program, emit);
  (void)nookc::report_files(program, emit);
}

// States nothing, the shape of an input, or its value.
void restate(std::span<const std::byte> bytes) {
  const nookc::InputFacts facts[] = {{}, {.shapes = {{"", {2, 3, 4, 1}}}}, {.values = {{"", {"1"}}}}};
  const auto made = nookc::restate({bytes.begin(), bytes.end()}, "fuzz.tflite", facts[bytes.size() % 3]);
  need(made || (!made.diag().code.empty() && !made.diag().what.empty()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  nookc::CompileOptions options;
  options.target = nookc::find_target("host");
  options.scratch_limit = 1 << 24;
  options.rows = size % 8 == 0;  // row-wise calls exist in generated code only
  options.effort.work = 1 << 20;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto program = nookc::compile(bytes, "fuzz.tflite", options);
  if (!program) {
    need(!program.diag().code.empty() && !program.diag().what.empty());
    need(program.diag().code != "N1002");  // a plan that verify() rejects
    need(program.diag().code != "N3001");  // a pass that broke the graph
  } else {
    if (is_written(data, size)) write_down(*program);
    const fuzz::Block file = fuzz::copy_of(data, size);
    const nook::Result<nook::Model> model = nook::Model::open({file.data.get(), size});
    need(static_cast<bool>(model));
    if (program->chains.empty()) compare(*program, *model);
  }
  (void)nookc::survey(bytes, "fuzz.tflite");
  restate(bytes);
  return 0;
}
