// For any bytes, the adapter of TensorFlow Lite Micro's interface gives an error or outputs: in four buffers
// of exactly the queried sizes, in an arena of any size, and with other interpreters in the same arena, run
// in any order. All outputs equal those from four buffers.
#include "nook/compat/tflm.h"
#include "tests/fuzz/interpret.h"
#include "tests/interp/bench.h"

namespace {

using Bytes = std::vector<uint8_t>;

constexpr uint32_t kMostTurns = 8;  // iterations of loops and branches in one inference

void must(bool holds) {
  if (!holds) __builtin_trap();
}

// Random draws that follow from the input, so that a finding is reproducible.
class Draws {
 public:
  Draws(const uint8_t* data, size_t size) {
    for (size_t i = 0; i < size; ++i) state_ = (state_ ^ data[i]) * 0x100000001B3u;
  }
  // A draw below `limit`.
  size_t below(size_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<size_t>((state_ >> 33) % limit);
  }

 private:
  uint64_t state_ = 0xCBF29CE484222325u;
};

struct AllOps : tflite::MicroOpResolver {
  AllOps() : MicroOpResolver(nook::all_ops().data(), nullptr) {
    count_ = nook::all_ops().size(), control_ = &nook_control_flow, variables_ = &nook_resource_variables;
  }
};
const AllOps& ops() {
  static const AllOps all;
  return all;
}

struct Ran {
  TfLiteStatus status;
  std::vector<Bytes> outputs;  // if kTfLiteOk
};

Ran run(tflite::MicroInterpreter& net) {
  net.Reset();
  for (size_t i = 0; i < net.inputs_size(); ++i)
    if (net.input(i)->bytes > 0) memset(net.input(i)->data.data, 0x2A, net.input(i)->bytes);
  Ran ran{net.Invoke(), {}};
  for (size_t i = 0; ran.status == kTfLiteOk && i < net.outputs_size(); ++i) {
    const uint8_t* const y = net.output(i)->data.uint8;
    ran.outputs.emplace_back(y, y + net.output(i)->bytes);
  }
  return ran;
}

void must_be_same(const Ran& a, const Ran& b) {
  must(a.status == b.status);
  must(a.outputs == b.outputs);
}

bool allocate(tflite::MicroInterpreter& net) {
  net.set_subgraph_limit(kMostTurns);
  const bool fine = net.AllocateTensors() == kTfLiteOk;
  must(fine == (net.error().status == NOOK_OK));
  if (!fine) must(net.inputs_size() == 0 && net.outputs_size() == 0);
  return fine;
}

// In blocks of exactly these sizes, then with one of them moved: up by a few bytes, null, or at the end of
// memory.
bool in_four_buffers(const tflite::Model* model, const int32_t (&sizes)[4], Draws& draws, Ran* ran) {
  const fuzz::Block in(static_cast<size_t>(sizes[0])), out(static_cast<size_t>(sizes[1])),
      kept(static_cast<size_t>(sizes[2])), lent(static_cast<size_t>(sizes[3]));
  uint8_t* at[4] = {in.data.get(), out.data.get(), kept.data.get(), lent.data.get()};
  tflite::MicroInterpreter net(model, ops(), at[0], at[1], at[2], at[3], nullptr);
  if (!allocate(net)) return false;
  *ran = run(net);
  const size_t role = draws.below(4);
  const fuzz::Block other(static_cast<size_t>(sizes[role]) + 16);
  const size_t off = draws.below(18);
  at[role] = other.data.get() + off;
  if (off == 16) at[role] = nullptr;
  if (off == 17) at[role] = reinterpret_cast<uint8_t*>(UINTPTR_MAX - 63);
  if (off == 17 && sizes[role] < 96) return true;  // it would not reach the end
  tflite::MicroInterpreter again(model, ops(), at[0], at[1], at[2], at[3], nullptr);
  if (allocate(again)) {
    must(off < 16 || sizes[role] == 0);
    must_be_same(*ran, run(again));
  } else {
    must(off >= 16 || (role < 2 && off % 8 != 0));
  }
  return true;
}

// With interpreters of other test models in one arena: every accepted one computes correctly, also after the
// others have run.
void in_one_arena(const tflite::Model* model, size_t bytes, const Ran* want, Draws& draws) {
  const nook::Span<const interp_test::Case> cases = interp_test::cases();
  const interp_test::Case& c = cases[draws.below(cases.size())];
  const tflite::Model* const other = tflite::GetModel(c.model.data(), c.model.size());
  const fuzz::Block arena(bytes);
  tflite::MicroAllocator* const allocator = tflite::MicroAllocator::Create(arena.data.get(), bytes);
  if (!allocator) return;
  const bool first = draws.below(2) == 0;
  tflite::MicroInterpreter a(first ? model : other, ops(), allocator),
      b(first ? other : model, ops(), allocator), d(draws.below(2) ? model : other, ops(), allocator);
  tflite::MicroInterpreter* const all[] = {&a, &b, &d};
  const tflite::Model* const of[] = {first ? model : other, first ? other : model, nullptr};
  bool runs[3] = {};
  Ran before[3];
  for (int i = 0; i < 3; ++i) runs[i] = allocate(*all[i]);
  must(allocator->used_bytes() <= bytes);
  for (int i = 0; i < 3; ++i)
    if (runs[i]) before[i] = run(*all[i]);
  for (int i = 2; i >= 0; --i)
    if (runs[i]) must_be_same(before[i], run(*all[i]));
  for (int i = 0; i < 2; ++i)
    if (runs[i] && want && of[i] == model) must_be_same(before[i], *want);
}

}  // namespace

extern "C" void DebugLog(const char*, va_list) {}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::Block file = fuzz::copy_of(data, size);
  Draws draws(data, size);
  const tflite::Model* const model = tflite::GetModel(file.data.get(), size);
  int32_t sizes[4];
  const bool fine =
      tflite::GetMemRequirements(model, ops(), sizes, sizes + 1, sizes + 2, sizes + 3) == kTfLiteOk;
  if (!model->view) {
    must(!fine);
    uint8_t arena[64];
    tflite::MicroInterpreter net(model, ops(), arena, sizeof arena);
    must(!allocate(net));
    return 0;
  }
  if (!fuzz::is_short(*model->view)) return 0;
  Ran ran;
  bool ready = false;
  size_t all = 4096;
  if (fine) {
    for (const int32_t bytes : sizes) all += static_cast<size_t>(bytes);
    if (all > fuzz::kMostBytes) return 0;
    ready = in_four_buffers(model, sizes, draws, &ran);
  }
  // In an arena, inputs and outputs are in the scratch, and there may be working memory.
  in_one_arena(model, draws.below(3 * all), ready ? &ran : nullptr, draws);
  return 0;
}
