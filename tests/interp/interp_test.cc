// The interpreter in exactly the memory that it requests, on this machine and on every board.
#include "nook/plan/verify.h"
#include "tests/interp/bench.h"

using namespace interp_test;

TEST(the_queried_sizes_suffice_wherever_the_interface_is) {
  for (const Case& c : cases()) {
    run_case(c, {});
    InterpreterOptions options;
    options.keep_scales = 1;
    run_case(c, options);
    if (strcmp(c.name, "odd_interface") == 0) continue;
    options.keep_scales = 0, options.inputs_in_scratch = options.outputs_in_scratch = 0x7FFFFFFF;
    run_case(c, options);
    options.inputs_in_scratch = 2;  // some in the scratch, some not
    run_case(c, options);
  }
}

TEST(every_smaller_size_of_every_role_is_refused_with_role_need_and_have) {
  for (const Case& c : cases()) {
    const Bench b(c.model);
    sweep_all(b);
  }
}

TEST(the_query_writes_nothing_but_its_working_buffer_and_refuses_a_smaller_one) {
  for (const Case& c : cases()) {
    const Model model = *Model::open(c.model);
    const size_t need = nook::working_bytes(model);
    for (size_t bytes = 0; bytes <= need; bytes += bytes + 16 < need ? 16 : 1) {
      memset(working, 0xA5, need + kGuard);
      MemoryRequirements requirements;
      InterpreterFault why;
      const Code code =
          nook::memory_requirements(model, all_ops(), {}, {working, bytes}, &requirements, &why);
      EXPECT(code == (bytes < need ? Code::kNoMemory : Code::kOk));
      if (bytes < need) EXPECT(why.role == NOOK_ROLE_WORKING && why.need == need && why.have == bytes);
      for (size_t i = bytes; i < need + kGuard; ++i)
        if (working[i] != 0xA5) {
          EXPECT_EQ(working[i], 0xA5);
          break;
        }
    }
  }
}

TEST(looking_for_variables_needs_no_memory_if_the_model_has_none) {
  const Model model = *Model::open(accumulator());
  const Span<uint8_t> memory{working, nook::working_bytes(model)};
  MemoryRequirements without, with;
  InterpreterOptions options;
  EXPECT(nook::memory_requirements(model, all_ops(), options, memory, &without) == Code::kOk);
  options.variables = &nook_resource_variables;
  EXPECT(nook::memory_requirements(model, all_ops(), options, memory, &with) == Code::kOk);
  EXPECT_EQ(with.persistent.bytes, without.persistent.bytes);
}

TEST(a_working_buffer_may_start_anywhere) {
  const Case& c = case_of("wide");
  const Model model = *Model::open(c.model);
  for (size_t skew = 0; skew < 16; ++skew) {
    MemoryRequirements need;
    const Span<uint8_t> memory{working + skew, nook::working_bytes(model)};
    EXPECT(nook::memory_requirements(model, all_ops(), {}, memory, &need) == Code::kOk);
  }
}

TEST(null_and_misaligned_buffers_are_named) {
  const Case& c = case_of("conv_2d_3x3_same");
  Bench b(c.model);
  const auto fault = [&](Span<uint8_t> kept, Span<uint8_t> lent) {
    return Interpreter(b.model, b.resolver, b.memory(kept, lent)).fault();
  };
  const Span<uint8_t> kept{persistent, b.need.persistent.bytes}, lent{scratch, sizeof scratch};
  EXPECT_EQ(fault({}, lent).status, NOOK_NULL);
  EXPECT_EQ(fault({}, lent).role, NOOK_ROLE_PERSISTENT);
  const InterpreterFault skewed = fault({persistent + 4, kept.size()}, lent);
  EXPECT(skewed.status == NOOK_MISALIGNED && skewed.role == NOOK_ROLE_PERSISTENT && skewed.need == 8 &&
         skewed.have == 4);
  const nook_buffer out = b.out[0];
  b.out[0].data = nullptr;
  EXPECT(fault(kept, lent).status == NOOK_NULL && fault(kept, lent).role == NOOK_ROLE_OUTPUT);
  b.out[0] = {static_cast<uint8_t*>(out.data) + 2, out.bytes};
  EXPECT(fault(kept, lent).status == NOOK_MISALIGNED && fault(kept, lent).have == 2);
  b.out[0] = out;
  b.in[0].data = nullptr;
  EXPECT(fault(kept, lent).role == NOOK_ROLE_INPUT && fault(kept, lent).index == 0);
}

TEST(buffers_can_be_exchanged_between_two_runs) {
  const Case& c = case_of("conv_2d_3x3_same");
  const Bench b(c.model);
  Interpreter net(b.model, b.resolver, b.memory({persistent, sizeof persistent}, {scratch, sizeof scratch}));
  EXPECT(net.ok());
  alignas(4) static uint8_t second_in[4096], second_out[4096];
  memcpy(second_in, c.in, b.in[0].bytes);
  EXPECT(net.set_input(0, {second_in, b.in[0].bytes}) == Code::kOk);
  EXPECT(net.set_output(0, {second_out, b.out[0].bytes}) == Code::kOk);
  net.invoke();
  EXPECT(memcmp(second_out, c.out, b.out[0].bytes) == 0);
  EXPECT(net.set_input(0, {second_in, b.in[0].bytes - 1}) == Code::kNoMemory);
  EXPECT(net.set_input(0, {second_in + 1, b.in[0].bytes}) == Code::kMisaligned);
  EXPECT(net.set_output(0, {nullptr, b.out[0].bytes}) == Code::kNull);
  EXPECT(net.set_output(7, {second_out, b.out[0].bytes}) == Code::kUnsupported);
  EXPECT(net.set_scratch({scratch + 8, sizeof scratch - 8}) ==
         (b.need.scratch.bytes ? Code::kMisaligned : Code::kOk));
  // If one is refused, the previous one stays.
  EXPECT(net.input(0) == second_in && net.output(0) == second_out);
}

TEST(an_operator_that_is_not_in_the_resolver_is_named_with_node_and_version) {
  const Bench b(case_of("odd_interface").model);
  const Resolver none = {nullptr, 0};
  MemoryRequirements need;
  InterpreterFault why;
  EXPECT(nook::memory_requirements(b.model, none, {}, {working, b.working_need}, &need, &why) ==
         Code::kUnsupported);
  char text[80];
  nook_describe_fault(&why, text, sizeof text);
  EXPECT(strcmp(text, "operator 0 ADD version 2: it is not in the resolver") == 0);
  nook_describe_fault(&why, text, 12);
  EXPECT(strcmp(text, "operator 0 ") == 0);
  why.op_name = "My\x1bOp of others", why.op_name_length = 5;  // the name in the model, whatever that is
  nook_describe_fault(&why, text, sizeof text);
  EXPECT(strcmp(text, "operator 0 My?Op version 2: it is not in the resolver") == 0);
}

TEST(a_wrong_plan_is_described_with_the_buffers_that_it_is_about) {
  nook_interpreter_fault fault{};
  fault.status = NOOK_BAD_MODEL, fault.role = NOOK_ROLE_PLAN, fault.index = 3;
  char text[120];
  for (uint8_t why = 1; why <= static_cast<uint8_t>(nook::PlanFault::kOverlap); ++why) {
    fault.plan_fault = why;
    constexpr int32_t kOthers[] = {-1, 0, 5};
    for (const int32_t other : kOthers) {
      fault.other = other;
      nook_describe_fault(&fault, text, sizeof text);
      EXPECT(strstr(text, "buffer 3") != nullptr);
      EXPECT((strstr(text, "buffer 3 and buffer 0: ") != nullptr) == (other == 0));
      EXPECT((strstr(text, "buffer 3 and buffer 5: ") != nullptr) == (other == 5));
      EXPECT((strstr(text, "buffer 3: ") != nullptr) == (other < 0));
    }
  }
}

TEST(state_is_kept_reset_saved_and_restored) {
  const Bench b(accumulator());
  EXPECT_EQ(b.need.state_bytes, 4);
  Interpreter net(b.model, b.resolver,
                  b.memory({persistent, b.need.persistent.bytes}, {scratch, b.need.scratch.bytes}));
  EXPECT(net.ok());
  int8_t* const x = static_cast<int8_t*>(net.input(0));
  const int8_t* const y = static_cast<const int8_t*>(net.output(0));
  const auto run = [&](int8_t step) {  // in units of 0.5
    memset(x, step + 3, 4);
    net.invoke();
    return y[0] - 11;
  };
  EXPECT_EQ(run(2), 2);
  EXPECT_EQ(run(5), 7);
  uint8_t saved[4];
  memcpy(saved, net.state().data(), 4);
  EXPECT_EQ(run(1), 8);
  net.reset();
  EXPECT_EQ(run(1), 1);
  memcpy(net.state().data(), saved, 4);
  EXPECT_EQ(run(1), 8);
}

TEST(several_interpreters_share_one_scratch_and_one_persistent_region) {
  const Case* const cases[] = {&case_of("conv_2d_3x3_same"), &case_of("wide")};
  static uint8_t work[2][8192];
  MemoryRequirements each[2], all;
  for (int i = 0; i < 2; ++i)
    EXPECT(nook::memory_requirements(*Model::open(cases[i]->model), all_ops(), {}, work[i], &each[i]) ==
           Code::kOk);
  nook_shared_requirements(each, 2, &all);
  EXPECT_EQ(all.scratch.bytes,
            each[0].scratch.bytes > each[1].scratch.bytes ? each[0].scratch.bytes : each[1].scratch.bytes);
  const size_t second = (each[0].persistent.bytes + 7) / 8 * 8;
  EXPECT_EQ(all.persistent.bytes, second + each[1].persistent.bytes);
  const Guarded kept(persistent, all.persistent.bytes);
  const Bench a(cases[0]->model);
  Interpreter first(a.model, a.resolver,
                    a.memory({kept.data, each[0].persistent.bytes}, {scratch, all.scratch.bytes}));
  memcpy(first.input(0), cases[0]->in, a.in[0].bytes);
  first.invoke();
  EXPECT(memcmp(first.output(0), cases[0]->out, a.out[0].bytes) == 0);
  const Bench b(cases[1]->model);  // reuses the interface's memory
  Interpreter other(b.model, b.resolver,
                    b.memory({kept.data + second, each[1].persistent.bytes}, {scratch, all.scratch.bytes}));
  const uint8_t* in = cases[1]->in;
  for (uint32_t i = 0; i < b.need.input_count; ++i)
    memcpy(other.input(i), in, b.in[i].bytes), in += b.in[i].bytes;
  other.invoke();
  EXPECT(memcmp(other.output(0), cases[1]->out, b.out[0].bytes) == 0);
  memcpy(first.input(0), cases[0]->in, a.in[0].bytes);
  first.invoke();
  EXPECT(memcmp(first.output(0), cases[0]->out, a.out[0].bytes) == 0);
  EXPECT(kept.whole());
}

TEST(events_name_each_operator_and_show_what_it_wrote) {
  struct Seen {
    int begun = 0, ended = 0, nodes = 0;
    uint8_t last[4096];
    int32_t bytes = 0;
  };
  static Seen seen;
  const Case& c = case_of("conv_2d_3x3_same");
  InterpreterOptions options;
  options.user = &seen;
  options.event = [](void* user, const nook_event* event) {
    Seen& s = *static_cast<Seen*>(user);
    if (event->kind == NOOK_EVENT_BEGIN) {
      EXPECT_EQ(event->node, s.begun == s.ended ? s.begun++ % s.nodes : -1);
      return;
    }
    ++s.ended;
    s.bytes = event->bytes;
    memcpy(s.last, event->data, static_cast<size_t>(event->bytes));
  };
  seen.nodes = static_cast<int>(Model::open(c.model)->subgraph(0).operator_count());
  run_case(c, options);
  const Bench b(c.model);
  EXPECT(seen.begun == 2 * seen.nodes && seen.begun == seen.ended);
  EXPECT_EQ(seen.bytes, b.out[0].bytes);
  EXPECT(memcmp(seen.last, c.out + b.out[0].bytes, b.out[0].bytes) == 0);  // output of the second run
}

// ---- the C interface ----

TEST(a_profile_has_the_time_of_each_operator) {
  const Case& c = case_of("conv_2d_3x3_same");
  const Bench b(c.model);
  Interpreter net(b.model, b.resolver, b.memory({persistent, sizeof persistent}, {scratch, sizeof scratch}));
  uint32_t ticks[8] = {};
  net.profile(
      []() -> uint32_t {
        static uint32_t now = UINT32_MAX - 2;
        return now += 5;
      },
      ticks);
  net.invoke();
  net.invoke();
  for (uint32_t i = 0; i < b.model.subgraph(0).operator_count(); ++i) EXPECT_EQ(ticks[i], 10);
  net.profile(nullptr, nullptr);
  net.invoke();
  EXPECT_EQ(ticks[0], 10);
}

namespace {

// Runs in an arena of that size, where one byte less is refused: returns the missing need, or 0 and the
// correct results.
size_t run_in_arena(const Case& c, const InterpreterOptions& options, size_t bytes) {
  const Model model = *Model::open(c.model);
  const Guarded arena(scratch, bytes);
  size_t used = 0;
  Interpreter net = Interpreter::in_arena(model, all_ops(), arena.span(), &used, options);
  EXPECT(arena.whole());
  if (!net.ok()) {
    EXPECT(net.fault().role == NOOK_ROLE_ARENA && net.fault().have == bytes && net.fault().need > bytes);
    return net.fault().need;
  }
  EXPECT(used <= bytes);
  const Bench b(c.model);
  const uint8_t *in = c.in, *out = c.out;
  for (int k = 0; k < c.runs; ++k) {
    for (uint32_t i = 0; i < net.input_count(); ++i)
      memcpy(net.input(i), in, b.in[i].bytes), in += b.in[i].bytes;
    net.invoke();
    for (uint32_t i = 0; i < net.output_count(); ++i) {
      EXPECT(memcmp(net.output(i), out, b.out[i].bytes) == 0);
      out += b.out[i].bytes;
    }
  }
  EXPECT(arena.whole());
  return 0;
}

}  // namespace

TEST(one_arena_holds_everything_and_is_refused_with_what_it_needs) {
  for (const Case& c : cases()) {
    InterpreterOptions options;
    for (int side = 0; side < 2; ++side) {
      if (side == 1) options.inputs_in_scratch = options.outputs_in_scratch = 0x7FFFFFFF;
      if (side == 1 && strcmp(c.name, "odd_interface") == 0) continue;
      // Reports everything at once, even if there is not enough memory for the query.
      const size_t all = run_in_arena(c, options, 0);
      for (size_t bytes = 1; bytes < all; bytes = 2 * bytes + 1)
        EXPECT_EQ(run_in_arena(c, options, bytes), all);
      EXPECT_EQ(run_in_arena(c, options, all - 1), all);
      EXPECT_EQ(run_in_arena(c, options, all), size_t{0});
      EXPECT_EQ(run_in_arena(c, options, all + 100), size_t{0});
    }
  }
}

TEST(a_malformed_input_is_refused_even_if_no_operator_reads_it) {
  const Case& c = case_of("odd_interface");
  alignas(16) static uint8_t file[4096];
  EXPECT(c.model.size() <= sizeof file);
  memcpy(file, c.model.data(), c.model.size());
  const Model model = *Model::open({file, c.model.size()});
  const int32_t unread = model.subgraph(0).inputs()[1];
  const Span<const float> scales = model.subgraph(0).tensor(static_cast<uint32_t>(unread)).scales();
  EXPECT_EQ(scales.size(), size_t{1});
  memset(file + (reinterpret_cast<const uint8_t*>(scales.data()) - file), 0xFF, sizeof(float));  // a NaN
  constexpr uint32_t kPlaces[] = {0, 2};  // in the application's buffer, in the scratch
  for (const uint32_t bits : kPlaces) {
    InterpreterOptions options;
    options.inputs_in_scratch = bits;
    MemoryRequirements need;
    InterpreterFault why;
    const Span<uint8_t> memory{working, nook::working_bytes(model)};
    EXPECT(nook::memory_requirements(model, all_ops(), options, memory, &need, &why) == Code::kBadType);
    EXPECT(why.role == NOOK_ROLE_MODEL && why.index == unread && why.reason != 0);
    size_t used = 7;
    EXPECT(!Interpreter::in_arena(model, all_ops(), {scratch, sizeof scratch}, &used, options).ok());
    EXPECT_EQ(used, size_t{7});
  }
}

TEST(the_interface_in_c_is_the_same) {
  const Case& c = case_of("conv_2d_3x3_same");
  const Bench b(c.model);
  const nook_resolver resolver = all_ops();
  nook_interpreter_options options = {&nook_greedy_planner,
                                      nook_check_model,
                                      0,
                                      0,
                                      0,
                                      nullptr,
                                      nullptr,
                                      nullptr,
                                      nullptr,
                                      nullptr,
                                      nullptr,
                                      0};
  EXPECT_EQ(nook_working_bytes(c.model.data(), c.model.size()), b.working_need);
  nook_memory_requirements need;
  nook_interpreter_fault why;
  EXPECT_EQ(nook_requirements(c.model.data(), c.model.size(), &resolver, &options, {working, b.working_need},
                              &need, &why),
            NOOK_OK);
  EXPECT(need.persistent.bytes == b.need.persistent.bytes && need.scratch.bytes == b.need.scratch.bytes);
  const nook_interpreter_memory memory = {b.in,
                                          b.out,
                                          {persistent, need.persistent.bytes},
                                          {scratch, need.scratch.bytes},
                                          {working, b.working_need},
                                          {nullptr, 0}};
  nook_interpreter net;
  EXPECT_EQ(nook_interpreter_init(&net, c.model.data(), c.model.size(), &resolver, &options, &memory, &why),
            NOOK_OK);
  memcpy(nook_interpreter_input(&net, 0), c.in, b.in[0].bytes);
  nook_interpreter_invoke(&net);
  EXPECT(memcmp(nook_interpreter_output(&net, 0), c.out, b.out[0].bytes) == 0);
  EXPECT_EQ(
      nook_interpreter_init(&net, c.model.data(), c.model.size() / 2, &resolver, &options, &memory, &why),
      NOOK_BAD_MODEL);
  nook_interpreter_invoke(&net);  // does not run anything
  EXPECT(why.role == NOOK_ROLE_MODEL);
}

TEST(random_bytes_in_a_model_are_refused_or_run) {
  test::Rng rng(5);
  alignas(16) static uint8_t file[20000];
  int refused_ones = 0, ran = 0;
  for (int k = 0; k < (sizeof(void*) == 8 ? 4000 : 400); ++k) {
    const Case& c = cases()[rng.next() % cases().size()];
    memcpy(file, c.model.data(), c.model.size());
    const int flips = rng.in(1, 4);
    for (int i = 0; i < flips; ++i)
      file[rng.next() % c.model.size()] ^= static_cast<uint8_t>(1 << rng.in(0, 7));
    const auto model = Model::open({file, c.model.size()});
    if (!model || nook::working_bytes(*model) > sizeof working) continue;
    MemoryRequirements need;
    if (nook::memory_requirements(*model, all_ops(), {}, working, &need) != Code::kOk) {
      ++refused_ones;
      continue;
    }
    size_t interface_need = 0;
    for (uint32_t i = 0; i < need.input_count; ++i) interface_need += need.inputs[i].bytes + 3 * kGuard;
    for (uint32_t i = 0; i < need.output_count; ++i) interface_need += need.outputs[i].bytes + 3 * kGuard;
    const bool fits = need.persistent.bytes + 2 * kGuard <= sizeof persistent &&
                      need.scratch.bytes + 8 * kGuard <= sizeof scratch;
    if (!fits || interface_need > sizeof interface || need.input_count > 64 || need.output_count > 64)
      continue;
    const Bench b({file, c.model.size()}, {}, all_ops());  // a flipped bit may make it another operator
    const Guarded kept(persistent, b.need.persistent.bytes), lent(scratch, b.need.scratch.bytes);
    Interpreter net(b.model, b.resolver, b.memory(kept.span(), lent.span()));
    EXPECT(net.ok());
    net.invoke();
    EXPECT(kept.whole() && lent.whole() && interface_is_whole(b));
    ++ran;
  }
  EXPECT(refused_ones > 20 && ran > 20);
}
