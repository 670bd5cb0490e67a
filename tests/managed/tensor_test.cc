// Tensors, their memory, their quantization and their contexts.
#include <string.h>

#include "tests/managed/recorder.h"

using namespace managed_test;

TEST(a_constant_is_not_written) {
  World<> world;
  static const int8_t values[3] = {1, 2, 3};
  Tensor rom = new RomTensor({3}, i8, values);
  rom(0) = 9;
  rom(1) = 9.0f;
  EXPECT(world.saw(ReadOnlyTensorError(), ReadOnlyTensorError()) && static_cast<int8_t>(rom(0)) == 1);
  EXPECT(!rom->resize({4}) && world.saw(InvalidResizeError()) && rom->get_shape() == TensorShape(3));
  EXPECT(rom->resize({1, 3}) && rom->get_shape() == TensorShape(1, 3));
  Tensor small = new RomTensor({4}, i8, values), huge = new RomTensor({65536, 65536}, i8, &values[0]);
  EXPECT(!small && !huge && world.saw(InvalidTensorDimensionsError(), InvalidTensorDimensionsError()));
  static const float reals[2] = {1, 2};  // an array of two elements of any size
  Tensor both = new RomTensor({2}, flt, reals), third = new RomTensor({3}, flt, reals);
  EXPECT(both && !third && world.saw(InvalidTensorDimensionsError()));
  float room[2];
  Tensor fits = new BufferTensor({2}, flt, room), too_large = new BufferTensor({3}, flt, room);
  EXPECT(fits && !too_large && world.saw(InvalidTensorDimensionsError()));
  Tensor null = new BufferTensor({3}, flt, static_cast<void*>(nullptr));
  EXPECT(!null);
}

TEST(a_ram_tensor_keeps_its_elements_wherever_they_move) {
  World<> world;
  const size_t whole = world.ram.available(), metadata = world.metadata.available();
  {
    Tensor first = new RamTensor({40}, i8), second = new RamTensor({2, 40}, i16);
    for (int i = 0; i < 80; ++i) second(i) = i * 3;
    const void* const before = second.get();
    first.reset();
    EXPECT(world.ram.rebalance() && second.get() == before);
    for (int i = 0; i < 80; ++i) EXPECT_EQ(static_cast<int16_t>(second(i)), i * 3);
    EXPECT(second->resize({4, 40}));
    for (int i = 0; i < 80; ++i) EXPECT_EQ(static_cast<int16_t>(second(i)), i * 3);
    world.errors.clear();
    EXPECT(!second->resize({100, 100}) && world.saw(OutOfMemError()));
    EXPECT(!second->resize({65536, 65536}) && world.saw(InvalidTensorDimensionsError()));
    EXPECT(second->get_shape() == TensorShape(4, 40) && static_cast<int16_t>(second(79)) == 237);
    EXPECT(second->resize({10}) && static_cast<int16_t>(second(9)) == 27);
    EXPECT(second->resize({0}) && second->num_elems() == 0);
    Tensor scalar = new RamTensor(TensorShape(), flt);
    scalar(0) = 1.5f;
    EXPECT(static_cast<float>(scalar(0)) == 1.5f);
  }
  EXPECT(world.ram.rebalance() && world.ram.available() == whole && world.metadata.available() == metadata);
}

TEST(a_tensor_that_cannot_be_allocated_is_empty_and_uses_no_memory) {
  World<512, 128> world;
  const size_t whole = world.ram.available(), metadata = world.metadata.available();
  Tensor large = new RamTensor({1000}, i8);
  EXPECT(!large && world.saw(OutOfMemError()));
  EXPECT(world.ram.available() == whole && world.metadata.available() == metadata);
  Tensor many[16];
  int made = 0;
  for (Tensor& t : many) made += (t = new RamTensor({1}, i8)) ? 1 : 0;
  EXPECT(made > 0 && made < 16);
  for (Tensor& t : many) t.reset();
  EXPECT(world.ram.rebalance() && world.ram.available() == whole && world.metadata.available() == metadata);
  world.context.set_ram_data_allocator(nullptr);
  world.errors.clear();
  Tensor nowhere = new RamTensor({1}, i8);
  EXPECT(!nowhere && world.saw(MemoryAllocatorUnsetError()));
  world.context.set_metadata_allocator(nullptr);
  Tensor unmade = new BufferTensor({1}, i8, &made);
  EXPECT(!unmade && world.saw(MemoryAllocatorUnsetError()));
  world.context.set_metadata_allocator(&world.metadata);
}

TEST(tensors_are_moved_assigned_and_freed) {
  World<> world;
  const size_t whole = world.ram.available();
  {
    Tensor a = new RamTensor({8}, i8);
    a(7) = 42;
    Tensor b = static_cast<Tensor&&>(a);
    EXPECT(!a && static_cast<int8_t>(b(7)) == 42);
    a = static_cast<Tensor&&>(b);
    EXPECT(!b && static_cast<int8_t>(a(7)) == 42);
    Tensor& self = a;
    a = static_cast<Tensor&&>(self);
    EXPECT(static_cast<int8_t>(a(7)) == 42);
    b = static_cast<Tensor&&>(a), b = new RamTensor({16}, i8);  // the old one is freed
    a = Tensor(), a.reset(), a.reset();
    Tensor from_empty = static_cast<Tensor&&>(a);
    EXPECT(!from_empty && b->num_elems() == 16);
    RamTensor on_the_stack({4}, i8);
    Tensor refused = &on_the_stack;
    EXPECT(!refused && world.saw(OutOfMemBoundsError()));
    EXPECT(static_cast<int8_t>(refused(0)) == 0 && world.saw(InvalidTensorError()));
    refused(1, 2) = 3;
    EXPECT(world.saw(InvalidTensorError()));
    delete new RamTensor({8}, i8);
    delete static_cast<RamTensor*>(nullptr);
  }
  EXPECT(world.saw() && world.ram.rebalance() && world.ram.available() == whole);
}

TEST(one_arena_serves_both_roles) {
  alignas(16) uint8_t both[1536];
  Event kept[8];
  EventHistory errors(kept, go_on);
  CircularArenaAllocator<> arena{nook::Span<uint8_t>(both)};
  Context context(&arena, &arena, &errors);
  Context* const before = Context::set_default_context(&context);
  const size_t whole = arena.available();
  test::Rng rng(3);
  {
    Tensor tensors[6];
    for (int step = 0; step < 2000; ++step) {
      const int i = rng.in(0, 5);
      if (tensors[i] && rng.in(0, 1)) {
        tensors[i].reset();
      } else if (!tensors[i]) {
        tensors[i] = new RamTensor({static_cast<uint32_t>(rng.in(1, 200))}, u8);
        if (tensors[i] && rng.in(0, 1))
          tensors[i]->set_quantization_params(PerTensorQuantizationParams(i, 0.5f));
        for (uint32_t k = 0; tensors[i] && k < tensors[i]->num_elems(); ++k)
          tensors[i](k) = k + static_cast<uint32_t>(i);
      }
      for (int t = 0; t < 6; ++t)
        for (uint32_t k = 0; tensors[t] && k < tensors[t]->num_elems(); ++k)
          if (static_cast<uint8_t>(tensors[t](k)) != static_cast<uint8_t>(k + static_cast<uint32_t>(t)))
            return void(++test::failures);
    }
  }
  arena.rebalance();
  EXPECT_EQ(arena.available(), whole);
  Context::set_default_context(before);
}

TEST(quantization_outlives_its_source) {
  World<> world;
  const size_t metadata = world.metadata.available();
  static constexpr float kScales[] = {0.5f, 0.25f, 2};
  static constexpr int32_t kZeros[] = {0, 0, 0};
  {
    Tensor t = new RamTensor({3}, i8);
    EXPECT(!t->get_quantization_params().is_quantized());
    {
      int32_t zero = -7;
      float scale = 0.25f;
      EXPECT(t->set_quantization_params(PerTensorQuantizationParams(zero, scale)));
      zero = 0, scale = 0;
    }
    const QuantizationParams& q = t->get_quantization_params();
    EXPECT(q.num_channels() == 1 && q.get_zeroP_for_channel(0) == -7 && q.get_scale_for_channel(0) == 0.25f);
    {
      const float scales[] = {1, 2, 3};
      const int32_t zeros[] = {4, 5, 6};
      EXPECT(t->set_quantization_params(PerChannelQuantizationParams(zeros, scales)));
    }
    EXPECT(q.is_per_channel_quantization() && q.get_scale_for_channel(2) == 3 &&
           q.get_zeroP_for_channel(1) == 5);
    const size_t with_copies = world.metadata.available();
    EXPECT(t->set_quantization_params(RomQuantizationParams<kScales, kZeros>()));
    EXPECT(q.scales() == kScales && world.metadata.available() >= with_copies);
    static int32_t many[1000];
    static float scales[1000];
    EXPECT(!t->set_quantization_params(PerChannelQuantizationParams(many, scales)) &&
           world.saw(OutOfMemError()));
    EXPECT(q.scales() == kScales);  // unchanged
  }
  EXPECT_EQ(world.metadata.available(), metadata);
}

TEST(a_tensor_whose_context_lost_its_allocator_is_destroyed_with_an_error) {
  World<> world;
  {
    RamTensor t({3}, i8);
    EXPECT(t.set_quantization_params(PerTensorQuantizationParams(1, 0.5f)));
    world.context.set_metadata_allocator(nullptr);
  }
  EXPECT(world.saw(MemoryAllocatorUnsetError()));
}

TEST(a_context_lists_its_tensors) {
  World<> world;
  const auto count = [&] {
    int n = 0;
    for (TensorInterface* t = world.context.tensors(); t; t = t->next()) ++n;
    return n;
  };
  EXPECT_EQ(count(), 0);
  {
    Tensor a = new RamTensor({1}, i8), b = new RamTensor({1}, i8);
    RamTensor on_the_stack({1}, i8);
    EXPECT(count() == 3 && world.context.tensors() == &on_the_stack && on_the_stack.next() == b.get());
    b.reset();
    EXPECT(count() == 2 && on_the_stack.next() == a.get());
  }
  EXPECT_EQ(count(), 0);
}

TEST(contexts_are_switched_and_tensors_go_back_where_they_came_from) {
  World<> one;
  const size_t whole = one.ram.available(), metadata = one.metadata.available();
  Tensor a = new RamTensor({8}, i8);
  {
    World<> two;
    EXPECT(Context::get_default_context() == &two.context);
    const size_t others = two.ram.available();
    Tensor b = new RamTensor({8}, i8);
    a.reset();  // belongs to the first context
    EXPECT(one.ram.available() == whole && one.metadata.available() == metadata);
    a = new RamTensor({8}, i8);
    Context::set_default_context(&one.context);
    a.reset(), b.reset();
    EXPECT_EQ(two.ram.available(), others);
    Context::set_default_context(&two.context);
  }
  EXPECT(Context::get_default_context() == &one.context && one.saw());
}
