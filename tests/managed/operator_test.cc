// Operators with named inputs, and the permitted uses of their tensors.
#include <string.h>

#include "tests/managed/recorder.h"

using namespace managed_test;

namespace {

struct Watching : Context {
  using Context::Context;
  int tensors_made = 0;
  void register_tensor(TensorInterface& t) override { ++tensors_made, Context::register_tensor(t); }
};

class Halve : public OperatorInterface<2, 1, 1> {
 public:
  enum names_in : uint8_t { in, offset };
  enum names_out : uint8_t { out };
  int checks = 0;
  uint32_t scratch_bytes() const override { return scratch_need; }
  uint32_t scratch_need = 0;
  bool moved = false;

 protected:
  bool check() override {
    ++checks;
    if (inputs[in].tensor()->get_shape() == outputs[out].tensor()->get_shape()) return true;
    raise(InvalidTensorShapeError());
    return false;
  }
  void compute() override {
    AllocatorInterface& ram = *Context::get_default_context()->get_ram_data_allocator();
    moved = ram.rebalance();  // nothing moves now
    if (scratch_need) memset(scratch(), 0xEE, scratch_need);
    const int plus = inputs[offset].is_set() ? static_cast<int8_t>(inputs[offset].tensor()(0)) : 0;
    for (uint32_t i = 0; i < inputs[in].tensor()->num_elems(); ++i)
      outputs[out].tensor()(i) = static_cast<int8_t>(inputs[in].tensor()(i)) / 2 + plus;
  }
};

}  // namespace

// There is one handle per block, and one operator per tensor object.
static_assert(!__is_constructible(Handle, const Handle&) && !__is_assignable(Handle&, const Handle&), "");
static_assert(!__is_constructible(Tensor, const Tensor&) && !__is_assignable(Tensor&, const Tensor&), "");
static_assert(__is_constructible(Tensor, Tensor&&) && !__is_constructible(Halve, const Halve&), "");

TEST(a_context_may_keep_more) {
  World<> world;
  Watching context(&world.metadata, &world.ram);
  Context* const before = Context::set_default_context(&context);
  {
    Tensor a = new RamTensor({1}, i8), b = new RamTensor({1}, i8);
    EXPECT(context.tensors_made == 2 && &a->context() == &context);
  }
  Context::set_default_context(before);
  EXPECT(Context::set_default_context(nullptr) == before);
  EXPECT(!Context::get_default_context()->get_metadata_allocator());  // the empty context
  Context::set_default_context(before);
}

TEST(an_operator_accepts_its_tensors_by_name_in_any_order) {
  World<> world;
  Tensor x = new RamTensor({3}, i8), y = new RamTensor({3}, i8), plus = new RamTensor({1}, i8);
  x(0) = 2, x(1) = 4, x(2) = -8, plus(0) = 10;
  Halve halve;
  EXPECT(halve.set_inputs({{Halve::offset, plus}, {Halve::in, x}}).set_outputs({{Halve::out, y}}).eval());
  EXPECT(static_cast<int8_t>(y(0)) == 11 && static_cast<int8_t>(y(2)) == 6);
  EXPECT(halve.setInputs({{Halve::in, x}}).setOutputs({{Halve::out, y}}).eval() &&
         static_cast<int8_t>(y(1)) == 2);
  EXPECT(world.saw() && !halve.moved);
}

TEST(wrong_operands_are_reported_before_an_operator_computes) {
  World<> world;
  Tensor x = new RamTensor({3}, i8), y = new RamTensor({3}, i8), empty;
  static const int8_t constants[3] = {};
  Tensor rom = new RomTensor({3}, i8, constants);
  y(0) = 55;
  Halve halve;
  EXPECT(!halve.eval() && world.saw(MissingTensorError()));
  halve.set_inputs({{Halve::in, x}});
  EXPECT(!halve.eval() && world.saw(MissingTensorError()));  // no output
  halve.set_inputs({{Halve::in, x}, {Halve::in, y}});
  EXPECT(world.saw(InvalidTensorNameError()));
  halve.set_inputs({{7, x}});
  EXPECT(world.saw(InvalidTensorNameError()));
  halve.set_outputs({{Halve::out, y}});
  EXPECT(halve.eval() && world.saw());  // the refused step has changed nothing
  y(0) = 55;
  halve.set_inputs({{Halve::offset, x}});
  EXPECT(!halve.eval() && world.saw(MissingTensorError()));
  halve.set_inputs({{Halve::in, empty}});
  EXPECT(!halve.eval() && world.saw(InvalidTensorError()));
  halve.set_inputs({{Halve::in, x}}).set_outputs({{Halve::out, rom}});
  EXPECT(!halve.eval() && world.saw(ReadOnlyTensorError()));
  halve.set_outputs({{Halve::out, y}});
  halve.scratch_need = 100000;
  EXPECT(!halve.eval() && world.saw(OutOfMemError()) && static_cast<int8_t>(y(0)) == 55);
}

TEST(shapes_are_checked_once_and_again_when_they_change) {
  World<> world;
  Tensor x = new RamTensor({3}, i8), y = new RamTensor({3}, i8);
  Halve halve;
  halve.set_inputs({{Halve::in, x}}).set_outputs({{Halve::out, y}});
  EXPECT(halve.eval() && halve.eval() && halve.checks == 1);
  EXPECT(x->resize({4}) && !halve.eval() && world.saw(InvalidTensorShapeError()) && halve.checks == 2);
  EXPECT(!halve.eval() && world.saw(InvalidTensorShapeError()));
  EXPECT(y->resize({4}) && halve.eval() && halve.checks == 4);
  x = new RamTensor({5}, i8);  // another tensor under the same handle
  EXPECT(!halve.eval() && world.saw(InvalidTensorShapeError()));
}

TEST(scratch_is_allocated_before_tensors_are_pinned_and_is_freed) {
  World<2048, 512> world;
  Tensor gap = new RamTensor({100}, i8), x = new RamTensor({3}, i8), y = new RamTensor({3}, i8);
  x(1) = 40;
  Halve halve;
  halve.scratch_need = static_cast<uint32_t>(world.ram.available()) + 60;  // fits only after compaction
  gap.reset();
  const size_t before = world.ram.available();
  EXPECT(halve.set_inputs({{Halve::in, x}}).set_outputs({{Halve::out, y}}).eval());
  EXPECT(static_cast<int8_t>(y(1)) == 20 && world.ram.available() == before && !world.ram.held());
  EXPECT(world.saw(localCircularArenaAllocatorRebalancing()));
}

namespace {

struct Bus {
  uint8_t memory[64];
  int transfers = 0;
  bool broken = false;
  static bool fetch(void* user, uint32_t offset, void* to, uint32_t bytes) {
    Bus& bus = *static_cast<Bus*>(user);
    memcpy(to, bus.memory + offset, bytes);
    return ++bus.transfers, !bus.broken;
  }
  static bool store(void* user, uint32_t offset, const void* from, uint32_t bytes) {
    Bus& bus = *static_cast<Bus*>(user);
    memcpy(bus.memory + offset, from, bytes);
    return ++bus.transfers, !bus.broken;
  }
};

}  // namespace

TEST(a_tensor_may_be_reached_over_a_bus) {
  World<> world;
  Bus bus;
  Tensor x = new CallbackTensor({4}, i16, Bus::fetch, Bus::store, &bus), y = new RamTensor({4}, i16);
  for (int i = 0; i < 4; ++i) x(i) = 100 * i;
  for (int i = 0; i < 4; ++i) y(i) = x(i);
  EXPECT(static_cast<int16_t>(y(3)) == 300 && bus.transfers == 8 && world.saw());
  EXPECT_EQ(static_cast<int16_t>(x(4)), 0);
  x(4) = 1;
  EXPECT(bus.transfers == 8 && world.saw(OutOfTensorBoundsError(), OutOfTensorBoundsError()));
  bus.broken = true;
  x(0) = 1;
  EXPECT(world.saw(InvalidTensorError()));
  Tensor sensor = new CallbackTensor({4}, i16, Bus::fetch, nullptr, &bus);
  sensor(0) = 1;
  EXPECT(world.saw(ReadOnlyTensorError()));
  Tensor nothing = new CallbackTensor({4}, i16, nullptr, nullptr, nullptr);
  EXPECT(!nothing);
}

namespace {

class Peek : public OperatorInterface<1, 1>, private FastOperator {
 public:
  enum names_in : uint8_t { in };
  enum names_out : uint8_t { out };
  uint32_t offset = 0, bytes = 0;
  const void* readable = nullptr;
  void* writeable = nullptr;

 protected:
  void compute() override {
    readable = get_readable_block(*inputs[in].tensor(), bytes, offset);
    writeable = get_writeable_block(*outputs[out].tensor(), bytes, offset);
    if (!readable || !writeable) fail();
  }
};

}  // namespace

TEST(blocks_end_where_the_tensor_does) {
  World<> world;
  static uint8_t large[100000];
  alignas(4) static uint8_t odd[64];
  Tensor x = new BufferTensor({100000}, u8, large), y = new BufferTensor({100000}, u8, large);
  Peek blocks;
  blocks.set_inputs({{Peek::in, x}}).set_outputs({{Peek::out, y}});
  blocks.bytes = 70000;
  EXPECT(blocks.eval() && blocks.readable == large && blocks.writeable == large);
  blocks.offset = 30000;
  EXPECT(blocks.eval() && blocks.readable == large + 30000);
  blocks.offset = 30001;
  EXPECT(!blocks.eval() && world.saw(OutOfTensorBoundsError(), OutOfTensorBoundsError()));
  blocks.offset = 0xffffffff, blocks.bytes = 4;
  EXPECT(!blocks.eval() && world.saw(OutOfTensorBoundsError(), OutOfTensorBoundsError()));
  Tensor crooked = new BufferTensor({4}, flt, static_cast<void*>(odd + 1));
  crooked(2) = 1.25f;  // elements may be at any address, blocks may not
  EXPECT(static_cast<float>(crooked(2)) == 1.25f);
  blocks.offset = 0;
  EXPECT(!blocks.set_inputs({{Peek::in, crooked}}).eval() && world.saw(InvalidOptimizableTensorError()));
  Bus bus;
  Tensor far = new CallbackTensor({4}, i8, Bus::fetch, Bus::store, &bus);
  EXPECT(!blocks.set_inputs({{Peek::in, far}}).eval() && world.saw(InvalidOptimizableTensorError()));
}

namespace {

class Difference : public NamedOperator<Difference, 2, 1, 1> {
 public:
  enum names_in : uint8_t { minuend, subtrahend };
  enum names_out : uint8_t { difference };
  bool asks_for_more = false, found_more = false;

 protected:
  void compute() override {
    const int less = inputs["subtrahend"].is_set() ? static_cast<int8_t>(inputs[subtrahend].tensor()(0)) : 0;
    outputs["difference"].tensor()(0) = static_cast<int8_t>(inputs["minuend"].tensor()(0)) - less;
    if (asks_for_more) found_more = inputs["minuends"].is_set() || outputs["minuend"].is_set();
  }
};

// 50 - 8, with tensors that are named by text.
struct Subtraction {
  Tensor x = new RamTensor({1}, i8), y = new RamTensor({1}, i8), less = new RamTensor({1}, i8);
  Difference op;

  Subtraction() {
    x(0) = 50, less(0) = 8;
    EXPECT(op.set_inputs({{"subtrahend", less}, {"minuend", x}}).set_outputs({{"difference", y}}).eval());
    EXPECT_EQ(static_cast<int8_t>(y(0)), 42);
  }
};

}  // namespace

TEST(an_operator_also_accepts_its_tensors_by_text) {
  World<> world;
  Subtraction s;
  Tensor &x = s.x, &y = s.y;
  Difference& op = s.op;
  EXPECT(op.setInputs({{Difference::minuend, s.less}, {"subtrahend", x}}).eval());  // either for each
  EXPECT_EQ(static_cast<int8_t>(y(0)), -42);
  const char text[] = "difference";  // known only at run time
  EXPECT(op.set_inputs({{"minuend", x}}).set_outputs({{string::of(text), y}}).eval());
  EXPECT(static_cast<int8_t>(y(0)) == 50 && world.saw());
  op.set_inputs({{"minuends", x}}), op.set_inputs({{"minuen", x}}), op.set_inputs({{"", x}});
  op.set_inputs({{"minuend", x}, {Difference::minuend, x}}), op.set_outputs({{"minuend", y}});
  const InvalidTensorNameError error;
  EXPECT(world.saw(error, error, error, error, error) && op.eval() && static_cast<int8_t>(y(0)) == 50);
}

TEST(an_operator_finds_its_tensors_by_text) {
  World<> world;
  Subtraction s;
  Tensor &x = s.x, &y = s.y;
  Difference& op = s.op;
  EXPECT(op.set_inputs({{"minuend", x}}).eval() && static_cast<int8_t>(y(0)) == 50 && world.saw());
  op.asks_for_more = true;
  EXPECT(op.eval() && !op.found_more && world.saw(InvalidTensorNameError(), InvalidTensorNameError()));
}

TEST(operators_and_events_are_allocated_in_the_metadata_allocator) {
  World<> world;
  const size_t before = world.metadata.available();
  Tensor x = new RamTensor({1}, i8), y = new RamTensor({1}, i8);
  const size_t with_tensors = world.metadata.available();
  x(0) = 7;
  {
    Owned<Difference> op = new Difference;
    EXPECT(op && world.metadata.is_allocated(op.get()) && world.metadata.available() < with_tensors);
    EXPECT(op->set_inputs({{"minuend", x}}).set_outputs({{"difference", y}}).eval());
    EXPECT_EQ(static_cast<int8_t>(y(0)), 7);
    Owned<Difference> other = static_cast<Owned<Difference>&&>(op);
    EXPECT(!op && other->eval());
    other = Owned<Difference>();
    EXPECT(!other && world.metadata.available() == with_tensors);
  }
  auto* const event = new MetaHeaderNotFound;
  EXPECT(world.metadata.is_allocated(event) && *event == MetaHeaderNotFound());
  delete event;
  x.reset(), y.reset();
  EXPECT(world.metadata.available() == before && world.saw());
  void* const rest = world.metadata.allocate_fixed(before);
  EXPECT(rest && !(new Difference) && world.saw(OutOfMemError()));
  Owned<Difference> none = new Difference;
  EXPECT(!none && world.saw(OutOfMemError()));
  Difference local;
  Owned<Difference> refused = &local;  // not of the allocator
  EXPECT(!refused && world.saw(OutOfMemBoundsError()));
}

TEST(an_owned_operator_is_freed_in_its_allocator) {
  World<> first;
  Owned<Difference> op = new Difference;
  const size_t taken = first.metadata.available();
  {
    World<> second;
    op.reset();
    EXPECT(second.saw());
  }
  EXPECT(first.metadata.available() > taken && first.saw());
}
