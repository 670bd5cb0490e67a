// The interpreter, used incorrectly by an application.
#include "nook/ops/contract/entries.h"
#include "nook/ops/table.h"
#include "tests/interp/bench.h"

using namespace interp_test;

namespace {

// The C interface for one model: its arguments, each of which a test can remove.
struct InC {
  Bench b;
  nook_interpreter_options options;
  nook_interpreter_memory memory;
  nook_interpreter net{};
  nook_interpreter_fault fault{};

  explicit InC(const char* name) : b(case_of(name).model), options(b.options) {
    options.check = nook_check_model;
    memory = {b.in,
              b.out,
              {persistent, b.need.persistent.bytes},
              {scratch, b.need.scratch.bytes},
              {working, b.working_need},
              {}};
  }
  const void* file() const { return b.model.file().data(); }
  size_t bytes() const { return b.model.file().size(); }
  nook_status init(const void* model, const nook_resolver* resolver, const nook_interpreter_options* o,
                   const nook_interpreter_memory* m) {
    return nook_interpreter_init(&net, model, bytes(), resolver, o, m, &fault);
  }
  nook_status init() { return init(file(), &b.resolver, &options, &memory); }
  // Checks the memory in its current state.
  nook_status overlap() { return nook_check_overlap(&memory, &b.need, &fault); }
};

constexpr const char *kName = "conv_2d_3x3_same", *kWithScratch = "wide";

// The response to each call of an interpreter that does not run.
void expect_idle(nook_interpreter* net) {
  static uint8_t buffer[16];
  nook_interpreter_invoke(net);
  nook_interpreter_reset(net);
  EXPECT_EQ(nook_interpreter_state(net).bytes, 0);
  EXPECT(!nook_interpreter_input(net, 0) && !nook_interpreter_output(net, 0));
  EXPECT_EQ(nook_interpreter_set_input(net, 0, {buffer, sizeof buffer}), NOOK_UNSUPPORTED);
  EXPECT_EQ(nook_interpreter_set_output(net, 0, {buffer, sizeof buffer}), NOOK_UNSUPPORTED);
  EXPECT_EQ(nook_interpreter_set_scratch(net, {buffer, sizeof buffer}), NOOK_OK);
  nook_interpreter_profile(net, nullptr, nullptr);
  nook_interpreter_invoke(net);
}

}  // namespace

TEST(arguments_that_are_missing_are_refused) {
  InC c(kName);
  EXPECT_EQ(c.init(), NOOK_OK);
  EXPECT_EQ(c.init(nullptr, &c.b.resolver, &c.options, &c.memory), NOOK_NULL);
  EXPECT_EQ(c.init(c.file(), nullptr, &c.options, &c.memory), NOOK_NULL);
  EXPECT_EQ(c.init(c.file(), &c.b.resolver, nullptr, &c.memory), NOOK_NULL);
  char text[100];
  nook_describe_fault(&c.fault, text, sizeof text);
  EXPECT(strcmp(text, "the model: it is missing, or the resolver, options.planner or options.check is") == 0);
  EXPECT_EQ(c.init(c.file(), &c.b.resolver, &c.options, nullptr), NOOK_NULL);
  expect_idle(&c.net);
  nook_interpreter_options without = c.options;
  without.planner = nullptr;
  EXPECT_EQ(c.init(c.file(), &c.b.resolver, &without, &c.memory), NOOK_NULL);
  without = c.options, without.check = nullptr;
  EXPECT_EQ(c.init(c.file(), &c.b.resolver, &without, &c.memory), NOOK_NULL);
  EXPECT_EQ(
      nook_interpreter_init(nullptr, c.file(), c.bytes(), &c.b.resolver, &c.options, &c.memory, nullptr),
      NOOK_NULL);
  EXPECT_EQ(nook_interpreter_init_in_arena(nullptr, c.file(), c.bytes(), &c.b.resolver, &c.options,
                                           {scratch, sizeof scratch}, nullptr, nullptr),
            NOOK_NULL);
  EXPECT_EQ(nook_interpreter_init_in_arena(&c.net, c.file(), c.bytes(), &c.b.resolver, &c.options,
                                           {nullptr, 0}, nullptr, nullptr),
            NOOK_NULL);
  nook_memory_requirements need;
  EXPECT_EQ(nook_requirements(c.file(), c.bytes(), &c.b.resolver, nullptr, {working, sizeof working}, &need,
                              nullptr),
            NOOK_NULL);
  EXPECT_EQ(nook_requirements(c.file(), c.bytes(), &c.b.resolver, &c.options, {working, sizeof working},
                              nullptr, nullptr),
            NOOK_NULL);
  EXPECT_EQ(nook_requirements(c.file(), c.bytes(), &c.b.resolver, &c.options, {nullptr, 0}, &need, nullptr),
            NOOK_NO_MEMORY);
  EXPECT_EQ(c.init(), NOOK_OK);
}

TEST(arrays_of_buffers_that_are_missing_are_refused) {
  InC c(kName);
  c.memory.inputs = nullptr;
  EXPECT(c.init() == NOOK_NULL && c.fault.role == NOOK_ROLE_INPUT);
  c.memory.inputs = c.b.in, c.memory.outputs = nullptr;
  EXPECT(c.init() == NOOK_NULL && c.fault.role == NOOK_ROLE_OUTPUT);
  c.memory.outputs = c.b.out, c.memory.persistent.data = nullptr, c.memory.persistent.bytes = 0;
  EXPECT(c.init() == NOOK_NULL && c.fault.role == NOOK_ROLE_PERSISTENT);
}

TEST(an_interpreter_that_was_refused_runs_sets_resets_and_saves_nothing) {
  InC c(kWithScratch);
  c.memory.scratch.bytes -= 1;
  EXPECT_EQ(c.init(), NOOK_NO_MEMORY);
  expect_idle(&c.net);
  nook_interpreter cleared{};  // static memory that was never touched
  expect_idle(&cleared);
}

TEST(each_new_construction_starts_over) {
  const Case& k = case_of(kName);
  InC c(kName);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(c.init(), NOOK_OK);
    memcpy(const_cast<void*>(c.b.in[0].data), k.in, c.b.in[0].bytes);
    for (int run = 0; run <= round; ++run) {
      memset(c.b.out[0].data, 0x5A, c.b.out[0].bytes);
      nook_interpreter_invoke(&c.net);
      EXPECT(memcmp(c.b.out[0].data, k.out, c.b.out[0].bytes) == 0);
    }
  }
}

TEST(buffers_that_share_bytes_are_named) {
  InC c(kWithScratch);
  EXPECT_EQ(c.overlap(), NOOK_OK);
  const nook_buffer kept = c.memory.persistent, lent = c.memory.scratch;
  const auto expect = [&](nook_role role, nook_role other) {
    EXPECT(c.overlap() == NOOK_OVERLAP && c.fault.role == role && c.fault.operand == other);
    c.memory.persistent = kept, c.memory.scratch = lent, c.memory.working = {working, c.b.working_need};
    EXPECT_EQ(c.overlap(), NOOK_OK);
  };
  c.memory.scratch.data = persistent + kept.bytes - 1;
  expect(NOOK_ROLE_SCRATCH, NOOK_ROLE_PERSISTENT);
  c.memory.persistent.data = scratch + lent.bytes - 1;
  expect(NOOK_ROLE_SCRATCH, NOOK_ROLE_PERSISTENT);
  c.memory.working.data = persistent;
  expect(NOOK_ROLE_WORKING, NOOK_ROLE_PERSISTENT);
  c.memory.scratch.data = c.b.out[0].data;
  expect(NOOK_ROLE_OUTPUT, NOOK_ROLE_SCRATCH);
  c.memory.scratch.data = const_cast<void*>(c.b.in[0].data);
  expect(NOOK_ROLE_INPUT, NOOK_ROLE_SCRATCH);
  c.memory.scratch.data = persistent + kept.bytes;  // adjacent
  EXPECT_EQ(c.overlap(), NOOK_OK);
  c.memory.scratch = lent, c.memory.working.data = scratch;  // free when an inference begins
  EXPECT_EQ(c.overlap(), NOOK_OK);
  c.memory.working = {nullptr, 0};
  EXPECT_EQ(c.overlap(), NOOK_OK);
  const void* const input = c.b.in[0].data;
  c.b.in[0].data = c.b.out[0].data;
  EXPECT_EQ(c.overlap(), NOOK_OVERLAP);
  char text[60];
  nook_describe_fault(&c.fault, text, sizeof text);
  EXPECT(strcmp(text, "output 0: it shares bytes with input 0") == 0);
  c.b.in[0].data = input;
}

TEST(outputs_in_the_scratch_share_bytes_with_nothing_of_the_application) {
  InterpreterOptions inside;
  inside.inputs_in_scratch = inside.outputs_in_scratch = 1;
  const Bench b(case_of(kName).model, inside);
  const nook_interpreter_memory memory = {
      nullptr, nullptr, {persistent, b.need.persistent.bytes}, {scratch, b.need.scratch.bytes}, {}, {}};
  EXPECT_EQ(nook_check_overlap(&memory, &b.need, nullptr), NOOK_OK);
}

namespace {

struct Inner {
  nook_interpreter* net;
  const Case* of;
  void* out;
  size_t bytes;
  int runs;
};

// The work of an interrupt in the middle of an inference.
void run_inner(void* user, const nook_event*) {
  Inner& inner = *static_cast<Inner*>(user);
  memset(inner.out, 0x5A, inner.bytes);
  nook_interpreter_invoke(inner.net);
  EXPECT(memcmp(inner.out, inner.of->out, inner.bytes) == 0);
  ++inner.runs;
}

}  // namespace

TEST(a_model_runs_in_the_middle_of_another_that_has_other_memory) {
  const Case &outer = case_of(kName), &inner = case_of("fully_connected_per_channel");
  alignas(16) static uint8_t kept[4096], lent[4096], in[1024], out[1024];
  nook_const_buffer input{};
  nook_buffer output{};
  const Bench b(inner.model);  // its buffers replace the buffers of `a`
  EXPECT(b.need.persistent.bytes <= sizeof kept && b.need.scratch.bytes <= sizeof lent);
  input = {in, b.need.inputs[0].bytes}, output = {out, b.need.outputs[0].bytes};
  EXPECT(input.bytes <= sizeof in && output.bytes <= sizeof out);
  Interpreter second(
      b.model, b.resolver,
      {{&input, 1}, {&output, 1}, {kept, sizeof kept}, {lent, sizeof lent}, {working, b.working_need}});
  EXPECT(second.ok());
  memcpy(in, inner.in, input.bytes);
  Inner user{second.c(), &inner, out, output.bytes, 0};
  const Bench first(outer.model);
  Interpreter net(
      first.model, first.resolver,
      first.memory({persistent, first.need.persistent.bytes}, {scratch, first.need.scratch.bytes}));
  EXPECT(net.ok());
  net.set_event(run_inner, &user);
  memcpy(const_cast<void*>(first.in[0].data), outer.in, first.in[0].bytes);
  net.invoke();
  EXPECT(user.runs >= 2);
  EXPECT(memcmp(first.out[0].data, outer.out, first.out[0].bytes) == 0);
}

namespace {

// The last bytes of the address space: a larger size wraps around.
uint8_t* near_the_end(size_t bytes) { return reinterpret_cast<uint8_t*>(~uintptr_t{0} - bytes + 1); }

}  // namespace

// The result of a failed allocation: null, and the requested size.
TEST(null_memory_with_its_size_is_refused_in_every_role) {
  const nook_buffer nothing = {nullptr, 1 << 20};
  InC c(kWithScratch);
  const auto expect = [&](nook_role role) {
    EXPECT_EQ(c.init(), NOOK_NULL);
    EXPECT_EQ(c.fault.role, role);
    EXPECT(c.fault.need > 0);
    expect_idle(&c.net);
  };
  const nook_interpreter_memory good = c.memory;
  c.memory.persistent = nothing;
  expect(NOOK_ROLE_PERSISTENT);
  c.memory = good, c.memory.scratch = nothing;
  expect(NOOK_ROLE_SCRATCH);
  c.memory.working = {nullptr, 0};  // the scratch
  expect(NOOK_ROLE_SCRATCH);
  c.memory = good, c.memory.working = nothing;
  expect(NOOK_ROLE_WORKING);
  c.memory = good;
  const nook_const_buffer given = c.b.in[1];
  c.b.in[1].data = nullptr;
  expect(NOOK_ROLE_INPUT);
  c.b.in[1] = given;
  const nook_buffer taken = c.b.out[0];
  c.b.out[0].data = nullptr;
  expect(NOOK_ROLE_OUTPUT);
  c.b.out[0] = taken;
  EXPECT_EQ(c.init(), NOOK_OK);
  EXPECT_EQ(nook_interpreter_set_input(&c.net, 0, {nullptr, 1 << 20}), NOOK_NULL);
  EXPECT_EQ(nook_interpreter_set_output(&c.net, 0, nothing), NOOK_NULL);
  EXPECT_EQ(nook_interpreter_set_scratch(&c.net, nothing), NOOK_NULL);
}

TEST(null_memory_with_its_size_is_refused_by_every_function) {
  InC c(kName);
  const nook_buffer nothing = {nullptr, 1 << 20};
  nook_memory_requirements need;
  nook_memory_sizes sizes;
  const auto* r = &c.b.resolver;
  size_t (*const kBytesOf[])(const void*, size_t) = {nook_working_bytes, nook_packing_bytes, nook_rows_bytes,
                                                     nook_control_bytes};
  for (const auto bytes_of : kBytesOf) {
    EXPECT_EQ(bytes_of(nullptr, 1 << 20), 0);
    EXPECT_EQ(bytes_of(nullptr, 0), 0);
    EXPECT_EQ(bytes_of(near_the_end(64), 4096), 0);
  }
  EXPECT(nook::Model::open({nullptr, 4096}).code() == Code::kNull);
  EXPECT_EQ(nook_requirements(c.file(), c.bytes(), r, &c.options, nothing, &need, &c.fault), NOOK_NULL);
  EXPECT_EQ(c.fault.role, NOOK_ROLE_WORKING);
  EXPECT_EQ(nook_requirements(nullptr, 4096, r, &c.options, {working, sizeof working}, &need, &c.fault),
            NOOK_NULL);
  EXPECT_EQ(nook_query_sizes(c.file(), c.bytes(), r, &c.options, nullptr, &c.fault), NOOK_NULL);
  EXPECT_EQ(c.fault.status, NOOK_NULL);
  EXPECT_EQ(nook_query_sizes(nullptr, 4096, r, &c.options, &sizes, &c.fault), NOOK_NULL);
  EXPECT_EQ(nook_query_sizes(c.file(), c.bytes(), nullptr, &c.options, &sizes, nullptr), NOOK_NULL);
  EXPECT_EQ(
      nook_interpreter_init_in_arena(&c.net, c.file(), c.bytes(), r, &c.options, nothing, nullptr, &c.fault),
      NOOK_NULL);
  EXPECT(c.fault.role == NOOK_ROLE_ARENA && c.fault.need > 0);
  EXPECT_EQ(nook_interpreter_init(&c.net, c.file(), c.bytes(), r, &c.options, nullptr, &c.fault), NOOK_NULL);
  char text[60];
  nook_describe_fault(&c.fault, text, sizeof text);
  EXPECT(strcmp(text, "an argument is null") == 0);
  nook_describe_fault(&c.fault, nullptr, sizeof text);
  nook_describe_fault(nullptr, text, sizeof text);
  EXPECT_EQ(text[0], 0);
  const Resolver none = {nullptr, 7};
  EXPECT_EQ(c.init(c.file(), &none, &c.options, &c.memory), NOOK_UNSUPPORTED);
}

TEST(null_memory_with_its_size_is_refused_in_cpp) {
  Bench b(case_of(kName).model);
  const auto made = [&](const nook::InterpreterMemory& memory) {
    const Interpreter net(b.model, b.resolver, memory, b.options);
    return net.fault();
  };
  const Span<uint8_t> nothing{nullptr, 1 << 20};
  const nook::InterpreterMemory good =
      b.memory({persistent, b.need.persistent.bytes}, {scratch, b.need.scratch.bytes});
  EXPECT_EQ(made(good).status, NOOK_OK);
  nook::InterpreterMemory bad = good;
  bad.persistent = nothing;
  EXPECT(made(bad).status == NOOK_NULL && made(bad).role == NOOK_ROLE_PERSISTENT);
  bad = good, bad.working = nothing;
  EXPECT(made(bad).status == NOOK_NULL && made(bad).role == NOOK_ROLE_WORKING);
  bad = good, bad.working = {}, bad.scratch = nothing;
  EXPECT(made(bad).status == NOOK_NULL && made(bad).role == NOOK_ROLE_SCRATCH);
  bad = good, bad.inputs = {nullptr, 1};
  EXPECT(made(bad).status == NOOK_NULL && made(bad).role == NOOK_ROLE_INPUT);
  bad = good, bad.outputs = {nullptr, 1};
  EXPECT(made(bad).status == NOOK_NULL && made(bad).role == NOOK_ROLE_OUTPUT);
  const auto in_arena = Interpreter::in_arena(b.model, b.resolver, nothing, nullptr, b.options);
  EXPECT(in_arena.fault().status == NOOK_NULL && in_arena.fault().role == NOOK_ROLE_ARENA);
  MemoryRequirements need;
  EXPECT(nook::memory_requirements(b.model, b.resolver, b.options, nothing, &need) == Code::kNull);
  EXPECT(nook::memory_requirements(b.model, b.resolver, b.options, {working, sizeof working}, nullptr) ==
         Code::kNull);
  EXPECT(nook::memory_sizes(b.model, b.resolver, b.options, nullptr) == Code::kNull);
}

TEST(packed_weights_in_no_memory_are_refused) {
  InterpreterOptions packing;
  packing.packer = &nook_pack_weights;
  Bench b(case_of(kName).model, packing, nook::resolver(nook::kEntries<nook::Kernels::kFast>));
  nook::InterpreterMemory memory =
      b.memory({persistent, b.need.persistent.bytes}, {scratch, b.need.scratch.bytes});
  const nook_packer* const kPackers[] = {&nook_pack_weights, &nook_packed_weights};
  for (const nook_packer* packer : kPackers) {
    b.options.packer = packer;
    memory.constants = {nullptr, 1 << 20};
    const Interpreter null(b.model, b.resolver, memory, b.options);
    EXPECT(null.fault().status == NOOK_NULL && null.fault().role == NOOK_ROLE_CONSTANTS);
    memory.constants = {constants + 1, sizeof constants - 1};
    const Interpreter beside(b.model, b.resolver, memory, b.options);
    EXPECT(beside.fault().status == NOOK_MISALIGNED && beside.fault().role == NOOK_ROLE_CONSTANTS);
    memory.constants = {near_the_end(64), 1 << 20};
    if (b.need.constants.bytes <= 64) continue;
    const Interpreter wraps(b.model, b.resolver, memory, b.options);
    EXPECT(wraps.fault().status == NOOK_NO_MEMORY && wraps.fault().role == NOOK_ROLE_CONSTANTS);
    EXPECT_EQ(wraps.fault().have, 64);
  }
}

// Memory ends at the last address, whatever its size says.
TEST(memory_that_wraps_around_has_the_bytes_up_to_the_last_address) {
  InC c(kWithScratch);
  const nook_interpreter_memory good = c.memory;
  const auto expect = [&](nook_role role, size_t have) {
    EXPECT_EQ(c.init(), NOOK_NO_MEMORY);
    EXPECT_EQ(c.fault.role, role);
    EXPECT_EQ(c.fault.have, have);
    c.memory = good;
  };
  c.memory.persistent = {near_the_end(8), SIZE_MAX};
  expect(NOOK_ROLE_PERSISTENT, 8);
  c.memory.scratch = {near_the_end(16), SIZE_MAX - 32};
  expect(NOOK_ROLE_SCRATCH, 16);
  c.memory.working = {near_the_end(3), SIZE_MAX};
  expect(NOOK_ROLE_WORKING, 3);
  const nook_const_buffer in = c.b.in[6];
  c.b.in[6] = {near_the_end(4), SIZE_MAX};
  expect(NOOK_ROLE_INPUT, 4);
  c.b.in[6] = in;
  const nook_buffer out = c.b.out[0];
  c.b.out[0] = {near_the_end(4), SIZE_MAX};
  expect(NOOK_ROLE_OUTPUT, 4);
  c.b.out[0] = out;
  EXPECT_EQ(c.init(), NOOK_OK);
  EXPECT_EQ(nook_interpreter_init_in_arena(&c.net, c.file(), c.bytes(), &c.b.resolver, &c.options,
                                           {near_the_end(48), SIZE_MAX}, nullptr, &c.fault),
            NOOK_NO_MEMORY);
  EXPECT(c.fault.role == NOOK_ROLE_ARENA && c.fault.have == 48 && c.fault.need > 48);
  nook_memory_requirements need;
  EXPECT_EQ(nook_requirements(c.file(), c.bytes(), &c.b.resolver, &c.options, {near_the_end(5), SIZE_MAX},
                              &need, &c.fault),
            NOOK_NO_MEMORY);
  EXPECT_EQ(c.fault.have, 5);
  EXPECT_EQ(c.init(near_the_end(64), &c.b.resolver, &c.options, &c.memory), NOOK_BAD_MODEL);
}

TEST(arguments_of_the_check_that_are_missing_are_refused) {
  InC c(kWithScratch);
  nook_memory_requirements need = c.b.need;
  EXPECT_EQ(nook_check_overlap(nullptr, &need, &c.fault), NOOK_NULL);
  EXPECT_EQ(nook_check_overlap(&c.memory, nullptr, &c.fault), NOOK_NULL);
  EXPECT_EQ(c.fault.status, NOOK_NULL);
  c.memory.inputs = nullptr;
  EXPECT(c.overlap() == NOOK_NULL && c.fault.role == NOOK_ROLE_INPUT && c.fault.index == 0);
  c.memory.inputs = c.b.in, c.memory.outputs = nullptr;
  EXPECT(c.overlap() == NOOK_NULL && c.fault.role == NOOK_ROLE_OUTPUT);
  c.memory.outputs = c.b.out, need.inputs = nullptr;
  EXPECT_EQ(nook_check_overlap(&c.memory, &need, &c.fault), NOOK_NULL);
  need = c.b.need;
  const nook_interpreter_memory good = c.memory;
  nook_buffer nook_interpreter_memory::*const kParts[] = {&nook_interpreter_memory::persistent,
                                                          &nook_interpreter_memory::scratch,
                                                          &nook_interpreter_memory::working};
  for (const auto part : kParts) {
    (c.memory.*part).data = nullptr;
    EXPECT_EQ(c.overlap(), NOOK_NULL);
    c.memory = good;
  }
  c.memory.working = {nullptr, 0}, c.memory.scratch.bytes = 1 << 15;  // the construction works in the scratch
  c.memory.scratch.data = persistent;
  EXPECT_EQ(c.overlap(), NOOK_OVERLAP);
  c.memory = good, c.memory.persistent = {near_the_end(8), SIZE_MAX};
  EXPECT_EQ(c.overlap(), NOOK_OK);
}

TEST(no_interpreter_does_nothing) {
  static uint8_t buffer[16];
  EXPECT_EQ(nook_interpreter_invoke(nullptr), NOOK_BAD_STATE);
  nook_interpreter_reset(nullptr);
  EXPECT_EQ(nook_interpreter_state(nullptr).bytes, 0);
  EXPECT(!nook_interpreter_input(nullptr, 0) && !nook_interpreter_output(nullptr, 0));
  EXPECT_EQ(nook_interpreter_set_input(nullptr, 0, {buffer, sizeof buffer}), NOOK_NULL);
  EXPECT_EQ(nook_interpreter_set_output(nullptr, 0, {buffer, sizeof buffer}), NOOK_NULL);
  EXPECT_EQ(nook_interpreter_set_scratch(nullptr, {buffer, sizeof buffer}), NOOK_NULL);
  nook_interpreter_profile(nullptr, nullptr, nullptr);
}

TEST(requirements_of_several_models_add_up) {
  nook_memory_requirements each[3] = {}, together;
  each[0].persistent = {10, 8}, each[0].constants = {17, 16}, each[0].scratch = {5, 16};
  each[2].persistent = {3, 8}, each[2].constants = {32, 16}, each[2].scratch = {4, 16};
  nook_shared_requirements(each, 3, &together);  // the second was refused, and has no alignment
  EXPECT(together.persistent.bytes == 19 && together.persistent.alignment == 8);
  EXPECT(together.constants.bytes == 64 && together.scratch.bytes == 5);
  each[1].persistent = {SIZE_MAX, 8};
  nook_shared_requirements(each, 3, &together);
  EXPECT_EQ(together.persistent.bytes, SIZE_MAX);
  nook_shared_requirements(nullptr, 3, &together);
  EXPECT_EQ(together.persistent.bytes, 0);
  nook_shared_requirements(each, 3, nullptr);
}
