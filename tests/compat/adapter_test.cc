#include "tests/compat/adapter.h"

#include <memory>

#include "model.h"
#include "nook/compat/tflm.h"
#include "nook/ops/table.h"

extern "C" void DebugLog(const char*, va_list) {}

namespace compat_test {
namespace {

// Every operator of nook.
struct AllOps : tflite::MicroOpResolver {
  AllOps() : MicroOpResolver(nook::all_ops().data(), nullptr) {
    count_ = nook::all_ops().size(), control_ = &nook_control_flow, variables_ = &nook_resource_variables;
  }
};

// Places each buffer after the previous one.
class OneAfterTheOther : public tflite::MicroMemoryPlanner {
 public:
  TfLiteStatus Init(unsigned char*, int) override {
    offsets_.clear(), next_ = 0;
    return kTfLiteOk;
  }
  TfLiteStatus AddBuffer(int size, int, int) override {
    offsets_.push_back(next_), next_ += size;
    return kTfLiteOk;
  }
  size_t GetMaximumMemorySize() override { return static_cast<size_t>(next_); }
  int GetBufferCount() override { return static_cast<int>(offsets_.size()); }
  TfLiteStatus GetOffsetForBuffer(int i, int* offset) override {
    *offset = offsets_[static_cast<size_t>(i)];
    return kTfLiteOk;
  }
  bool preserves_all_tensors() const override { return true; }

 private:
  std::vector<int> offsets_;
  int next_ = 0;
};

// Sets the inputs, runs, and checks the outputs.
inline bool is_right(tflite::MicroInterpreter& interpreter, const Net& net) {
  if (interpreter.inputs_size() != net.inputs.size() || interpreter.outputs_size() != net.outputs.size())
    return false;
  for (size_t i = 0; i < net.inputs.size(); ++i) {
    if (interpreter.input(i)->bytes != net.inputs[i].size()) return false;
    memcpy(interpreter.input(i)->data.data, net.inputs[i].data(), net.inputs[i].size());
  }
  if (interpreter.Invoke() != kTfLiteOk) return false;
  for (size_t i = 0; i < net.outputs.size(); ++i)
    if (memcmp(interpreter.output(i)->data.data, net.outputs[i].data(), net.outputs[i].size()) != 0)
      return false;
  return true;
}

Outcome outcome_of(tflite::MicroInterpreter& interpreter, const Net& net) {
  Outcome outcome;
  outcome.accepted = interpreter.AllocateTensors() == kTfLiteOk;
  outcome.fault = interpreter.error();
  if (outcome.accepted) {
    interpreter.Reset();
    outcome.right = is_right(interpreter, net);
    outcome.used = interpreter.arena_used_bytes();
  } else {  // and after that nothing runs or exists
    EXPECT(interpreter.inputs_size() == 0 && interpreter.input(0) == nullptr);
    EXPECT(interpreter.Reset() == kTfLiteOk && interpreter.arena_used_bytes() == 0);
  }
  return outcome;
}

// An operator of the application whose persistent buffer detects writes.
struct Watched {
  uint8_t bytes[200];
  int sums;
};

void* init(TfLiteContext* context, const char*, size_t) {
  void* const data = context->AllocatePersistentBuffer(context, sizeof(Watched));
  if (data) memset(data, 0x3C, sizeof(Watched));
  return data;
}

TfLiteStatus prepare(TfLiteContext* context, TfLiteNode* node) {
  auto* const data = static_cast<Watched*>(node->user_data);
  if (!data) return kTfLiteError;
  return context->RequestScratchBufferInArena(context, 1000, &data->sums);
}

// Copies its input, unless a fault was detected.
TfLiteStatus invoke(TfLiteContext* context, TfLiteNode* node) {
  const auto* const data = static_cast<const Watched*>(node->user_data);
  for (const uint8_t byte : data->bytes)
    if (byte != 0x3C) return kTfLiteError;
  memset(context->GetScratchBuffer(context, data->sums), 0x99, 1000);
  const TfLiteEvalTensor* const x = tflite::micro::GetEvalInput(context, node, 0);
  TfLiteEvalTensor* const y = tflite::micro::GetEvalOutput(context, node, 0);
  memcpy(y->data.data, x->data.data,
         sizeof(float) * static_cast<size_t>(tflite::micro::GetTensorShape(x).FlatSize()));
  return kTfLiteOk;
}

struct OwnOps : tflite::MicroMutableOpResolver<2> {
  OwnOps() {
    static const TFLMRegistration r = tflite::micro::RegisterOp(init, prepare, invoke);
    EXPECT(AddAbs() == kTfLiteOk && AddCustom("MovingAverage", &r) == kTfLiteOk);
  }
};

using Tenants = std::vector<const Net*>;

class Tenancy {
 public:
  Tenancy(const Tenants& tenants, House house) : tenants_(tenants), house_(house) {}

  // Whether all were accepted in an arena of `bytes`.
  bool in(size_t bytes) {
    static std::vector<uint64_t> memory, other((4 << 20) / 8);
    memory.assign(bytes / 8 + 18, 0xA5A5A5A5A5A5A5A5u);
    uint8_t* const arena = reinterpret_cast<uint8_t*>(memory.data()) + 64;
    tflite::MicroAllocator* const allocator =
        house_ == House::kOneArena
            ? tflite::MicroAllocator::Create(arena, bytes)
            : tflite::MicroAllocator::Create(arena, bytes, reinterpret_cast<uint8_t*>(other.data()),
                                             other.size() * 8);
    if (!allocator) return false;
    const bool all = move_in(allocator);
    if (all && house_ == House::kOneArena) EXPECT(allocator->used_bytes() <= bytes);
    run_all();
    run_all();
    interpreters_.clear();
    for (size_t i = 0; i < 64; ++i) EXPECT(*(arena - 1 - i) == 0xA5 && arena[bytes + i] == 0xA5);
    return all;
  }

 private:
  bool move_in(tflite::MicroAllocator* allocator) {
    static const AllOps ops;
    static const OwnOps own;
    for (const Net* net : tenants_) {
      const tflite::MicroOpResolver& resolver =
          net == &smooth() ? static_cast<const tflite::MicroOpResolver&>(own) : ops;
      interpreters_.push_back(std::make_unique<tflite::MicroInterpreter>(
          tflite::GetModel(net->file().data(), net->bytes), resolver, allocator));
      tflite::MicroInterpreter& it = *interpreters_.back();
      if (it.AllocateTensors() == kTfLiteOk) continue;
      EXPECT(it.error().status == NOOK_NO_MEMORY || it.error().status == NOOK_UNSUPPORTED);
      interpreters_.pop_back();
      return false;
    }
    return true;
  }
  // The accepted ones stay intact even if the next one was refused.
  void run_all() {
    for (size_t i = 0; i < interpreters_.size(); ++i) {
      interpreters_[i]->Reset();
      const bool right = is_right(*interpreters_[i], *tenants_[i]);
      if (!right)
        printf("%s, number %d of %d\n", tenants_[i]->name.c_str(), static_cast<int>(i),
               static_cast<int>(tenants_.size()));
      EXPECT(right);
    }
  }

  const Tenants& tenants_;
  const House house_;
  std::vector<std::unique_ptr<tflite::MicroInterpreter>> interpreters_;
};

}  // namespace

Outcome attempt(const Net& net, Way way, const std::vector<Lent>& lent) {
  static const AllOps ops;
  const tflite::Model* const model = tflite::GetModel(net.file().data(), net.bytes);
  const Lent &a = lent[0], &b = lent.back();
  OneAfterTheOther planner;
  tflite::MicroAllocator* allocator = nullptr;
  switch (way) {
    case Way::kArena: {
      tflite::MicroInterpreter interpreter(model, ops, a.data, a.bytes);
      return outcome_of(interpreter, net);
    }
    case Way::kFourBuffers: {
      tflite::MicroInterpreter interpreter(model, ops, a.data, lent[1].data, lent[2].data, b.data, nullptr);
      return outcome_of(interpreter, net);
    }
    case Way::kAllocator:
      allocator = tflite::MicroAllocator::Create(a.data, a.bytes);
      break;
    case Way::kPlanner:
      allocator = tflite::MicroAllocator::Create(a.data, a.bytes, &planner);
      break;
    case Way::kTwoArenas:
      allocator = tflite::MicroAllocator::Create(a.data, a.bytes, b.data, b.bytes);
      break;
  }
  tflite::MicroInterpreter interpreter(model, ops, allocator);
  return outcome_of(interpreter, net);
}

Sizes query(const Net& net) {
  static const AllOps ops;
  Sizes s{};
  s.accepted = tflite::GetMemRequirements(tflite::GetModel(net.file().data(), net.bytes), ops, &s.inputs,
                                          &s.outputs, &s.persistent, &s.scratch) == kTfLiteOk;
  return s;
}

std::vector<Lent> enough(const Net& net, Way way) {
  if (way == Way::kTwoArenas) return {{nullptr, 30000}, {nullptr, 60000}};
  if (way != Way::kFourBuffers) return {{nullptr, 60000}};
  const Sizes s = query(net);
  EXPECT(s.accepted);
  std::vector<Lent> lent;
  for (const int32_t bytes : {s.inputs, s.outputs, s.persistent, s.scratch})
    lent.push_back({nullptr, static_cast<size_t>(bytes)});
  return lent;
}

const Net& smooth() {
  static const Net net = [] {
    Net made{"smooth", std::vector<uint32_t>(sizeof smooth_model / 4 + 1), sizeof smooth_model, {}, {}, {}};
    memcpy(made.words.data(), smooth_model, sizeof smooth_model);
    std::vector<float> x(16), y(16);
    for (int i = 0; i < 16; ++i)
      x[static_cast<size_t>(i)] = static_cast<float>(i % 2 ? -i : i),
      y[static_cast<size_t>(i)] = static_cast<float>(i);
    const auto bytes = [](const std::vector<float>& v) {
      const auto* const first = reinterpret_cast<const uint8_t*>(v.data());
      return Bytes(first, first + v.size() * sizeof(float));
    };
    made.inputs = {bytes(x)}, made.outputs = {bytes(y)};
    return made;
  }();
  return net;
}

bool share(const Tenants& tenants, House house, size_t bytes) { return Tenancy(tenants, house).in(bytes); }

}  // namespace compat_test

using namespace compat_test;

TEST(inputs_and_outputs_are_where_the_application_put_them) {
  static World world;
  for (const Net& net : small_nets()) {
    std::vector<Lent> lent = enough(net, Way::kFourBuffers);
    for (const size_t off : {0, 4, 8, 12}) {
      world.lay(lent, off);
      static const AllOps ops;
      tflite::MicroInterpreter it(tflite::GetModel(net.file().data(), net.bytes), ops, lent[0].data,
                                  lent[1].data, lent[2].data, lent[3].data, nullptr);
      if (it.AllocateTensors() != kTfLiteOk) continue;  // above
      EXPECT(it.input(0)->data.uint8 == lent[0].data && it.output(0)->data.uint8 == lent[1].data);
    }
  }
}

TEST(a_file_that_is_null_misaligned_wrapped_or_cut_is_refused_with_its_own_status) {
  static const AllOps ops;
  alignas(16) static uint8_t arena[60000];
  const auto fault_of = [](const tflite::Model* model) {
    int32_t s[4] = {};
    EXPECT_EQ(tflite::GetMemRequirements(model, ops, s, s + 1, s + 2, s + 3), kTfLiteError);
    EXPECT(s[0] == -1 && s[1] == -1 && s[2] == -1 && s[3] == -1);
    tflite::MicroInterpreter it(model, ops, arena, sizeof arena);
    EXPECT_EQ(it.AllocateTensors(), kTfLiteError);
    EXPECT_EQ(it.Invoke(), kTfLiteError);
    EXPECT_EQ(it.error().role, NOOK_ROLE_MODEL);
    return it.error();
  };
  const Net& net = small_nets()[0];
  EXPECT_EQ(fault_of(nullptr).status, NOOK_NULL);
  EXPECT_EQ(fault_of(tflite::GetModel(nullptr)).status, NOOK_NULL);
  EXPECT_EQ(fault_of(tflite::GetModel(nullptr, net.bytes)).status, NOOK_NULL);
  std::vector<uint32_t> moved(net.words.size() + 1);
  for (size_t by = 1; by < 4; ++by) {
    uint8_t* const file = reinterpret_cast<uint8_t*>(moved.data()) + by;
    memcpy(file, net.file().data(), net.bytes);
    EXPECT_EQ(fault_of(tflite::GetModel(file, net.bytes)).status, NOOK_MISALIGNED);
    EXPECT_EQ(fault_of(tflite::GetModel(static_cast<const void*>(file))).status, NOOK_MISALIGNED);
  }
  const void* const last = reinterpret_cast<const void*>(UINTPTR_MAX - 15);
  EXPECT_EQ(fault_of(tflite::GetModel(last, net.bytes)).status, NOOK_BAD_MODEL);
  for (size_t bytes = 0; bytes < net.bytes; bytes += 3) {
    const Net cut = {
        "",    std::vector<uint32_t>(net.words.begin(), net.words.begin() + static_cast<long>(bytes / 4 + 1)),
        bytes, {},
        {},    {}};
    const tflite::Model* const model = tflite::GetModel(cut.file().data(), bytes);
    if (!model->view) EXPECT(fault_of(model).status == NOOK_BAD_MODEL);
  }
}

TEST(missing_results_names_and_plans_are_refused) {
  static const AllOps ops;
  const Net& net = small_nets()[0];
  const tflite::Model* const model = tflite::GetModel(net.file().data(), net.bytes);
  for (int missing = 0; missing < 4; ++missing) {
    int32_t s[4] = {7, 7, 7, 7};
    int32_t* to[4] = {s, s + 1, s + 2, s + 3};
    to[missing] = nullptr;
    EXPECT_EQ(tflite::GetMemRequirements(model, ops, to[0], to[1], to[2], to[3]), kTfLiteError);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(s[i], i == missing ? 7 : -1);
  }
  tflite::NonPersistentMemoryPlannerShim shim(nullptr);
  alignas(16) static uint8_t arena[60000];
  tflite::MicroInterpreter it(model, ops, tflite::MicroAllocator::Create(arena, sizeof arena, &shim));
  EXPECT(it.AllocateTensors() == kTfLiteError && it.error().role == NOOK_ROLE_PLAN);
  EXPECT(tflite::MicroAllocator::Create(arena, sizeof arena,
                                        static_cast<tflite::MicroMemoryPlanner*>(nullptr)) == nullptr);
  tflite::MicroMutableOpResolver<2> own;
  TFLMRegistration none{}, nameless{};
  nameless.invoke = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
  EXPECT(own.AddCustom("A", nullptr) == kTfLiteError && own.AddCustom("A", &none) == kTfLiteError);
  EXPECT(own.AddCustom(nullptr, &nameless) == kTfLiteError && own.AddCustom("A", &nameless) == kTfLiteOk);
}

TEST(a_planner_that_refuses_any_of_its_calls_is_asked_no_more_and_reported) {
  static const AllOps ops;
  const Net& net = small_nets()[0];
  struct Refusing : OneAfterTheOther {
    int left, calls = 0;
    explicit Refusing(int accepted) : left(accepted) {}
    bool refuses() { return ++calls, left-- <= 0; }
    TfLiteStatus Init(unsigned char* room, int bytes) override {
      return refuses() ? kTfLiteError : OneAfterTheOther::Init(room, bytes);
    }
    TfLiteStatus AddBuffer(int size, int first, int last) override {
      return refuses() ? kTfLiteError : OneAfterTheOther::AddBuffer(size, first, last);
    }
    TfLiteStatus GetOffsetForBuffer(int i, int* offset) override {
      return refuses() ? kTfLiteError : OneAfterTheOther::GetOffsetForBuffer(i, offset);
    }
  };
  int refused = 0;
  for (bool fits = false; !fits && refused < 1000;) {
    Refusing planner(refused);
    alignas(16) static uint8_t arena[60000];
    tflite::MicroInterpreter it(tflite::GetModel(net.file().data(), net.bytes), ops,
                                tflite::MicroAllocator::Create(arena, sizeof arena, &planner));
    fits = it.AllocateTensors() == kTfLiteOk;
    if (fits) break;
    EXPECT(it.error().role == NOOK_ROLE_PLAN && it.error().plan_fault == 0 && it.error().need > 0);
    EXPECT_EQ(planner.calls, refused + 1);
    ++refused;
  }
  EXPECT(refused > 2 && refused % 2 == 1);  // one for the start, and two for each buffer
}

TEST(an_operator_that_fails_is_the_last_of_its_inference) {
  static int calls, failing;
  static const TFLMRegistration own = tflite::micro::RegisterOp(
      nullptr, nullptr,
      [](TfLiteContext*, TfLiteNode*) { return calls++ == failing ? kTfLiteError : kTfLiteOk; });
  tflite::MicroMutableOpResolver<1> ops;
  EXPECT(ops.AddCustom("OWN", &own) == kTfLiteOk);
  constexpr int kCount = 3;
  const Net net = own_after_own(kCount);
  alignas(16) static uint8_t arena[8000];
  tflite::MicroInterpreter it(tflite::GetModel(net.file().data(), net.bytes), ops, arena, sizeof arena);
  EXPECT_EQ(it.AllocateTensors(), kTfLiteOk);
  for (failing = 0; failing <= kCount; ++failing) {
    calls = 0;
    EXPECT_EQ(it.Invoke(), failing < kCount ? kTfLiteError : kTfLiteOk);
    EXPECT_EQ(calls, failing < kCount ? failing + 1 : kCount);
  }
}

TEST(a_loop_ends_at_the_limit_of_the_application) {
  static const AllOps ops;
  alignas(16) static uint8_t arena[8000];
  for (const int turns : {-1, 0, 5, 100}) {
    const Net net = loop_of(turns);
    for (const bool before : {true, false}) {
      for (const uint32_t limit : {uint32_t{0}, uint32_t{3}, uint32_t{12}, uint32_t{1000}}) {
        if (turns < 0 && limit == 0) continue;
        tflite::MicroInterpreter it(tflite::GetModel(net.file().data(), net.bytes), ops, arena, sizeof arena);
        if (before) it.set_subgraph_limit(limit);
        EXPECT_EQ(it.AllocateTensors(), kTfLiteOk);
        if (!before) it.set_subgraph_limit(limit);
        for (int run = 0; run < 2; ++run) {
          *it.typed_input_tensor<int32_t>(0) = 0, *it.typed_input_tensor<int32_t>(1) = 1;
          const bool ends = turns >= 0 && (limit == 0 || static_cast<uint32_t>(turns) + 1 <= limit / 2);
          const bool never = turns < 0 || (limit > 0 && static_cast<uint32_t>(turns) > limit);
          const TfLiteStatus status = it.Invoke();
          EXPECT(status == kTfLiteOk || status == kTfLiteError);
          if (ends) EXPECT(status == kTfLiteOk && *it.typed_output_tensor<int32_t>(0) == turns);
          if (never) EXPECT_EQ(status, kTfLiteError);
        }
      }
    }
  }
}
