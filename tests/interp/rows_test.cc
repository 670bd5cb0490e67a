// The interpreter with operators that run row by row.
#include "nook/interp/builder.h"
#include "tests/interp/bench.h"

using namespace interp_test;

namespace {

const Resolver kRowOps = nook::resolver(kCaseOps<nook::Kernels::kRows>);

InterpreterOptions by_rows(const nook_packer* packer) {
  InterpreterOptions options;
  options.rows = &nook_row_chains, options.packer = packer;
  return options;
}

InterpreterFault query(Span<const uint8_t> file, const InterpreterOptions& options, const Resolver& ops,
                       MemoryRequirements* need) {
  InterpreterFault fault{};
  const Model model = *Model::open(file);
  (void)nook::memory_requirements(model, ops, options, {working, nook::row_bytes(model)}, need, &fault);
  return fault;
}

// The position of a case's metadata in a copy of its file.
struct Copy {
  uint8_t* bytes;
  Span<const uint8_t> file;
  int32_t* words;
  size_t count;

  explicit Copy(const Case& c) : bytes(interface), file(interface, c.model.size()) {
    memcpy(bytes, c.model.data(), c.model.size());
    const Span<const uint8_t> found = Model::open(file)->metadata("NookRowChains");
    words = reinterpret_cast<int32_t*>(bytes + (found.data() - bytes)), count = found.size() / 4;
  }
};

}  // namespace

TEST(chains_give_the_same_bytes_in_less_scratch_or_are_refused) {
  int ran = 0, refused = 0;
  size_t whole = 0, rows = 0;
  for (const Case& c : row_cases()) {
    const nook_packer* const packers[] = {nullptr, &nook_pack_weights};
    for (const nook_packer* const packer : packers) {
      MemoryRequirements need{}, as_whole{};
      const InterpreterFault fault = query(c.model, by_rows(packer), kRowOps, &need);
      if (fault.status != NOOK_OK) {
        EXPECT(fault.status == NOOK_BAD_MODEL && fault.role == NOOK_ROLE_PLAN &&
               fault.plan_fault == nook::interp::kNoRows);
        ++refused;
        continue;
      }
      InterpreterOptions options = by_rows(packer);
      run_case(c, options, kRowOps);
      options.inputs_in_scratch = options.outputs_in_scratch = 0x7FFFFFFF;
      run_case(c, options, kRowOps);
      options = by_rows(packer), options.rows = nullptr;
      EXPECT_EQ(query(c.model, options, kRowOps, &as_whole).status, NOOK_OK);
      whole += as_whole.scratch.bytes, rows += need.scratch.bytes;
      ++ran;
    }
  }
  printf("     %d ran by rows, %d can't; scratch %u, as a whole %u\n", ran, refused,
         static_cast<unsigned>(rows), static_cast<unsigned>(whole));
  EXPECT(ran > refused && refused > 0);
  EXPECT(rows < whole);
}

TEST(every_smaller_size_is_refused_with_chains_too) {
  int swept = 0;
  for (const Case& c : row_cases()) {
    MemoryRequirements need;
    if (query(c.model, by_rows(&nook_pack_weights), kRowOps, &need).status != NOOK_OK || ++swept > 4)
      continue;
    sweep_all(Bench(c.model, by_rows(&nook_pack_weights), kRowOps));
  }
  EXPECT(swept > 4);
}

TEST(the_working_memory_reported_for_chains_is_sufficient_and_necessary) {
  const Span<const uint8_t> file = row_cases()[0].model;
  MemoryRequirements need;
  EXPECT_EQ(query(file, by_rows(&nook_pack_weights), kRowOps, &need).status, NOOK_OK);
  EXPECT_EQ(nook_rows_bytes(file.data(), file.size()), need.working.bytes);
}

TEST(a_model_without_chains_and_a_resolver_without_rows_are_refused) {
  MemoryRequirements need;
  const InterpreterFault none = query(case_of("conv_2d_3x3_same").model, by_rows(nullptr), kRowOps, &need);
  EXPECT(none.status == NOOK_UNSUPPORTED && none.role == NOOK_ROLE_PLAN);
  const InterpreterFault small = query(row_cases()[0].model, by_rows(nullptr), case_ops(), &need);
  EXPECT(small.status == NOOK_BAD_MODEL && small.plan_fault == nook::interp::kNoRows);
  char text[100];
  nook_describe_fault(&small, text, sizeof text);
  EXPECT(strcmp(text, "the plan: operator 0 is to run row by row, which it can't there") == 0);
}

TEST(any_chains_are_refused_or_give_the_same_bytes) {
  constexpr int32_t kValues[] = {-1, 0, 1, 2, 3, 33, INT32_MAX, INT32_MIN};
  int ran = 0, refused = 0;
  for (size_t k = 0; k < row_cases().size(); k += 7) {
    const Case& c = row_cases()[k];
    for (size_t i = 0; i < Copy(c).count; ++i) {
      for (const int32_t value : kValues) {
        Copy copy(c);
        copy.words[i] = value;
        MemoryRequirements need;
        const InterpreterFault fault = query(copy.file, by_rows(nullptr), kRowOps, &need);
        if (fault.status != NOOK_OK) {
          EXPECT(fault.role == NOOK_ROLE_PLAN);
          ++refused;
          continue;
        }
        static uint8_t file[32768];
        EXPECT(copy.file.size() <= sizeof file);
        memcpy(file, copy.bytes, copy.file.size());
        Case changed = c;
        alignas(16) static uint8_t kept[32768];
        memcpy(kept, file, copy.file.size());
        changed.model = {kept, copy.file.size()};
        run_case(changed, by_rows(nullptr), kRowOps);
        ++ran;
      }
    }
  }
  EXPECT(ran > 0 && refused > ran);
}
