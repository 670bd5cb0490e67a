// Document 004, "uTensor Runtime": managed tensors. Here its promises about the core; managed_library_test.cc
// covers the library.
#include "nook/managed/managed.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/reference.h"
#include "nook/managed/schedule.h"
#include "tests/managed/recorder.h"

namespace uTensor = nook::managed;
using namespace managed_test;

namespace {

DECLARE_EVENT(SensorWarm);
DECLARE_ERROR(SensorOnFire);

constexpr size_t num_inputs = 2, num_outputs = 1;

// The kernel, which the document's examples omit; it multiplies elements.
void my_kernel(Tensor& c, Tensor& a, Tensor& b) {
  for (uint32_t i = 0; i < c->num_elems(); ++i) c(i) = static_cast<float>(a(i)) * static_cast<float>(b(i));
}

// clang-format off
// The class of the document's first example, as it is written.
class MyOperator : public OperatorInterface<num_inputs, num_outputs> {
 public:
  enum names_in : uint8_t { in, filter }; // these are named IDs for the inputs
  enum names_out : uint8_t { out };   // these are named IDs for the outputs

  // Optional constructor

 protected:
  virtual void compute() {
    // Operator interface maintains a 2 maps of tensor names to tensors, one for inputs, and one for outputs 
    my_kernel(outputs[out].tensor(), inputs[in].tensor(), inputs[filter].tensor());
  }
};
// clang-format on
using myOp = MyOperator;  // the examples write myOp::in for a variable: a type of that name makes it C++

class Weighted : public NamedOperator<Weighted, 3, 0> {
 public:
  enum names_in : uint8_t { a, filter, bias };
  float sum = 0;

 protected:
  void compute() override {
    sum = static_cast<float>(inputs["a"].tensor()(0));
    for (uint8_t i = filter; i <= bias; ++i) sum = 10 * sum + static_cast<float>(inputs[i].tensor()(0));
  }
};
using mOperator = Weighted;

// Your own tensor: 0, 1, 2, ...
class Ramp : public TensorInterface {
 public:
  explicit Ramp(uint32_t count) : TensorInterface({count}, flt) { writable_ = false; }
  bool is_ready() const override { return true; }

 protected:
  bool read(uint32_t offset, void* to, uint32_t bytes) const override {
    const float value = static_cast<float>(offset / 4);
    return bytes == 4 && (memcpy(to, &value, 4), true);
  }
};

// Your own allocator: four blocks of 128 bytes, none of which moves.
class FourBlocks : public AllocatorInterface {
 public:
  size_t available() const override { return 128; }

 private:
  void* take(size_t bytes, Kind, size_t) override {
    for (size_t i = 0; bytes <= 128 && i < 4; ++i)
      if (!used_[i]) return used_[i] = true, memory_[i];
    return nullptr;
  }
  size_t number_of(const void* block) const {
    for (size_t i = 0; i < 4; ++i)
      if (block == memory_[i]) return i;
    return 4;
  }
  void give_back(void* block) override { used_[number_of(block)] = false; }
  Found find(const void* block) const override {
    const size_t i = number_of(block);
    return i == 4 ? Found::kOutside : used_[i] ? Found::kBlock : Found::kNoBlock;
  }
  Handle* handle_of(const void* block) const override { return handles_[number_of(block)]; }
  void set_handle(void* block, Handle* handle) override { handles_[number_of(block)] = handle; }

  alignas(8) uint8_t memory_[4][128];
  bool used_[4] = {};
  Handle* handles_[4] = {};
};

template <class T, class = void>
constexpr bool kShowsBlocks = false;
template <class T>
constexpr bool kShowsBlocks<T, decltype(T::get_readable_block, void())> = true;

}  // namespace

// "easily extend and override implementations, such as custom memory managers, tensors, operators, and error
// handlers, built on top of the uTensor core"
// Yes: your own allocator, tensor, operator and handler work together. Core and library are one archive,
// `nook_managed`, from which a program links the files that it uses.
TEST(introduction_1_everything_may_be_ones_own) {
  struct Counting : ErrorHandler {
    int errors = 0;
    void on_error(const Error&) override { ++errors; }
  } handler;
  FourBlocks objects;
  World<> world;
  Context context(&objects, &world.ram, &handler);
  Context* const before = Context::set_default_context(&context);
  {
    Tensor x = new Ramp(3), f = new Ramp(3), y = new RamTensor({3}, flt);
    MyOperator op;
    EXPECT(op.set_inputs({{op.in, x}, {op.filter, f}}).set_outputs({{op.out, y}}).eval());
    EXPECT(static_cast<float>(y(2)) == 4.0f && objects.is_allocated(y.get()) && handler.errors == 0);
    Tensor more = new Ramp(1), too_many = new Ramp(1);
    EXPECT(more && !too_many && handler.errors == 1);
  }
  Context::set_default_context(before);
}

// "we just hash the signature of an event type at compile time and store this as a, mostly, unique ID"
// Yes: FNV-1a of the name. Two events in one file with equal IDs do not compile; `nook_check_events()` finds
// the others.
TEST(core_events_1_ids_are_hashed_at_compile_time) {
  static_assert(SensorWarm::uid == static_cast<EventId>(nook::managed::detail::hash("SensorWarm")), "");
  static_assert(SensorWarm() != SensorOnFire() && SensorWarm() == SensorWarm(), "");
  EXPECT_EQ(SensorOnFire().event_id, SensorOnFire::uid);
}

// "these IDs remain the same across builds and machines"
// Yes: they equal the original's IDs on every machine that runs this test.
TEST(core_events_2_ids_are_the_same_everywhere) {
  EXPECT_EQ(OutOfMemError::uid, static_cast<EventId>(0x31f863ef));
  EXPECT_EQ(OutOfMemBoundsError::uid, static_cast<EventId>(0x8ba7bbdc));
  EXPECT_EQ(InvalidBoundRegionState::uid, static_cast<EventId>(0xb98ea1f1));
  EXPECT_EQ(MetaHeaderNotFound::uid, static_cast<EventId>(0xe328c51e));
  EXPECT_EQ(localCircularArenaAllocatorRebalancing::uid, static_cast<EventId>(0xbd0a0a97));
  EXPECT_EQ(localCircularArenaAllocatorConstructed::uid, static_cast<EventId>(0x7b4e8df3));
}

// "The size of this ID is configurable, and can be 1 byte, 2 bytes, or 4 bytes"
// Yes: `NOOK_EVENT_BYTES`, and an event is not larger than that. Tests of managed tensors run in all three
// widths.
TEST(core_events_3_the_size_of_ids_is_configurable) {
  EXPECT_EQ(sizeof(Event), NOOK_EVENT_BYTES);
  EXPECT_EQ(sizeof(OutOfMemError), NOOK_EVENT_BYTES);
}

namespace {

// An element of a tensor of this type (T in C++) after an assignment.
template <class T>
bool is_cast_to(ttype type) {
  Tensor t = new RamTensor({2}, type);
  t(0) = 100, t(1) = t(0);
  return static_cast<T>(t(1)) == T{100};
}

}  // namespace

// "an intermediate type that can take on {u}int8_t, {u}int16_t, {u}int32_t, or float32 depending on the
// corresponding data type being written to/read from it"
// Yes: `IntegralValue`, for every element type.
TEST(core_types_1_an_integral_value_is_what_it_is_cast_to) {
  World<> world;
  EXPECT(is_cast_to<int8_t>(i8) && is_cast_to<uint8_t>(u8));
  EXPECT(is_cast_to<int16_t>(i16) && is_cast_to<uint16_t>(u16));
  EXPECT(is_cast_to<int32_t>(i32) && is_cast_to<uint32_t>(u32) && is_cast_to<float>(flt));
  EXPECT(world.saw());
}

// "It can also behave as a reference to the target types, as is the case for the write interface"
// Yes: `IntegralReference` writes one element, converted to the tensor's type.
TEST(core_types_2_it_may_be_a_reference) {
  World<> world;
  uint8_t bytes[3] = {1, 2, 3};
  Tensor t = new BufferTensor({3}, u8, bytes);
  IntegralReference second = t(1);
  second = 5;
  EXPECT(bytes[0] == 1 && bytes[1] == 5 && bytes[2] == 3);
}

// "a proxy string that can do quick string comparisons [...] by first hashing the string. Eventually, we plan
// on doing the hash at compile time" Yes: at compile time, and no text remains in the program
// (`tests/managed/test_events.py` compares instructions).
TEST(core_strings_1_a_string_is_its_hash) {
  constexpr uTensor::string filter("filter"), bias("bias");
  static_assert(filter == uTensor::string("filter") && filter != bias, "");
  static_assert(sizeof(uTensor::string) == 4, "an identifier rather than a string");
  const char typed[] = {'b', 'i', 'a', 's', 0};
  EXPECT(uTensor::string::of(typed) == bias);
}

// "a fixed size object, at the moment it always has exactly 4 stored dimensions even when some are not used,
// and furthermore it does not have any virtual functions" Yes: of 32 bits each, so that no dimension is too
// long.
TEST(core_shape_1_a_fixed_size_object) {
  static_assert(sizeof(TensorShape) == 5 * sizeof(uint32_t) && !__is_polymorphic(TensorShape), "");
  EXPECT(TensorShape(7)[3] == 1 && TensorShape(7).num_dims() == 1);
}

// "the ability to transform 2D, 3D, and 4D, indices into a linear index", "how many elements"
// Yes: compared with a walk through memory for all shapes up to 5x5x5x5 in `tests/managed/core_test.cc`.
TEST(core_shape_2_indices_become_linear) {
  static_assert(TensorShape(3, 5).linear_index(2, 4) == 14, "");
  static_assert(TensorShape(2, 3, 4).linear_index(1, 2, 3) == 23, "");
  static_assert(TensorShape(2, 3, 4, 5).linear_index(1, 2, 3, 4) == 119, "");
  EXPECT_EQ(TensorShape(2, 3, 4, 5).num_elems(), 120);
}

// "Choosing when to allocate, compute, and deallocate can directly impact performance."
// Yes: multipliers are kept in the RAM allocator while the operator lives, or computed by each eval() in its
// scratch.
TEST(core_quantization_1_multipliers_are_kept_or_made_each_time) {
  World<> world;
  static const int8_t weights[4] = {1, 2, 3, 4};
  static const float scales[2] = {0.5f, 0.25f};
  static const int32_t zeros[2] = {};
  int8_t in[2] = {10, 20}, out[2];
  Tensor x = new BufferTensor({1, 2}, i8, in), w = new RomTensor({2, 2}, i8, weights),
         y = new BufferTensor({1, 2}, i8, out);
  x->set_quantization_params(PerTensorQuantizationParams(0, 1));
  w->set_quantization_params(PerChannelQuantizationParams(zeros, scales));
  y->set_quantization_params(PerTensorQuantizationParams(0, 1));
  const size_t before = world.ram.available();
  using Dense = optimized::OptFullyConnected<int8_t>;
  const Multipliers choices[] = {Multipliers::kKeep, Multipliers::kPerInference};
  for (const Multipliers when : choices) {
    Dense op(dense(), when);
    EXPECT(op.set_inputs({{"in", x}, {"filter", w}}).set_outputs({{"out", y}}).eval());
    EXPECT(out[0] == 25 && out[1] == 28);  // 50 / 2, 110 / 4 rounded
    EXPECT((world.ram.available() < before) == (when == Multipliers::kKeep));
  }
  EXPECT(world.ram.available() == before && world.saw());
}

// "allocating and deallocating raw data and querying the amount of space left"
// Yes: as many bytes as `available()` reports can be allocated, and not one more.
TEST(core_allocators_1_raw_data_and_the_space_left) {
  World<> world;
  const size_t all = world.ram.available();
  void* const block = world.ram.allocate(all);
  Handle handle;
  EXPECT(world.ram.bind(block, handle) && world.ram.available() == 0 && !world.ram.allocate(1));
  world.ram.deallocate(block);
  EXPECT(world.ram.available() == all && !world.ram.allocate(all + 1));
}

// "unique (non-copyable) pointer-like proxy reference bound to some allocated region"
// Yes: copies and copying assignments do not compile.
TEST(core_allocators_2_handles_are_unique) {
  static_assert(!__is_constructible(Handle, const Handle&) && !__is_assignable(Handle&, const Handle&), "");
  World<> world;
  Handle first, second;
  void* const block = world.ram.allocate(8);
  EXPECT(world.ram.bind(block, first) && !world.ram.bind(block, second) &&
         world.saw(InvalidBoundRegionState()));
}

// "can move the underlying data blocks around without breaking the user code", "all user-land references
// effectively get notified"
// Yes: dereferencing a handle, or a reference to it, gives the block's current address.
TEST(core_allocators_3_handles_follow_their_blocks) {
  World<> world;
  void* const gap = world.ram.allocate(40);
  Handle handle, &reference = handle;
  world.ram.bind(world.ram.allocate(8), handle);
  memcpy(*handle, "content", 8);
  void* const old = *handle;
  world.ram.deallocate(gap);
  EXPECT(world.ram.rebalance() && *handle != old && *reference == *handle);
  EXPECT(memcmp(*reference, "content", 8) == 0);
}

// "Handles bound to an allocated region in a memory manager are guaranteed to be valid until expressly
// unbound" Yes: no request frees a bound block.
TEST(core_allocators_4_bound_blocks_stay_until_unbound) {
  World<> world;
  Handle handle;
  world.ram.bind(world.ram.allocate(100), handle);
  memset(*handle, 0x5C, 100);
  for (int i = 0; i < 100; ++i) EXPECT(world.ram.allocate(48));  // they are freed when it must compact
  EXPECT(!world.ram.allocate(world.ram.size_bytes()) && world.ram.is_bound(*handle, handle));
  for (int i = 0; i < 100; ++i) EXPECT(static_cast<uint8_t*>(*handle)[i] == 0x5C);
  void* const block = *handle;
  EXPECT(unbind(handle, world.ram) && !handle && world.ram.is_allocated(block));
}

// "a Scheduler which has the ability to move around bound data in the memory allocator given some memory
// optimal plan" Yes: `Scheduler(arena).move()` moves bound blocks to the offsets of a plan, even if they swap
// places in a full arena; `allocate(bytes, place)` creates a block at an offset, which is how `--format
// managed` runs without moves.
TEST(core_allocators_5_a_plan_says_where_blocks_go) {
  World<> world;
  {
    Tensor a = new RamTensor({8}, u8), b = new RamTensor({8}, u8);
    for (int i = 0; i < 8; ++i) a(i) = i, b(i) = 10 + i;
    constexpr size_t kSize = CircularArenaAllocator<>::block_bytes(8);
    PlannedBlock plan[] = {{b, 0}, {a, kSize}};
    EXPECT(Scheduler(world.ram).move(plan, 2));
    for (int i = 0; i < 8; ++i)
      EXPECT(static_cast<uint8_t>(a(i)) == i && static_cast<uint8_t>(b(i)) == 10 + i);
  }
  constexpr size_t kPlace = 32 * CircularArenaAllocator<>::kGranule;
  uint8_t* const first = static_cast<uint8_t*>(world.ram.allocate(8, 0));
  EXPECT(static_cast<uint8_t*>(world.ram.allocate(8, kPlace)) == first + kPlace);
}

// "new and delete are overwritten such that child classes of TensorInterface are automatically placed in a
// uTensor managed allocator" Yes: in the metadata allocator, including your own classes; the program has no
// heap.
TEST(core_tensors_1_new_and_delete_use_the_metadata_allocator) {
  World<> world;
  const size_t before = world.metadata.available();
  TensorInterface* const ramp = new Ramp(3);
  EXPECT(world.metadata.is_allocated(ramp));
  delete ramp;
  EXPECT(world.metadata.available() == before && world.saw());
}

// "on construction these objects get automatically registered in the uTensor runtime context"
// Yes: `context.tensors()` lists them, `register_tensor()` of your own context is called for each.
TEST(core_tensors_2_tensors_are_registered) {
  World<> world;
  Tensor a = new Ramp(1), b = new RamTensor({1}, i8);
  EXPECT(world.context.tensors() == b.get() && b->next() == a.get() && !a->next());
  b.reset();
  EXPECT(world.context.tensors() == a.get());
}

// "a protected interface for querying a span of the underlying data directly [...] can only be accessed by
// friend tags like FastOperator" Yes: other accesses do not compile.
TEST(core_tensors_3_blocks_are_for_fast_operators) {
  static_assert(!kShowsBlocks<TensorInterface> && !kShowsBlocks<RamTensor>, "");
  struct Sum : NamedOperator<Sum, 1, 0>, FastOperator {
    enum names_in : uint8_t { in };
    int sum = 0;
    void compute() override {
      const void* const block = get_readable_block(*inputs[in].tensor(), 3);
      for (int i = 0; block && i < 3; ++i) sum += static_cast<const int8_t*>(block)[i];
    }
  } op;
  World<> world;
  Tensor x = new RamTensor({3}, i8);
  x(0) = 1, x(1) = 2, x(2) = 4;
  EXPECT(op.set_inputs({{op.in, x}}).eval() && op.sum == 7);
}

// "constructing/assigning a Tensor to a dynamically allocated TensorInterface* will automatically bind it in
// the memory manager", "dereferencing a Tensor handle will automatically cast the referenced data to
// TensorInterface*" Yes: and the previous content is freed.
TEST(core_handles_1_tensors_bind_what_they_are_given) {
  World<> world;
  const size_t before = world.metadata.available();
  Tensor t = new RamTensor({3}, i8);
  EXPECT(world.metadata.is_bound(t.get(), t));
  const size_t one = world.metadata.available();
  t = new RamTensor({4, 2}, i8);
  TensorInterface& dereferenced = *t;
  EXPECT(dereferenced.num_elems() == 8 && t->get_shape() == TensorShape(4, 2));
  t = nullptr;
  EXPECT(one < before && world.metadata.available() == before && world.saw());
}

// "when a Tensor goes out of scope [...] the underlying tensor object is unbound and deallocated"
// Yes: the object and its elements.
TEST(core_handles_2_tensors_free_what_they_hold) {
  World<> world;
  const size_t objects = world.metadata.available(), elements = world.ram.available();
  {
    Tensor t = new RamTensor({100}, i8);
    EXPECT(world.metadata.available() < objects && world.ram.available() < elements);
  }
  EXPECT(world.metadata.available() == objects && world.ram.available() == elements && world.saw());
}

// "mOperator.setInputs({{mOperator::a, tensor1}, {mOperator::filter, f_tensor_891293}, {mOperator::bias,
// cowsay_tensor}}))"
// Yes: with `using mOperator = ...` for the class, and without the unmatched last parenthesis.
TEST(core_maps_1_the_example) {
  World<> world;
  Tensor tensor1 = new RamTensor({1}, flt), f_tensor_891293 = new RamTensor({1}, flt),
         cowsay_tensor = new RamTensor({1}, flt);
  tensor1(0) = 1, f_tensor_891293(0) = 2, cowsay_tensor(0) = 3;
  Weighted mOperator;
  // clang-format off
  mOperator.setInputs({{mOperator::a, tensor1}, {mOperator::filter, f_tensor_891293},
                       {mOperator::bias, cowsay_tensor}});
  // clang-format on
  EXPECT(mOperator.eval() && mOperator.sum == 123.0f);
}

// "an ordered map of uTensor::strings to Tensor references. Tensors can be looked up by "name", or more
// accurately ID." Yes: by the enumerator or its text, in the lists and in the maps, `inputs["in"]`. Names
// that collide do not compile, unknown names are an error and change nothing.
TEST(core_maps_2_tensors_go_by_name_or_id) {
  World<> world;
  Tensor x = new RamTensor({1}, flt), y = new RamTensor({1}, flt), z = new RamTensor({1}, flt);
  x(0) = 1, y(0) = 2, z(0) = 3;
  Weighted op;
  EXPECT(op.set_inputs({{"bias", z}, {uTensor::string("a"), x}, {op.filter, y}}).eval() && op.sum == 123.0f);
  op.set_inputs({{"bias", z}, {"a", x}, {"b", y}});
  EXPECT(world.saw(InvalidTensorNameError()) && op.eval());
}

// "nothing more than a fixed-size TensorMap for inputs and another for outputs, the setters for these two
// maps, plus a pure virtual compute() method" Yes: except that compute() is not pure; both `set_inputs` and
// `setInputs` exist, since the document uses either.
TEST(core_operators_1_the_example) {
  World<> world;
  Tensor tensor1 = new RamTensor({2}, flt), tensor2 = new RamTensor({2}, flt),
         tensor_tardis_392 = new RamTensor({2}, flt);
  tensor1(0) = 3, tensor1(1) = 4, tensor2(0) = 5, tensor2(1) = 6;
  // clang-format off
MyOperator myOp;
myOp
  .setInputs({{myOp::in, tensor1}, {myOp::filter, tensor2}}) //Bind tensors to input names in op
  .setOutputs({{myOp::out, tensor_tardis_392}})              //Bind tensors to output names in op
  .eval();                                                   //Evaluate operator given inputs/outputs
  // clang-format on
  EXPECT(static_cast<float>(tensor_tardis_392(0)) == 15.0f &&
         static_cast<float>(tensor_tardis_392(1)) == 24.0f);
  EXPECT(world.saw());
}
