// Whatever the bytes are, the compiler answers with a program or a diagnostic that has a code; no pass breaks
// the graph and no plan is wrong; what is compiled can be written down and run.
#include <cstddef>
#include <cstdint>

#include "nookc/compile.h"
#include "nookc/emit/emit.h"
#include "nookc/import/import.h"
#include "tests/run_program.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  nookc::CompileOptions options;
  options.target = nookc::find_target("host");
  options.scratch_limit = 1 << 24;
  options.rows = size % 2 == 0;  // what runs by rows is for generated code only
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto program = nookc::compile(bytes, "fuzz.tflite", options);
  if (!program && program.diag().code.empty()) __builtin_trap();     // every refusal has a code
  if (!program && program.diag().code == "N1002") __builtin_trap();  // a plan that verify() rejects
  if (!program && program.diag().code == "N3001") __builtin_trap();  // a pass that broke the graph
  if (program && program->chains.empty() && !test::run(*program, 20000)) __builtin_trap();
  if (program) {
    nookc::EmitOptions emit;
    emit.name = "fuzz";
    emit.events = emit.declare_memory = emit.linker_script = true;
    (void)nookc::emit_c(*program, emit);
  }
  (void)nookc::survey(bytes, "fuzz.tflite");
  return 0;
}
