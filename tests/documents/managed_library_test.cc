// Document 004, "uTensor Runtime": managed tensors. Here its promises about the library; managed_core_test.cc
// covers the core.
#if __has_include(<algorithm>)
#include <algorithm>
#else  // some bare toolchains have no C++ library
namespace std {
template <class I, class T>
I find(I from, I to, const T& value) {
  while (from != to && !(*from == value)) ++from;
  return from;
}
}  // namespace std
#endif

#include "nook/managed/managed.h"
#include "nook/managed/ops/legacy.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/reference.h"
#include "nook/managed/ops/symmetric_quantization.h"
#include "tests/managed/recorder.h"

using namespace managed_test;

namespace {

constexpr size_t num_inputs = 2, num_outputs = 1;

void my_kernel(Tensor& c, Tensor& a, Tensor& b) {
  for (uint32_t i = 0; i < c->num_elems(); ++i) c(i) = static_cast<float>(a(i)) - static_cast<float>(b(i));
}

// clang-format off
// The class of the document's second example, as it is written.
class MyOperator : public OperatorInterface<num_inputs, num_outputs> {
 public:
  enum names_in : uint8_t { a, b }; // these are named IDs for the inputs
  enum names_out : uint8_t { c };   // these are named IDs for the outputs

  // Optional constructor

 protected:
  virtual void compute() {
    // Operator interface maintains a 2 maps of tensor names to tensors, one for inputs, and one for outputs 
    my_kernel(outputs[c].tensor(), inputs[a].tensor(), inputs[b].tensor());
  }
};
// clang-format on
using myOp = MyOperator;  // the examples write myOp::a for a variable: a type of that name makes it C++

template <class Op>
bool computes(Op& op, Tensor& x, Tensor& y) {
  return op.set_inputs({{Op::in, x}}).set_outputs({{Op::out, y}}).eval();
}
template <class Op>
bool computes(Op& op, Tensor& a, Tensor& b, Tensor& y) {
  return op.set_inputs({{Op::a, a}, {Op::b, b}}).set_outputs({{Op::out, y}}).eval();
}
template <class Op>
bool weighs(Op& op, Tensor& x, Tensor& w, Tensor& y) {
  return op.set_inputs({{Op::in, x}, {Op::filter, w}}).set_outputs({{Op::out, y}}).eval();
}

void quantize(Tensor& tensor) { tensor->set_quantization_params(PerTensorQuantizationParams(0, 1)); }
bool holds(Tensor& tensor, const float (&expected)[4]) {
  bool bytes = tensor->get_type() == i8, same = true;
  for (uint32_t i = 0; i < 4; ++i)
    same = same && (bytes ? static_cast<int8_t>(tensor(i)) : static_cast<float>(tensor(i))) == expected[i];
  return same;
}

// 1, 2, 3, 4, weights and a result of an operator: in float32, and in int8 with a scale of 1.
template <class Attrs, int count>
struct Weighted {
  Weighted(const Attrs& of, const TensorShape& image, const TensorShape& filter, const int8_t (&all)[count])
      : attrs(of) {
    for (int i = 0; i < count; ++i) reals[i] = weights[i] = all[i];
    x = new RamTensor(image, flt), w = new RomTensor(filter, flt, reals), y = new RamTensor(image, flt);
    q = new RamTensor(image, i8), v = new RomTensor(filter, i8, weights), z = new RamTensor(image, i8);
    for (int i = 0; i < 4; ++i) x(i) = i + 1, q(i) = i + 1;
    quantize(q), quantize(v), quantize(z);
  }
  template <class Float, class Quantized>
  bool give(const float (&expected)[4]) {
    Float floats(attrs);
    Quantized quantized(attrs);
    return weighs(floats, x, w, y) && holds(y, expected) && weighs(quantized, q, v, z) && holds(z, expected);
  }

  Attrs attrs;
  float reals[count];
  int8_t weights[count];
  Tensor x, w, y, q, v, z;
};

}  // namespace

// "it maintains a fixed sized queue for events and allows users to override the default spin-wait behavior of
// onError by passing an ErrorHandler callback functor"
// Yes: it keeps the last events and errors, also with a count of 0 or 1. Without a functor an error spins.
TEST(lib_error_handlers_1_a_queue_of_fixed_size) {
  struct {
    int calls = 0;
    void operator()(const Error&) { ++calls; }
  } functor;
  SimpleErrorHandler three(3), one(1), none(0);
  three.set_on_error(functor);
  three.on_error(OutOfMemError());
  for (int i = 0; i < 2; ++i) three.notify(MetaHeaderNotFound());
  EXPECT(functor.calls == 1 && three.size() == 3 && *three.begin() == OutOfMemError());
  three.notify(MetaHeaderNotFound());
  EXPECT(three.size() == 3 && *three.begin() == MetaHeaderNotFound());
  one.notify(OutOfMemError()), one.notify(MetaHeaderNotFound()), none.notify(OutOfMemError());
  EXPECT(one.size() == 1 && *one.begin() == MetaHeaderNotFound() && none.begin() == none.end());
}

// "SimpleErrorHandler errH(50); // Maintain a history of 50 events", "Check to make sure a rebalance has
// occurred" Yes: the example runs unchanged. The handler has memory for 64 events; for more, lend memory to
// an `EventHistory`.
TEST(lib_error_handlers_2_the_example) {
  Context mine, *const before = Context::set_default_context(&mine);
  {
    // clang-format off
SimpleErrorHandler errH(50); // Maintain a history of 50 events
Context::get_default_context()->set_ErrorHandler(&errH);
    // clang-format on
    localCircularArenaAllocator<256> arena;
    Handle first, second;
    arena.bind(arena.allocate(60), first), arena.bind(arena.allocate(60), second);
    arena.deallocate(*first);
    EXPECT(arena.allocate(140));
    // clang-format off
// Check to make sure a rebalance has occurred inside our allocator
bool has_rebalanced = std::find(errH.begin(), errH.end(),
                                localCircularArenaAllocatorRebalancingEvent()) != errH.end();
    // clang-format on
    EXPECT(has_rebalanced && errH.size() == 2 && errH.capacity() == 50);
    EXPECT(*errH.begin() == localCircularArenaAllocatorConstructedEvent());
    EXPECT(std::find(errH.begin(), errH.end(), MetaHeaderNotFoundEvent()) == errH.end());
  }
  Context::set_default_context(before);
}

// "More than a history has room for"
// No: a count above 64 raises an OutOfMemError in the context's handler, and 64 are kept; no memory comes
// from a heap.
TEST(lib_error_handlers_3_no_history_is_on_a_heap) {
  World<> world;
  SimpleErrorHandler large(65);
  EXPECT(large.capacity() == 64 && world.saw(OutOfMemError()));
}

// "a fixed sized circular arena allocator with statically configurable internal addressability"
// Yes: `localCircularArenaAllocator<size, uint8_t>` has smaller headers than one of uint32_t; a size that the
// type can't count does not compile.
TEST(lib_allocators_1_addressability_is_configurable) {
  static_assert(CircularArenaAllocator<uint8_t>::kMostBytes < CircularArenaAllocator<uint16_t>::kMostBytes,
                "");
  static_assert(CircularArenaAllocator<uint8_t, 1>::kGranule < CircularArenaAllocator<uint32_t, 1>::kGranule,
                "");
  localCircularArenaAllocator<1024, uint8_t> small;
  localCircularArenaAllocator<4096, uint32_t> large;
  EXPECT(small.available() > 900 && large.available() > 4000);
}

// "This allocator will handle object alignment internally, meaning it's possible to place objects and
// functors in this memory space" Yes: every block is aligned to the allocator's parameter, whatever the
// address of its memory.
TEST(lib_allocators_2_objects_and_functors_fit) {
  struct Functor {
    double factor;
    double operator()(double x) const { return factor * x; }
  };
  World<> world;
  alignas(16) uint8_t memory[256];
  for (size_t skew = 0; skew < 8; ++skew) {
    CircularArenaAllocator<uint16_t, 16> arena{nook::Span<uint8_t>(memory + skew, sizeof memory - skew)};
    void* const block = arena.allocate_fixed(sizeof(Functor));
    EXPECT(block && reinterpret_cast<uintptr_t>(block) % 16 == 0);
    EXPECT((*new (Placed{block}) Functor{2})(21) == 42);
  }
}

// "Allocated blocks that are bound to a Handle are guaranteed to be valid after rebalance."
// Yes: they are moved next to each other, so that the free space is contiguous.
TEST(lib_allocators_3_bound_blocks_survive) {
  World<> world;
  void* const gap = world.ram.allocate(100);
  Handle handle;
  world.ram.bind(world.ram.allocate(5), handle);
  memcpy(*handle, "kept", 5);
  const size_t before = world.ram.available();  // this already includes compaction
  world.ram.deallocate(gap);
  EXPECT(world.ram.rebalance() && memcmp(*handle, "kept", 5) == 0 && world.ram.available() >= before);
}

// "Allocated blocks that are unbound [...] are not guaranteed to be valid after a rebalance. It will be up to
// the user to query" Yes: `is_allocated()` says whether it still is.
TEST(lib_allocators_4_unbound_blocks_may_vanish) {
  World<> world;
  void* const block = world.ram.allocate(8);
  EXPECT(world.ram.is_allocated(block));
  world.ram.rebalance();
  EXPECT(!world.ram.is_allocated(block) && !world.ram.is_allocated(&world));
}

// "OutOfMemBoundsError: [...] attempts to access non managed region", "MetaHeaderNotFound",
// "InvalidBoundRegionState", "OutOfMemError", "localCircularArenaAllocatorConstructed",
// "localCircularArenaAllocatorRebalancing" Yes: each is reported once, where it is detected, before anything
// is changed.
TEST(lib_allocators_5_events_and_errors) {
  World<> world;
  uint8_t elsewhere[8];
  Handle handle;
  world.ram.deallocate(elsewhere);
  EXPECT(world.saw(OutOfMemBoundsError()));
  uint8_t* const block = static_cast<uint8_t*>(world.ram.allocate(32));
  EXPECT(!world.ram.bind(block + 4, handle));
  EXPECT(world.saw(MetaHeaderNotFound(), InvalidBoundRegionState()));
  world.ram.deallocate(block);
  EXPECT(!world.ram.bind(block, handle) && world.saw(MetaHeaderNotFound(), InvalidBoundRegionState()));
  EXPECT(!world.ram.allocate(100000) && world.saw(OutOfMemError()));
  localCircularArenaAllocator<64> arena;
  EXPECT(world.saw(localCircularArenaAllocatorConstructed()));
  arena.rebalance();
  EXPECT(world.saw(localCircularArenaAllocatorRebalancing()));
}

// "all it does is maintain a reference to the two required allocatorInterfaces [...] and an errorHandler",
// "pretty easy to extend" Yes: plus the list of its tensors. There may be several contexts; a tensor
// remembers its own.
TEST(lib_contexts_1_two_allocators_and_a_handler) {
  struct Profile : Context {
    using Context::Context;
    int made = 0;
    void register_tensor(TensorInterface& t) override { ++made, Context::register_tensor(t); }
  };
  World<> world;
  Profile profile(&world.metadata, &world.ram, &world.errors);
  Context::set_default_context(&profile);
  EXPECT(Context::get_default_context()->get_ram_data_allocator() == &world.ram);
  {
    Tensor t = new RamTensor({1}, i8);
    Context::set_default_context(&world.context);
    EXPECT(&t->context() == &profile && profile.made == 1);
  }
  EXPECT(world.saw());
}

// "Things like dynamically constructed events and even operator objects can go here too!"
// Yes: with `new`, like tensors; `Owned<Op>` deletes an operator. `new` before there is an allocator is an
// error.
TEST(lib_contexts_2_objects_go_in_the_metadata_allocator) {
  World<> world;
  Owned<reference::MatMul<float>> op = new reference::MatMul<float>;
  EXPECT(op && world.metadata.is_allocated(op.get()));
  auto* const raw = new MyOperator;
  auto* const event = new OutOfMemError;
  EXPECT(world.metadata.is_allocated(raw) && world.metadata.is_allocated(event));
  delete event;
  // `delete raw;` if compilers do not warn about missing virtual destructors.
  InMetadata::operator delete(raw);
  EXPECT(world.saw());
  world.context.set_metadata_allocator(nullptr);
  EXPECT(!(new RamTensor({1}, i8)) && world.saw(MemoryAllocatorUnsetError()));
}

// "temporary data blobs go in the RAM data allocator", "super useful for operators that need to request a
// temporary scratch buffer" Yes: elements of a `RamTensor`, and scratch, which is freed before eval()
// returns.
TEST(lib_contexts_3_blobs_go_in_the_ram_allocator) {
  struct Sorts : OperatorInterface<1, 0> {
    enum names_in : uint8_t { in };
    bool had_scratch = false;
    uint32_t scratch_bytes() const override { return 64; }
    void compute() override { had_scratch = scratch() != nullptr, memset(scratch(), 1, 64); }
  } op;
  World<> world;
  const size_t before = world.ram.available();
  Tensor t = new RamTensor({100}, i8);
  const size_t left = world.ram.available();
  EXPECT(left <= before - 100 && op.set_inputs({{op.in, t}}).eval() && op.had_scratch);
  EXPECT(world.ram.available() == left);
}

// "optimized: [...] with Arm targets this will use the CMSIS-NN and CMSIS-DSP optimized libraries under the
// hood" No: nook's own kernels replace CMSIS-NN; they equal TensorFlow Lite's reference byte for byte, need
// fewer instructions (`docs/figures.md`), and exist for other cores as well.
TEST(lib_operators_1_optimized_operators_use_nooks_kernels) {
  World<> world;
  int8_t in[4] = {-5, 7, -128, 127}, out[4];
  Tensor x = new BufferTensor({4}, i8, in), y = new BufferTensor({4}, i8, out);
  quantize(x), quantize(y);
  optimized::OptUnary<nook::ReluS8> relu;
  EXPECT(computes(relu, x, y) && out[0] == 0 && out[1] == 7 && out[2] == 0 && out[3] == 127);
  EXPECT(relu.kernel() && memcmp(relu.kernel(), "nook_relu_s8", 12) == 0);
}

// "legacy", "optimized", "symmetric_quantization", "reference", "generate bit accurate results against the
// various TLFu operators" Yes: the four groups agree with each other here, and with results of TensorFlow
// Lite Micro in `tests/managed/golden_test.cc`.
TEST(lib_operators_2_the_groups_agree) {
  World<> world;
  static const int8_t weights[4] = {3, -2, 5, 1};
  int8_t in[2] = {11, -7}, a[2], b[2];
  Tensor x = new BufferTensor({1, 2}, i8, in), w = new RomTensor({2, 2}, i8, weights),
         y = new BufferTensor({1, 2}, i8, a), z = new BufferTensor({1, 2}, i8, b);
  x->set_quantization_params(PerTensorQuantizationParams(-3, 0.5f)), quantize(w);
  y->set_quantization_params(PerTensorQuantizationParams(4, 0.75f));
  z->set_quantization_params(PerTensorQuantizationParams(4, 0.75f));
  symmetric_quantization::QuantizedFullyConnected slow{nook::FullyConnected::Attrs()};
  optimized::OptFullyConnected<int8_t> fast{nook::FullyConnected::Attrs()};
  EXPECT(weighs(slow, x, w, y) && weighs(fast, x, w, z) && a[0] == b[0] && a[1] == b[1]);
  EXPECT(a[0] == 37 && a[1] == 48);  // 4 + (14 * 3 + 4 * 2) / 1.5, 4 + (14 * 5 - 4) / 1.5
}

// "myOp.setInputs({{myOp::a, tensor1}, {myOp::b, tensor2}})", "order does not matter"
// Yes: both examples run unchanged, with a type of the variable's name for `myOp::a`.
TEST(lib_operators_3_the_examples) {
  World<> world;
  Tensor tensor1 = new RamTensor({1}, flt), tensor2 = new RamTensor({1}, flt),
         tensor3 = new RamTensor({1}, flt);
  tensor1(0) = 9, tensor2(0) = 2;
  {
    // clang-format off
MyOperator myOp;
myOp
  .setInputs({{myOp::a, tensor1}, {myOp::b, tensor2}}) //Bind tensors to input names in op
  .setOutputs({{myOp::c, tensor3}})                    //Bind tensors to output names in op
  .eval();                                             //Evaluate operator given inputs/outputs
    // clang-format on
    EXPECT(static_cast<float>(tensor3(0)) == 7.0f);
  }
  tensor3(0) = 0;
  {
    // clang-format off
MyOperator myOp;
myOp
  .setInputs({{myOp::b, tensor2}, {myOp::a, tensor1}}) //Bind tensors to input names in op
  .setOutputs({{myOp::c, tensor3}})                    //Bind tensors to output names in op
  .eval();                                             //Evaluate operator given inputs/outputs
    // clang-format on
    EXPECT(static_cast<float>(tensor3(0)) == 7.0f && world.saw());
  }
}

// "ReLU", "ReLU In place", "ReLU6", "ReLU6 In place"
// Yes: float, int8 and uint8.
TEST(lib_table_1_activations) {
  World<> world;
  Tensor x = new RamTensor({4}, flt), y = new RamTensor({4}, flt);
  x(0) = -1, x(1) = 2, x(2) = 6, x(3) = 9;
  reference::ReLU<float> relu;
  reference::ReLU6<float> relu6;
  EXPECT(computes(relu, x, y) && holds(y, {0, 2, 6, 9}) && relu.scratch_bytes() == 0);
  EXPECT(computes(relu6, x, y) && holds(y, {0, 2, 6, 6}) && relu6.scratch_bytes() == 0);
  reference::InPlaceReLU<float> in_place;
  EXPECT(in_place.set_outputs({{"x", x}}).eval() && holds(x, {0, 2, 6, 9}));
  reference::InPlaceReLU6<float> in_place6;
  EXPECT(in_place6.set_outputs({{"x", x}}).eval() && holds(x, {0, 2, 6, 6}) && world.saw());
}

// "ArgMax", "ArgMin", "Min", "Max"
// Yes: ties go to the first element, as in TensorFlow Lite.
TEST(lib_table_2_reductions) {
  World<> world;
  static const int32_t axes[1] = {0};
  Tensor x = new RamTensor({4}, flt), axis = new RomTensor({1}, i32, axes), at = new RamTensor({1}, i32),
         y = new RamTensor({1}, flt);
  x(0) = 3, x(1) = -1, x(2) = 3, x(3) = -1;
  reference::ArgMax<float> arg_max;
  EXPECT(arg_max.set_inputs({{"in", x}, {"axis", axis}}).set_outputs({{"out", at}}).eval());
  EXPECT_EQ(static_cast<int32_t>(at(0)), 0);
  reference::ArgMin<float> arg_min;
  EXPECT(arg_min.set_inputs({{"in", x}, {"axis", axis}}).set_outputs({{"out", at}}).eval());
  EXPECT_EQ(static_cast<int32_t>(at(0)), 1);
  reference::Min<float> min;
  EXPECT(computes(min, x, y) && static_cast<float>(y(0)) == -1.0f);
  reference::Max<float> max;
  EXPECT(computes(max, x, y) && static_cast<float>(y(0)) == 3.0f && world.saw());
}

// "AddOperator", "MatMul", "Squeeze", "Reshape"
// Yes: all without a buffer.
TEST(lib_table_3_arithmetic_and_shapes) {
  World<> world;
  Tensor a = new RamTensor({2, 2}, flt), b = new RamTensor({2, 2}, flt), y = new RamTensor({2, 2}, flt);
  for (int i = 0; i < 4; ++i) a(i) = i, b(i) = 1;
  reference::AddOperator<float> add;
  EXPECT(computes(add, a, b, y) && holds(y, {1, 2, 3, 4}) && add.scratch_bytes() == 0);
  reference::MatMul<float> multiply;
  EXPECT(computes(multiply, a, b, y) && holds(y, {1, 1, 5, 5}) && multiply.scratch_bytes() == 0);
  reference::Reshape reshape(TensorShape(1, 4, 1));
  EXPECT(computes(reshape, a, y) && y->get_shape() == TensorShape(1, 4, 1));
  reference::Squeeze squeeze;
  EXPECT(computes(squeeze, y, b) && b->get_shape() == TensorShape(4) && holds(b, {0, 1, 2, 3}));
  EXPECT(world.saw());
}

// "MinPool", "MaxPool", "AvgPool", "GenericPool"
// Yes: padding adds nothing, as in TensorFlow Lite; `GenericPool` takes your own filter.
TEST(lib_table_4_pools) {
  World<> world;
  Tensor x = new RamTensor({1, 2, 4, 1}, flt), y = new RamTensor({1, 1, 4, 1}, flt);
  for (int i = 0; i < 8; ++i) x(i) = i < 4 ? -i : i;
  const auto attrs = pooling(nook::PadMode::kValid, 2, 1, 1, 1);
  reference::MinPool<float> min(attrs);
  EXPECT(computes(min, x, y) && holds(y, {0, -1, -2, -3}) && min.scratch_bytes() == 0);
  reference::MaxPool<float> max(attrs);
  EXPECT(computes(max, x, y) && holds(y, {4, 5, 6, 7}));
  reference::AvgPool<float> average(attrs);
  EXPECT(computes(average, x, y) && holds(y, {2, 2, 2, 2}));
  reference::GenericPool<float, Highest> generic(attrs);
  EXPECT(computes(generic, x, y) && holds(y, {4, 5, 6, 7}) && world.saw());
}

// "Conv2D", "QuantizedConv2D", "OptConv2D: 4*ker_x*ker_y*in_channels"
// Yes: `OptConv2D` needs no scratch. If told to keep no multipliers, it needs 5 bytes per output channel,
// which exceeds the table's figure if `4 * ker_x * ker_y * in_channels` is smaller.
TEST(lib_table_5_convolutions) {
  World<> world;
  Weighted c(convolution(nook::PadMode::kSame), {1, 2, 2, 1}, {1, 2, 2, 1}, {1, 1, 1, 1});
  EXPECT((c.give<reference::Conv2D, symmetric_quantization::QuantizedConv2D>({10, 6, 7, 4})));
  optimized::OptConv2D<int8_t> kept(c.attrs), made(c.attrs, Multipliers::kPerInference);
  EXPECT(weighs(kept, c.q, c.v, c.z) && holds(c.z, {10, 6, 7, 4}) && kept.scratch_bytes() == 0);
  EXPECT(weighs(made, c.q, c.v, c.z) && holds(c.z, {10, 6, 7, 4}) && made.scratch_bytes() == 5);
  EXPECT(world.saw());
}

// "DepthwiseSepConv2D", "QuantizedDepthwiseSepConv2D", "OptDepthwiseSepConv2D: 0", "QuantizedFullyConnected"
// Yes: each is TensorFlow Lite's operator; DEPTHWISE_CONV_2D is not fused with the following operator.
TEST(lib_table_6_depthwise_convolutions_and_fully_connected) {
  World<> world;
  Weighted c(convolution(nook::PadMode::kValid), {1, 1, 2, 2}, {1, 1, 1, 2}, {2, 3});
  using symmetric_quantization::QuantizedDepthwiseSepConv2D;
  EXPECT((c.give<reference::DepthwiseSepConv2D, QuantizedDepthwiseSepConv2D>({2, 6, 6, 12})));
  optimized::OptDepthwiseSepConv2D<int8_t> opt(c.attrs);
  EXPECT(weighs(opt, c.q, c.v, c.z) && holds(c.z, {2, 6, 6, 12}) && opt.scratch_bytes() == 0 && world.saw());
}
