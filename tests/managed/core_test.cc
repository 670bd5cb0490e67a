// Events, names, shapes and elements: each promise of the headers.
#include <string.h>

#include "tests/managed/recorder.h"

using namespace managed_test;

namespace elsewhere {
DECLARE_EVENT(SensorWarm);
DECLARE_ERROR(SensorOnFire);
}  // namespace elsewhere

TEST(an_id_is_the_fnv1a_hash_of_the_name_cut_to_the_width) {
  // The original's values; its own runtime uses the lowest 16 bits.
  static_assert(nook::managed::detail::hash("OutOfMemError") == 0x31f863ef, "");
  static_assert(nook::managed::detail::hash("InvalidBoundRegionState") == 0xb98ea1f1, "");
  static_assert(nook::managed::detail::hash("localCircularArenaAllocatorRebalancing") == 0xbd0a0a97, "");
  EXPECT_EQ(sizeof(Event), NOOK_EVENT_BYTES);
  EXPECT_EQ(OutOfMemBoundsError::uid, static_cast<EventId>(0x8ba7bbdc));
  EXPECT_EQ(MetaHeaderNotFound().event_id, static_cast<EventId>(0xe328c51e));
  EXPECT_EQ(localCircularArenaAllocatorConstructed().event_id, static_cast<EventId>(0x7b4e8df3));
  EXPECT(elsewhere::SensorWarm() != elsewhere::SensorOnFire() &&
         elsewhere::SensorWarm() == elsewhere::SensorWarm());
  // The signedness of char makes no difference.
  EXPECT_EQ(nook::managed::detail::hash("\xe9"), (0x811c9dc5u ^ 0xe9u) * 0x01000193u);
}

TEST(the_handler_keeps_the_last_events_and_errors) {
  Event memory[3];
  EventHistory errors(memory, go_on);
  errors.notify(elsewhere::SensorWarm());
  errors.on_error(OutOfMemError());
  EXPECT(errors.size() == 2 && errors.begin()[0] == elsewhere::SensorWarm());
  errors.notify(MetaHeaderNotFound());
  errors.notify(MetaHeaderNotFound());
  EXPECT(errors.size() == 3 && errors.begin()[0] == OutOfMemError() &&
         errors.end()[-1] == MetaHeaderNotFound());
  EventHistory one({memory, 1}, go_on), none({}, go_on);
  one.notify(OutOfMemError()), one.notify(MetaHeaderNotFound());
  none.notify(OutOfMemError()), none.on_error(OutOfMemError());
  EXPECT(one.size() == 1 && *one.begin() == MetaHeaderNotFound() && none.begin() == none.end());
  int calls = 0;
  none.set_on_error([](const Error&, void* user) { ++*static_cast<int*>(user); }, &calls);
  none.on_error(OutOfMemError());
  EXPECT_EQ(calls, 1);
}

TEST(without_a_handler_an_error_has_no_effect) {
  World<> world;
  world.context.set_ErrorHandler(nullptr);
  EXPECT(!world.ram.allocate(100000));
  Tensor none = new RamTensor({100000}, i8);
  EXPECT(!none);
}

TEST(names_are_numbers) {
  constexpr string filter("filter"), bias("bias");
  static_assert(filter != bias && filter == string("filter"), "");
  static_assert(distinct("filter", "bias", "input") && !distinct("a", "b", "a"), "");
  EXPECT_EQ(string("OutOfMemError").get_value(), 0x31f863ef);
}

TEST(shapes_count_and_index_as_a_walk_in_memory_does) {
  for (uint32_t a = 0; a <= 5; ++a)
    for (uint32_t b = 0; b <= 5; ++b)
      for (uint32_t c = 0; c <= 5; ++c)
        for (uint32_t d = 0; d <= 5; ++d) {
          const TensorShape shape(a, b, c, d);
          uint32_t index = 0;
          for (uint32_t i = 0; i < a; ++i)
            for (uint32_t j = 0; j < b; ++j)
              for (uint32_t k = 0; k < c; ++k)
                for (uint32_t l = 0; l < d; ++l) EXPECT_EQ(shape.linear_index(i, j, k, l), index++);
          EXPECT_EQ(shape.num_elems(), index);
        }
  static_assert(TensorShape().num_elems() == 1 && TensorShape().num_dims() == 0, "a scalar is one element");
  static_assert(TensorShape(7).linear_index(6) == 6 && TensorShape(3, 5).linear_index(2, 4) == 14, "");
  static_assert(TensorShape(2, 3, 4).linear_index(1, 2, 3) == 23, "");
  static_assert(TensorShape(0, 70000, 70000).num_elems() == 0, "");
  static_assert(TensorShape(65536, 65536).num_elems() == TensorShape::kTooMany, "");
  static_assert(TensorShape(65535, 65535, 4).num_elems() == TensorShape::kTooMany, "");
  static_assert(TensorShape(3, 0, 2).num_elems() == 0 && TensorShape(1, 2) != TensorShape(1, 2, 1), "");
}

TEST(a_read_consumes_as_many_bytes_as_its_type_has_lowest_first) {
  World<> world;
  uint8_t buffer[4] = {0xde, 0xad, 0xbe, 0xef};
  Tensor t = new BufferTensor({2, 2}, u8, buffer);
  const uint8_t a = t(0, 0);
  const uint16_t b = t(0, 0), c = t(0, 1);  // the second at an odd address
  const uint32_t d = t(0, 0);
  EXPECT(a == 0xde && b == 0xadde && c == 0xbead && d == 0xefbeadde);
  EXPECT_EQ(static_cast<int8_t>(t(0, 0)), static_cast<int8_t>(0xde));
  EXPECT(world.saw());
  EXPECT_EQ(static_cast<uint16_t>(t(1, 1)), 0);  // half of it is beyond the end
  EXPECT(world.saw(OutOfTensorBoundsError()));
  EXPECT_EQ(static_cast<uint8_t>(t(4)), 0);
  EXPECT_EQ(static_cast<uint8_t>(t(0xffffffff)), 0);
  EXPECT(world.saw(OutOfTensorBoundsError(), OutOfTensorBoundsError()));
  Tensor words = new BufferTensor({1}, u32, buffer);
  EXPECT_EQ(static_cast<uint32_t>(words(0x40000000)), 0);  // would wrap around to 0
  EXPECT(world.saw(OutOfTensorBoundsError()));
}

TEST(a_write_stores_one_element_of_the_tensors_type) {
  World<> world;
  uint8_t buffer[8] = {};
  Tensor bytes = new BufferTensor({8}, u8, buffer);
  bytes(1) = 7;
  bytes(3) = 0x1234;
  bytes(4) = -1;
  bytes(5) = 300.7f;
  bytes(6) = uint16_t{0xabcd};
  const uint8_t expected[8] = {0, 7, 0, 0x34, 0xff, 0xff, 0xcd, 0};
  EXPECT(memcmp(buffer, expected, 8) == 0 && world.saw());
  bytes(8) = 1;
  EXPECT(memcmp(buffer, expected, 8) == 0 && world.saw(OutOfTensorBoundsError()));

  Tensor reals = new RamTensor({3}, flt), words = new RamTensor({4}, i32), halves = new RamTensor({2}, i16);
  reals(0) = 3, reals(1) = -2.5f, reals(2) = 4000000000u;
  EXPECT(static_cast<float>(reals(0)) == 3.0f && static_cast<float>(reals(1)) == -2.5f);
  EXPECT(static_cast<float>(reals(2)) == 4e9f);
  words(0) = 1e20f, words(1) = -1e20f, words(2) = 0.0f / static_cast<float>(reals(0) = 0.0f),
  words(3) = -1.9f;
  EXPECT_EQ(static_cast<int32_t>(words(0)), INT32_MAX);
  EXPECT_EQ(static_cast<int32_t>(words(1)), INT32_MIN);
  EXPECT_EQ(static_cast<int32_t>(words(2)), 0);
  EXPECT_EQ(static_cast<int32_t>(words(3)), -1);
  halves(0) = -70000.0f, halves(1) = 70000;
  EXPECT_EQ(static_cast<int16_t>(halves(0)), INT16_MIN);
  EXPECT_EQ(static_cast<int16_t>(halves(1)), static_cast<int16_t>(70000));
  EXPECT(saturated(5e9f, 32, false) == UINT32_MAX && saturated(-1, 8, false) == 0 &&
         saturated(127.9f, 7, true) == 127);
  EXPECT(saturated(65535.5f, 16, false) == 65535 &&
         saturated(-128.9f, 7, true) == static_cast<uint32_t>(-128));
}

TEST(elements_are_assigned_to_elements_by_value) {
  World<> world;
  Tensor from = new RamTensor({2, 2}, i8), same = new RamTensor({2, 2}, i8),
         real = new RamTensor({2, 2}, flt);
  for (int i = 0; i < 4; ++i) from(i) = i - 2, same(i) = 99;
  for (int i = 0; i < 4; ++i) same(i) = from(i), real(i) = from(i);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(static_cast<int8_t>(same(i)), i - 2);
    EXPECT(static_cast<float>(real(i)) == static_cast<float>(i - 2));
  }
  real(0) = -3.9f;
  from(3) = real(0);
  EXPECT_EQ(static_cast<int8_t>(from(3)), -3);
  const ttype all[] = {i8, u8, i16, u16, i32, u32, flt};
  for (const ttype a : all)
    for (const ttype b : all) {
      Tensor x = new RamTensor({1}, a), y = new RamTensor({1}, b);
      x(0) = 100;
      y(0) = x(0);
      EXPECT_EQ(
          b == flt ? static_cast<int>(static_cast<float>(y(0))) : static_cast<int>(static_cast<int8_t>(y(0))),
          100);
    }
}
