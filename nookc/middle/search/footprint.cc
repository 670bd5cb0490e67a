#include "nookc/middle/search/footprint.h"

#include <string>

#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/rows/strip_time.h"
#include "nookc/middle/search/price.h"
#include "nookc/target/linked.h"

namespace nookc {
namespace {

// Sizes of GCC's Thumb code at -O2: the run function, each call, each row chain, and each stage in addition
// to its call.
constexpr int64_t kRun = 30, kCall = 30, kChain = 60, kStage = 60;

}  // namespace

std::set<std::string_view> linked_parts(std::string_view symbol) {
  static std::set<std::string> names;  // static, because cached results refer to these names
  std::set<std::string_view> parts;
  for (const char* end : {"", "_row", "_accumulate", "_finish"})
    parts.insert(*names.insert(std::string(symbol) + end).first);
  return parts;
}

int64_t generated_bytes(const Program& program) {
  int64_t bytes = kRun + kCall * static_cast<int64_t>(program.calls.size());
  for (const RowChain& chain : program.chains)
    bytes += kChain + kStage * static_cast<int64_t>(chain.stages.size());
  return bytes;
}

int64_t program_flash(const Program& program) {
  std::set<std::string_view> kernels;
  for (const Call& call : program.calls) kernels.merge(linked_parts(call.op.symbol));
  int64_t bytes = program.argument_bytes() + generated_bytes(program);
  for (const Constant& constant : program.constants) bytes += static_cast<int64_t>(constant.bytes->size());
  return bytes + linked_bytes(kernels, program.target->name);
}

double cycles_with_rows(const Program& program, const CompileOptions& options) {
  double cycles = whole_cycles(program, options);
  for (const RowChain& chain : program.chains) cycles += cycles_of_loop(program, chain);
  return cycles;
}

ProgramSize footprint(const Program& program, const CompileOptions& options) {
  return {ram_bytes(program), program_flash(program), cycles_with_rows(program, options)};
}

}  // namespace nookc
