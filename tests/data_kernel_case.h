// Compares one kernel of an operator without weights with the reference, on random layers: for the test that
// ./dev new-kernel writes with each kernel. tests/kernel_case.h is for operators with weights.
#pragma once
#include "tests/op_case.h"

namespace test {

// Operands of random bytes, one for each tensor that is not a constant of the model.
struct RandomData {
  static constexpr int kMost = 4;
  alignas(16) uint8_t bytes[kMost][kMostBytes];
  Operand in[kMost];
  int count = 0;

  template <class Op>
  void fill(Rng& rng, const OpCase<Op>& c) {
    count = 0;
    for (size_t i = 0; i < c.inputs; ++i) {
      if (c.in[i].data) continue;
      const int32_t size = c.in[i].bytes();
      for (int32_t k = 0; k < size; ++k) bytes[count][k] = static_cast<uint8_t>(rng.in(0, 255));
      in[count] = {bytes[count], size};
      ++count;
    }
  }
};
inline RandomData random_data;

// Whether `symbol` writes the bytes of the reference on random layers, of which it takes at least one in
// eight. On a core without `isa` there is nothing to run. layers(rng, case) describes a layer, or returns
// false.
template <class Form, class Layers>
bool runs_data_like_reference(const char* symbol, uint32_t isa, Layers layers) {
  const nook::KernelEntry* const row = row_called<Form>(symbol);
  if (!row || !nook::has(nook::kBuildIsa, isa)) return row != nullptr;
  const int before = failures;
  uint32_t all = 0, taken = 0;
  for (uint32_t seed = 0; all < fast_cases() && failures == before; ++seed) {
    Rng rng(seed);
    OpCase<typename Form::Op> c;
    if (!layers(rng, c) || c.in[0].shape.elements() > kMostBytes || c.out.shape.elements() > kMostBytes)
      continue;
    ++all;
    const auto* const p = c.template params<Form>();
    if (!p) return false;
    if (!row->accepts(p, nook::KernelRows::kAll)) continue;
    ++taken;
    random_data.fill(rng, c);
    const void* pointers[RandomData::kMost];
    for (int i = 0; i < random_data.count; ++i) pointers[i] = random_data.in[i].data;
    void* const y[] = {op_memory.reference};
    const auto rows = Form::kernels();
    rows[rows.size() - 1].invoke(p, {pointers, y, scratch_of(rows[rows.size() - 1], p)});
    expect_row_in_all_places<Form>(*row, *p, random_data.in, random_data.count, op_memory.reference,
                                   c.out.bytes(), 1, 1);
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  return takes_enough(symbol, taken, all) && failures == before;
}

}  // namespace test
