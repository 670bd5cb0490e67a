// Models whose IF and WHILE are inconsistent, and damaged ones: compiler and interpreter refuse them, or run
// them without leaving their memory.
#include <deque>

#include "nook/interp/interpreter.h"
#include "nook/ops/table.h"
#include "tests/control/net.h"
#include "tests/generated/check.h"
#include "tests/generated/guarded.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using namespace control;
using generated::Values;

// Checks that compiler and interpreter refuse it, with these words of the compiler, and of the interpreter if
// given.
void refused(const std::vector<Subgraph>& subgraphs, const char* by_compiler,
             const char* by_interpreter = "") {
  const std::string tflite = write(subgraphs);
  const auto program = nookc::compile(view(tflite), "control.tflite", generated::plain().options);
  const std::string said = program ? "nothing" : to_string(program.diag());
  EXPECT(said.find(by_compiler) != std::string::npos);
  if (said.find(by_compiler) == std::string::npos) printf("     said %s\n", said.c_str());
  const generated::Outcome o =
      generated::interpret(tflite, {Values(8, std::vector<uint8_t>(64))}, generated::Setup::kPlain, 1)
          .front();
  const bool does = o.wrong.starts_with(generated::kInterpreterRefuses) &&
                    o.wrong.find(by_interpreter) != std::string::npos;
  EXPECT(does);
  if (!does) printf("     said %s\n", o.wrong.c_str());
}

TEST(subgraphs_that_are_missing_or_run_themselves_are_refused) {
  for (const int32_t number : {-1, 3, INT32_MAX, INT32_MIN}) {
    std::vector<Subgraph> net = counter();
    net[0].ops[0].second = number;
    refused(net, "the model has 3", "a subgraph");
    net = counter();
    net[0].ops[0].first = number;
    refused(net, "the model has 3", "a subgraph");
  }
  std::vector<Subgraph> net = counter();
  net[0].ops[0].second = 0;
  refused(net, "would run itself", "a subgraph");
  net = counter();
  const std::vector<int32_t> again = net[2].loop({0, 1, 2}, 1, 2);
  net[2].out = again;
  refused(net, "would run itself", "a subgraph");
  net = counter();  // in a cycle of two
  net.push_back(net[2]);
  net[3].out = net[3].loop({0, 1, 2}, 1, 2);
  net[2].out = net[2].loop({0, 1, 2}, 1, 3);
  refused(net, "would run itself", "a subgraph");
}

TEST(counts_types_and_sizes_that_do_not_fit_are_refused) {
  std::vector<Subgraph> net = counter();
  net[2].out.pop_back();
  refused(net, "need 3, have 2", "the number of operands");
  net = counter();
  net[1].in.pop_back();
  refused(net, "inputs of subgraph 1", "the number of operands");
  net = counter();
  net[1].out.push_back(net[1].out[0]);
  refused(net, "condition has 2 outputs", "the number of operands");
  net = counter();
  net[1].out = {0};
  refused(net, "must be one bool", "the element type");
  net = counter();
  net[0].ops[0].out.pop_back(), net[0].out.pop_back();
  refused(net, "results", "the number of operands");
  net = counter();
  net[2].tensors[2].shape = {2};
  refused(net, "must not change", "the size in bytes");
  net = counter();
  net[2].out[2] = net[2].add(kFlag);
  refused(net, "", "");
  net = counter();
  net[2].in[2] = net[2].in[1];
  refused(net, "another input", "tensor");
  net = counter();
  net[2].in[2] = net[2].constant({1});
  refused(net, "a constant", "tensor");
  net = counter();
  net[0].ops[0].out[2] = net[0].ops[0].in[2];
  refused(net, "one of its results is an input", "");
  net = counter();
  net[0].ops[0].in[2] = -1;
  refused(net, "one of its inputs is not a tensor", "the number of operands");
  net = {if_main(1, 1), two_pairs()};
  net[1].out = {0, 1};
  net[0].tensors[0].type = control::fb::TensorType_INT32;
  refused(net, "must be one bool", "the element type");
  net[0].tensors[0] = {control::fb::TensorType_BOOL, {2}};
  refused(net, "must be one bool", "the number of elements");
}

TEST(names_of_variables_that_depend_on_conditions_are_refused) {
  const Tensor name = {control::fb::TensorType_RESOURCE, {1}};
  const auto made = [&](Subgraph& g) { return g.op(control::fb::BuiltinOperator_VAR_HANDLE, {}, name); };
  Subgraph main, then, other;
  const int32_t flag = main.input(kFlag), own = made(main);
  const int32_t chosen = main.branch({flag, own}, 1, 2, {name})[0];
  main.out = {main.op(control::fb::BuiltinOperator_READ_VARIABLE, {chosen})};
  then.out = {then.input(name)};
  other.out = {other.input(name)};
  refused({main, then, other}, "can't depend", "operator");
}

TEST(initial_values_are_assigned_outside_of_branches) {
  Subgraph main, then, other, once;
  const int32_t flag = main.input(kFlag), x = main.input();
  main.out = main.branch({flag, x}, 1, 2, {{}});
  then.out = {then.input()};
  then.ops.push_back({control::fb::BuiltinOperator_CALL_ONCE, {}, {}, 3});
  other.out = {other.input()};
  refused({main, then, other, once}, "in a subgraph", "operator");
}

// The interpreter's own report, which an application without text reads.
nook_interpreter_fault fault_of(const std::vector<Subgraph>& subgraphs) {
  const std::string tflite = write(subgraphs);
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()});
  EXPECT(model);
  alignas(16) static uint8_t arena[1 << 14];
  nook::InterpreterOptions options;
  options.control = &nook_control_flow, options.variables = &nook_resource_variables;
  size_t used = 0;
  const auto resolver = nook::resolver(nook::all_ops());
  return nook::Interpreter::in_arena(*model, resolver, arena, &used, options).fault();
}

TEST(uses_of_variables_that_the_interpreter_refuses_are_reported_with_their_operator) {
  const Tensor name = {control::fb::TensorType_RESOURCE, {1}};
  const auto handle = [&](Subgraph& g) { return g.op(control::fb::BuiltinOperator_VAR_HANDLE, {}, name); };
  const auto read = [](Subgraph& g, int32_t from) {
    return g.op(control::fb::BuiltinOperator_READ_VARIABLE, {from});
  };
  const auto assign = [](Subgraph& g, int32_t to, int32_t value) {
    g.ops.push_back({control::fb::BuiltinOperator_ASSIGN_VARIABLE, {to, value}, {}});
  };
  const auto expect = [](const std::vector<Subgraph>& net, nook_status status, uint32_t op, uint32_t need,
                         uint32_t have) {
    const nook_interpreter_fault fault = fault_of(net);
    EXPECT_EQ(fault.status, status);
    EXPECT_EQ(fault.role, NOOK_ROLE_OPERATOR);
    EXPECT_EQ(fault.index, op);
    EXPECT_EQ(fault.need, need);
    EXPECT_EQ(fault.have, have);
  };
  // The operand is a tensor of numbers instead of a handle.
  Subgraph main;
  main.out = {read(main, handle(main)), read(main, main.plus(main.input(), main.constant({1})))};
  expect({main}, NOOK_BAD_MODEL, 3, 1, 0);
  // A handle that no operator makes, in a model with a variable and in one without.
  for (const bool has_variable : {false, true}) {
    Subgraph alone;
    const int32_t from = alone.add(name);
    if (has_variable) alone.out = {read(alone, handle(alone))};
    alone.out.push_back(read(alone, from));
    expect({alone}, NOOK_BAD_MODEL, has_variable ? 2 : 0, 1, 0);
  }
  // A subgraph that assigns first values may do nothing else, and these are constants.
  for (const bool computed : {false, true}) {
    Subgraph once, first;
    first.ops.push_back({control::fb::BuiltinOperator_CALL_ONCE, {}, {}, 1});
    first.out = {first.plus(first.input(), read(first, handle(first)))};
    const int32_t own = handle(once), five = once.constant({5});
    if (computed)
      assign(once, own, once.input());
    else
      once.plus(five, five), assign(once, own, five);
    expect({first, once}, NOOK_UNSUPPORTED, 1, 0, 0);
  }
}

TEST(subgraphs_that_double_at_each_step_are_refused_by_the_compiler) {
  // Each subgraph runs the next one twice.
  std::vector<Subgraph> net;
  for (int32_t depth = 0; depth < 24; ++depth) {
    Subgraph g;
    const int32_t flag = g.input(kFlag), x = g.input();
    if (depth < 23) {
      const int32_t y = g.branch({flag, flag, x}, depth + 1, depth + 1, {{}})[0];
      g.out = {g.plus(y, x)};
    } else {
      g.out = {g.plus(x, x)};
    }
    net.push_back(g);
  }
  const std::string tflite = write(net);
  const auto program = nookc::compile(view(tflite), "control.tflite", generated::plain().options);
  EXPECT(!program && program.diag().what.find("more than") != std::string::npos);
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()});
  EXPECT(model);
}

// Builds and runs as far as possible, in memory of exactly the stated size.
int interpret_damaged(const std::string& tflite) {
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()});
  if (!model) return 0;
  nook::InterpreterOptions options;
  options.control = &nook_control_flow, options.subgraph_limit = 40;
  nook_planner planner = nook_greedy_planner;
  planner.verify = nook_verify_plan;  // it must find no fault
  options.planner = &planner;
  options.inputs_in_scratch = options.outputs_in_scratch = ~0u;
  const size_t room = nook::control_bytes(*model);
  if (room > (1 << 22)) return 0;
  generated::Guarded working("working", room, 16, 1);
  const auto resolver = nook::resolver(nook::all_ops());
  nook::MemoryRequirements need{};
  nook::InterpreterFault fault;
  nook::Code code =
      nook::memory_requirements(*model, resolver, options, {working.data(), room}, &need, &fault);
  if (code == nook::Code::kUnsupported) {  // an output that is also an input
    options.outputs_in_scratch = 0;
    code = nook::memory_requirements(*model, resolver, options, {working.data(), room}, &need, &fault);
  }
  EXPECT(code == nook::Code::kOk || fault.plan_fault == 0);
  if (code != nook::Code::kOk || need.scratch.bytes > (1 << 22) || need.persistent.bytes > (1 << 22))
    return 0;
  std::deque<generated::Guarded> outputs;
  std::vector<nook_buffer> out;
  for (uint32_t i = 0; i < need.output_count; ++i) {
    if (need.outputs[i].bytes > (1 << 22)) return 0;
    generated::Guarded& g =
        outputs.emplace_back("output", need.outputs[i].bytes, need.outputs[i].alignment, 2);
    out.push_back({g.data(), g.bytes()});
  }
  generated::Guarded persistent("persistent", need.persistent.bytes, 8, 3),
      scratch("scratch", need.scratch.bytes, 16, 4);
  nook::Interpreter net(*model, resolver,
                        {{},
                         {out.data(), out.size()},
                         {persistent.data(), persistent.bytes()},
                         {scratch.data(), scratch.bytes()},
                         {working.data(), room}},
                        options);
  EXPECT(net.ok());
  const nook_status status = net.invoke();
  EXPECT(status == NOOK_OK || status == NOOK_LIMIT);
  for (const generated::Guarded* g : {&working, &persistent, &scratch}) EXPECT(g->damage().empty());
  for (const generated::Guarded& g : outputs) EXPECT(g.damage().empty());
  return 1;
}

TEST(damaged_models_are_refused_or_run_inside_of_their_memory) {
  Subgraph body;  // i, n, s
  const int32_t i = body.input(), n = body.input(), s = body.input(kPair);
  const int32_t small = body.less(i, body.constant({2}));
  const int32_t y = body.branch({small, s, i}, 3, 4, {kPair})[0];
  body.out = {body.plus(i, body.constant({1})), n, y};
  Subgraph ten, other;
  const int32_t x = ten.input(kPair), k = ten.input();
  ten.out = {ten.plus(x, k, kPair)};
  other.input(kPair), other.input();
  other.out = {0};
  const std::string sound =
      control::write({loop_from_zero({kPair}, 1, 2), until_n({kPair}), body, ten, other});
  EXPECT_EQ(interpret_damaged(sound), 1);
  nookc::CompileOptions options = generated::plain().options;
  options.scratch_limit = 1 << 22;
  int tried = 0, interpreted = 0, compiled = 0;
  for (size_t at = 0; at < sound.size(); at += test::byte_step(1, 4))
    for (const int mask : {1, 3, 0x80, 0xFF}) {
      std::string bytes = sound;
      ++tried;
      bytes[at] = static_cast<char>(bytes[at] ^ mask);
      interpreted += interpret_damaged(bytes);
      const auto program = nookc::compile(view(bytes), "damaged.tflite", options);
      compiled += static_cast<bool>(program);
      if (!program) EXPECT(program.diag().code != "N1002" && program.diag().code != "N3001");
    }
  printf("     %d of %d were interpreted, %d compiled\n", interpreted, tried, compiled);
  EXPECT(interpreted > 0 && compiled > 0);
}

}  // namespace
