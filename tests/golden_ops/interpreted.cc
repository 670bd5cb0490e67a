// Golden models in the interpreter of this build's target, which may be a board: compares the outputs of all
// runs, with each part of its memory exactly as large as queried. The models are listed in a file, relative
// to the current folder:
//   interpreted LIST        lines of LIST: NAME RUNS RELATIVE OF_LARGEST, allowed differences of floats
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nook/interp/interpreter.h"
#include "nook/ops/table.h"
#include "ports/port.h"

namespace {

using nook::Span;

constexpr size_t kGuard = 32, kMost = 64;  // kMost: inputs, or outputs
constexpr uint8_t kUntouched = 0xC3;

// Memory to read files into, and to lend; far more than any of the models needs.
#define LARGE alignas(16) NOOK_SECTION(".nook_scratch")
LARGE uint8_t list[1 << 17];
LARGE uint8_t model_bytes[1 << 19];
LARGE uint8_t want[1 << 17];
LARGE uint8_t lent[1 << 20];

// Lends parts of `lent`, with guards between them.
class Lender {
 public:
  Lender() { memset(lent, kUntouched, sizeof lent); }

  uint8_t* lend(size_t bytes) {
    const size_t first = (end_ + kGuard + 15) / 16 * 16;
    if (count_ == sizeof parts_ / sizeof *parts_ || first + bytes + kGuard > sizeof lent) return nullptr;
    parts_[count_++] = {first, end_ = first + bytes};
    memset(lent + first, 0x5A, bytes);
    return lent + first;
  }
  Span<uint8_t> span(size_t bytes) { return {lend(bytes), bytes}; }

  bool whole() const {
    size_t at = 0;
    for (size_t i = 0; i <= count_; ++i) {
      const size_t to = i < count_ ? parts_[i].first : end_ + kGuard;
      for (; at < to; ++at)
        if (lent[at] != kUntouched) return false;
      if (i < count_) at = parts_[i].end;
    }
    return true;
  }

 private:
  struct Part {
    size_t first, end;
  };
  Part parts_[2 * kMost + 8]{};
  size_t count_ = 0, end_ = 0;
};

struct Golden {
  char name[96];
  int runs;
  double relative, of_largest;
};

int32_t read_value(const Golden& golden, int run, const char* role, uint32_t i, void* data, size_t most) {
  char name[160];
  snprintf(name, sizeof name, "%s/run%d_%s%u.bin", golden.name, run, role, static_cast<unsigned>(i));
  return port_file_read(name, data, most);
}

float float_at(const uint8_t* bytes, size_t i) {
  float x;
  memcpy(&x, bytes + i * sizeof x, sizeof x);
  return x;
}

double magnitude(double x) { return x < 0 ? -x : x; }

bool floats_agree(const uint8_t* got, size_t bytes, const Golden& golden) {
  const size_t count = bytes / sizeof(float);
  double largest = 0;
  for (size_t i = 0; i < count; ++i) {
    const double x = magnitude(double{float_at(want, i)});
    if (x - x == 0 && x > largest) largest = x;
  }
  for (size_t i = 0; i < count; ++i) {
    const double a = double{float_at(got, i)}, b = double{float_at(want, i)};
    if (a == b || (a != a && b != b)) continue;
    if (!(magnitude(a - b) <= golden.relative * magnitude(b) + golden.of_largest * largest)) return false;
  }
  return true;
}

struct Net {
  const nook::Model& model;
  nook::Interpreter& interpreter;
  const nook::MemoryRequirements& need;
};

const char* check_run(const Golden& golden, int run, const Net& net) {
  for (uint32_t i = 0; i < net.need.input_count; ++i) {
    const size_t bytes = net.need.inputs[i].bytes;
    if (read_value(golden, run, "input", i, net.interpreter.input(i), bytes) != static_cast<int32_t>(bytes))
      return "an input of another size";
  }
  const nook_status status = net.interpreter.invoke();
  if (status == NOOK_NOT_READY) return nullptr;
  if (status != NOOK_OK) return "its status";
  const nook::SubgraphView graph = net.model.subgraph(0);
  for (uint32_t i = 0; i < net.need.output_count; ++i) {
    const size_t bytes = net.need.outputs[i].bytes;
    if (read_value(golden, run, "output", i, want, sizeof want) != static_cast<int32_t>(bytes))
      return "an output of another size";
    const auto* const got = static_cast<const uint8_t*>(net.interpreter.output(i));
    const bool floats = graph.tensor(static_cast<uint32_t>(graph.outputs()[i])).type() == nook::DType::kF32;
    if (floats ? !floats_agree(got, bytes, golden) : memcmp(got, want, bytes) != 0) return "an output";
  }
  return nullptr;
}

const char* refusal(const nook::InterpreterFault& fault) {
  static char text[300];
  nook_describe_fault(&fault, text, sizeof text);
  return text;
}

// Null, or the fault.
const char* check(const Golden& golden) {
  char name[160];
  snprintf(name, sizeof name, "%s/model.tflite", golden.name);
  const int32_t bytes = port_file_read(name, model_bytes, sizeof model_bytes);
  if (bytes < 0 || static_cast<size_t>(bytes) > sizeof model_bytes)
    return "no model, or one that is too large";
  const auto model = nook::Model::open({model_bytes, static_cast<size_t>(bytes)});
  if (!model) return "not a model";
  nook::InterpreterOptions options;
  options.variables = &nook_resource_variables, options.control = &nook_control_flow;
  const nook::Resolver resolver = nook::resolver(nook::all_ops());
  Lender lender;
  const Span<uint8_t> working =
      lender.span(model->subgraph_count() > 1 ? nook::control_bytes(*model) : nook::working_bytes(*model));
  nook::MemoryRequirements need{};
  nook::InterpreterFault fault{};
  if (nook::memory_requirements(*model, resolver, options, working, &need, &fault) != nook::Code::kOk)
    return refusal(fault);
  if (need.input_count > kMost || need.output_count > kMost) return "more inputs or outputs than expected";
  nook_const_buffer in[kMost];
  nook_buffer out[kMost];
  for (uint32_t i = 0; i < need.input_count; ++i)
    in[i] = {lender.lend(need.inputs[i].bytes), need.inputs[i].bytes};
  for (uint32_t i = 0; i < need.output_count; ++i)
    out[i] = {lender.lend(need.outputs[i].bytes), need.outputs[i].bytes};
  const Span<uint8_t> persistent = lender.span(need.persistent.bytes),
                      scratch = lender.span(need.scratch.bytes), again = lender.span(working.size());
  nook::Interpreter net(*model, resolver,
                        {{in, need.input_count}, {out, need.output_count}, persistent, scratch, again},
                        options);
  if (!net.ok()) return refusal(net.fault());
  for (int run = 0; run < golden.runs; ++run) {
    memset(scratch.data(), 0x33 + run, scratch.size());
    if (const char* wrong = check_run(golden, run, {*model, net, need})) return wrong;
  }
  return lender.whole() ? nullptr : "memory around its own";
}

}  // namespace

int main(int argc, char** argv) {
  port_init();
  const int32_t bytes = argc == 2 ? port_file_read(argv[1], list, sizeof list - 1) : -1;
  if (bytes < 0 || static_cast<size_t>(bytes) >= sizeof list) return printf("usage: interpreted LIST\n"), 2;
  int models = 0, differ = 0;
  for (char* line = strtok(reinterpret_cast<char*>(list), "\n"); line; line = strtok(nullptr, "\n")) {
    Golden golden{};
    char* at = strchr(line, ' ');
    if (!at || static_cast<size_t>(at - line) >= sizeof golden.name) return printf("a line: %s\n", line), 2;
    memcpy(golden.name, line, static_cast<size_t>(at - line));
    golden.runs = static_cast<int>(strtol(at, &at, 10));
    golden.relative = strtod(at, &at);
    golden.of_largest = strtod(at, &at);
    ++models;
    if (const char* wrong = check(golden)) ++differ, printf("%s: %s\n", golden.name, wrong);
  }
  printf("%d models interpreted, %d differ\n", models, differ);
  return differ > 0;
}
