// The stack frames of generated run functions stay within KWS_STACK_BYTES.
#include "nookc/back/interface/stack.h"

#include <fstream>
#include <set>
#include <vector>

#include "nook/ops/contract/op_row.h"
#include "nookc/middle/plan/placing/units.h"
#include "nookc/target/stack.h"
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

struct Machine {
  const char* target;
  const char* compiler;
  const char* flags;
};

constexpr Machine kMachines[] = {
    {"host", "gcc", ""},
    {"host-avx2", "gcc", "-mavx2"},
    {"host-vnni", "gcc", "-mavx2 -mavxvnni"},
    {"cortex-m0", "arm-none-eabi-gcc", "-mcpu=cortex-m0 -mthumb"},
    {"cortex-m3", "arm-none-eabi-gcc", "-mcpu=cortex-m3 -mthumb"},
    {"cortex-m23", "arm-none-eabi-gcc", "-mcpu=cortex-m23 -mthumb"},
    {"cortex-m4", "arm-none-eabi-gcc", "-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"},
    {"cortex-m33", "arm-none-eabi-gcc", "-mcpu=cortex-m33 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard"},
    {"cortex-m55", "arm-none-eabi-gcc", "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard"},
    {"rv32", "riscv64-unknown-elf-gcc", "-march=rv32imc -mabi=ilp32 --specs=picolibc.specs"},
};

// The total frame size of kws_run and of everything it calls in its own file.
int frames(Folder& folder, const Machine& machine) {
  EXPECT(folder.runs(std::string(machine.compiler) + " -O2 -std=c99 -fstack-usage -I. " + machine.flags +
                     " -c kws.c"));
  std::ifstream su(folder.path() + "/kws.su");
  int sum = 0, bytes = 0;
  std::string place, kind;
  while (su >> place >> bytes >> kind) sum += bytes;
  return sum;
}

Graph on_units() {
  Graph graph = chain();
  graph.nodes[0].unit = "npu";
  graph.nodes[2].unit = graph.nodes[3].unit = "dma";
  return graph;
}

}  // namespace

TEST(the_run_functions_need_no_more_stack_than_is_allowed_for_them) {
  Graph (*const graphs[])() = {chain, lone, wide, on_units};
  for (const Machine& machine : kMachines) {
    if (!have(machine.compiler)) continue;
    for (auto* graph : graphs) {
      for (const bool events : {false, true}) {
        CompileOptions where;
        where.target = find_target(machine.target);
        if (graph == on_units) where.units = {*parse_unit("npu=op:0"), *parse_unit("dma=op:2-3")};
        const Program program = program_of(graph(), where);
        EXPECT_EQ(program.units.size(), where.units.size());
        EmitOptions options = named("kws");
        options.events = events;
        Folder folder;
        folder.write(emitted(program, options));
        folder.write(kernel_files(program));
        int32_t kernel = 0;
        for (const Call& call : program.calls)
          kernel = std::max(kernel, kernel_stack_bytes(call.op.symbol, machine.target).value_or(0));
        const auto all = run_stack_bytes(program);
        EXPECT(all && kernel > 0);
        const int used = frames(folder, machine);
        if (used == 0 || kernel + used > *all)
          printf("%s: frames %d, kernel %d\n", machine.target, used, kernel);
        EXPECT(used > 0 && kernel + used <= *all);
      }
    }
  }
}

TEST(no_figure_is_printed_if_a_kernel_was_not_measured) {
  Program program = program_of(lone());
  EXPECT(run_stack_bytes(program).has_value());
  program.calls[0].op.symbol = "nook_never_measured";
  EXPECT(!run_stack_bytes(program).has_value());
  const std::string header = content(emitted(program, named("kws")), "kws.h");
  EXPECT(header.find("#define KWS_STACK_BYTES") == std::string::npos);
  EXPECT(header.find("unknown: nook_never_measured was not measured for host") != std::string::npos);
}

TEST(the_report_states_that_no_kernel_was_measured) {
  CompileOptions where;
  where.target = find_target("xtensa");
  const Program program = program_of(lone(), where);
  EXPECT(!run_stack_bytes(program).has_value());
  EXPECT(why_no_stack(program) == "unknown: no kernel was measured for xtensa");
}

TEST(every_kernel_of_every_operator_has_a_figure_on_every_target_that_has_any) {
  std::set<std::string> missing;
  int rows = 0;
  for (const Target& target : targets()) {
    if (!measures_stack(target.name)) continue;
    for (const nook::OpRowOf of : nook::op_rows())
      for (const nook::FormRow& form : of().forms)
        for (const nook::KernelEntry& kernel : form.kernels()) {
          if (!nook::has(target.isa, kernel.isa)) continue;
          ++rows;
          if (!kernel_stack_bytes(kernel.symbol, target.name))
            missing.insert(std::string(kernel.symbol) + " on " + std::string(target.name));
        }
  }
  EXPECT(rows > 3000);
  for (const std::string& each : missing) printf("no stack: %s\n", each.c_str());
  EXPECT(missing.empty());
}

TEST(only_targets_without_a_compiler_here_have_no_figures) {
  const std::set<std::string_view> without = {"xtensa", "generic", "host-neon", "host-dotprod"};
  for (const Target& target : targets())
    EXPECT_EQ(measures_stack(target.name), !without.contains(target.name));
}
