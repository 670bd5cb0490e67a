// Incorrect use of arenas, handles and tensors: it gives an error, and nothing outside is written.
#include <string.h>

#include "nook/managed/ops/reference.h"
#include "tests/managed/recorder.h"

using namespace managed_test;

namespace {

constexpr size_t kGuard = 16, kLargest = 1024;
alignas(16) uint8_t guarded_objects[kLargest + 3 * kGuard], guarded_elements[kLargest + 3 * kGuard];

// Memory of `bytes` bytes, misaligned by `skew`, with a pattern before and after it.
nook::Span<uint8_t> guarded(uint8_t (&memory)[kLargest + 3 * kGuard], size_t bytes, size_t skew) {
  memset(memory, 0xA5, sizeof memory);
  return {memory + kGuard + skew, bytes};
}
bool guards_are_whole(const uint8_t (&memory)[kLargest + 3 * kGuard], size_t bytes, size_t skew) {
  for (size_t i = 0; i < sizeof memory; ++i) {
    const bool inside = i >= kGuard + skew && i < kGuard + skew + bytes;
    if (!inside && memory[i] != 0xA5) return false;
  }
  return true;
}

// relu(a * b) in two arenas; returns whether it succeeded.
template <class Metadata, class Ram>
bool graph_in(nook::Span<uint8_t> objects, nook::Span<uint8_t> elements) {
  EventHistory errors({}, go_on);
  Context context(nullptr, nullptr, &errors);
  Context* const before = Context::set_default_context(&context);
  bool right = false;
  {
    Metadata metadata{objects};
    Ram ram{elements};
    context.set_metadata_allocator(&metadata), context.set_ram_data_allocator(&ram);
    const size_t free_objects = metadata.available(), free_elements = ram.available();
    {
      static const float numbers[4] = {1, -2, 3, 4};
      Tensor a = new RomTensor({2, 2}, flt, numbers), b = new RamTensor({2, 2}, flt),
             product = new RamTensor({2, 2}, flt);
      for (int i = 0; i < 4; ++i) b(i) = 1 - i;
      reference::MatMul<float> multiply;
      multiply.set_inputs({{"a", a}, {"b", b}}).set_outputs({{"out", product}});
      Owned<reference::InPlaceReLU<float>> relu = new reference::InPlaceReLU<float>;
      right = multiply.eval() && relu && relu->set_outputs({{"x", product}}).eval();
      if (right) right = static_cast<float>(product(0)) == 3.0f && static_cast<float>(product(3)) == 0.0f;
    }
    EXPECT(metadata.available() == free_objects && ram.available() == free_elements);
  }
  Context::set_default_context(before);
  return right;
}

template <class Metadata, class Ram>
void every_size() {
  const size_t step = sizeof(void*) / 2;
  bool went = false;
  for (size_t bytes = 0; bytes <= kLargest; bytes += step) {
    const size_t skew = bytes / step % 8;
    const bool right = graph_in<Metadata, Ram>(guarded(guarded_objects, kLargest, skew),
                                               guarded(guarded_elements, bytes, skew));
    EXPECT(guards_are_whole(guarded_objects, kLargest, skew));
    EXPECT(guards_are_whole(guarded_elements, bytes, skew));
    const bool small = graph_in<Metadata, Ram>(guarded(guarded_objects, bytes, skew),
                                               guarded(guarded_elements, kLargest, skew));
    EXPECT(guards_are_whole(guarded_objects, bytes, skew));
    EXPECT(guards_are_whole(guarded_elements, kLargest, skew));
    if (bytes == 0) EXPECT(!right && !small);
    went = right && small;
  }
  EXPECT(went);
}

}  // namespace

TEST(arenas_of_every_size_do_the_work_or_refuse_it) {
  every_size<CircularArenaAllocator<>, CircularArenaAllocator<>>();
  every_size<BumpArenaAllocator<>, CircularArenaAllocator<uint8_t>>();
  every_size<CircularArenaAllocator<uint32_t, 8>, CircularArenaAllocator<uint32_t, 16>>();
}

TEST(an_arena_of_nothing_refuses_everything) {
  World<> world;
  CircularArenaAllocator<> none{nook::Span<uint8_t>()};
  BumpArenaAllocator<> bump{nook::Span<uint8_t>()};
  world.errors.clear();
  Handle handle;
  EXPECT(none.available() == 0 && bump.available() == 0 && none.size_bytes() == 0);
  EXPECT(!none.allocate(0) && !bump.allocate(0) && world.saw(OutOfMemError(), OutOfMemError()));
  EXPECT(!none.bind(nullptr, handle) && world.saw(OutOfMemBoundsError()) && !none.moves(nullptr));
  none.deallocate(nullptr), bump.deallocate(&handle);
  EXPECT(world.saw(OutOfMemBoundsError(), OutOfMemBoundsError()));
  none.clear(), bump.clear();
  EXPECT(none.rebalance() && world.saw(localCircularArenaAllocatorRebalancing()));
}

TEST(a_block_is_freed_once) {
  World<> world;
  void* const block = world.ram.allocate(20);
  world.ram.deallocate(block), world.ram.deallocate(block);
  EXPECT(world.saw(MetaHeaderNotFound(), OutOfMemBoundsError()));
  auto* const tensor = new RamTensor({4}, i8);
  const size_t before = world.ram.available();
  Tensor owner = tensor;
  Tensor second = tensor;  // already has an owner
  EXPECT(owner && !second && world.saw(InvalidBoundRegionState()));
  owner.reset(), owner.reset();
  EXPECT(world.ram.available() > before && world.saw());
}

TEST(handles_and_tensors_of_an_arena_that_was_cleared_are_empty) {
  World<> world;
  Handle handle;
  world.ram.bind(world.ram.allocate(20), handle);
  Tensor x = new RamTensor({4}, i8), y = new RamTensor({4}, i8);
  world.ram.clear();
  EXPECT(!handle && !handle.allocator() && !x->is_ready());
  x(0) = 1;
  EXPECT(static_cast<int8_t>(y(0)) == 0 && world.saw(InvalidTensorError(), InvalidTensorError()));
  reference::Reshape op(TensorShape(4));
  EXPECT(!op.set_inputs({{"in", x}}).set_outputs({{"out", y}}).eval() && world.saw(InvalidTensorError()));
  EXPECT(world.ram.available() + world.ram.kGranule == world.ram.size_bytes());
  x = new RamTensor({4}, i8);
  x(3) = 9;
  EXPECT(static_cast<int8_t>(x(3)) == 9 && world.saw());
}

TEST(handles_outlive_their_arena) {
  World<> world;
  alignas(8) uint8_t memory[512];
  Handle first, second;
  Tensor x;
  {
    CircularArenaAllocator<> ram{memory};
    world.context.set_ram_data_allocator(&ram);
    ram.bind(ram.allocate(20), first);
    second = static_cast<Handle&&>(first);
    x = new RamTensor({4}, i8);
  }
  world.context.set_ram_data_allocator(nullptr);
  world.errors.clear();
  EXPECT(!first && !second && x && !x->is_ready());
  EXPECT(!x->resize({8}) && world.saw(MemoryAllocatorUnsetError()));
}

TEST(nothing_moves_while_it_is_held) {
  World<> world;
  void* const gap = world.ram.allocate(64);
  Handle handle;
  world.ram.bind(world.ram.allocate(64), handle);
  world.ram.deallocate(gap);
  const void* const before = *handle;
  world.ram.hold(), world.ram.hold(), world.ram.release();
  const size_t most = world.ram.available();
  EXPECT(!world.ram.rebalance() && !world.ram.allocate(most + 1) && *handle == before);
  EXPECT(world.saw(OutOfMemError()));
  world.ram.release();
  EXPECT(world.ram.available() > most && world.ram.allocate(most + 1) && *handle != before);
  EXPECT(world.saw(localCircularArenaAllocatorRebalancing()));
}
