// The one arena of the adapter for sketches of TensorFlow Lite Micro.
#include "nook/compat/tflm.h"

#include "tests/interp/bench.h"

namespace {

alignas(16) uint8_t arena[3000];

// Bytes that AllocateTensors() says it needs, 0 where the arena is enough.
size_t refused_in(const interp_test::Case& c, size_t bytes) {
  tflite::MicroMutableOpResolver<2> resolver;
  resolver.AddFullyConnected();
  resolver.AddRelu();
  tflite::MicroInterpreter net(tflite::GetModel(c.model.data(), c.model.size()), resolver, arena, bytes);
  if (net.AllocateTensors() == kTfLiteOk) {
    EXPECT(net.arena_used_bytes() <= bytes);
    memcpy(net.input(0)->data.raw, c.in, net.input(0)->bytes);
    EXPECT_EQ(static_cast<int>(net.Invoke()), static_cast<int>(kTfLiteOk));
    EXPECT_EQ(memcmp(net.output(0)->data.raw, c.out, net.output(0)->bytes), 0);
    return 0;
  }
  EXPECT(net.error().status == NOOK_NO_MEMORY && net.error().role == NOOK_ROLE_ARENA);
  EXPECT_EQ(net.error().have, bytes);
  return net.error().need;
}

}  // namespace

TEST(an_arena_is_refused_by_its_own_name_until_it_is_large_enough) {
  const interp_test::Case& c = interp_test::case_of("fully_connected_plain");
  size_t bytes = 0, need = 0;
  for (; bytes < sizeof arena && (need = refused_in(c, bytes)) != 0; ++bytes) EXPECT(need > bytes);
  EXPECT(bytes < sizeof arena);
  for (; bytes < sizeof arena; bytes += 7) EXPECT_EQ(refused_in(c, bytes), size_t{0});
}

TEST(a_file_that_is_none_is_refused_as_the_model) {
  static const uint8_t none[64] = {};
  tflite::MicroMutableOpResolver<1> resolver;
  const tflite::Model* const model = tflite::GetModel(none);
  EXPECT_EQ(model->version(), 0u);
  tflite::MicroInterpreter net(model, resolver, arena, sizeof arena);
  EXPECT_EQ(static_cast<int>(net.AllocateTensors()), static_cast<int>(kTfLiteError));
  EXPECT(net.error().role == NOOK_ROLE_MODEL && net.error().status == NOOK_BAD_MODEL);
  EXPECT(net.error().need == 0 && net.error().have == 0);  // it is not a question of size
}

TEST(every_operator_is_added_by_the_name_that_it_has_there) {
  tflite::MicroMutableOpResolver<3> resolver;
  EXPECT(resolver.AddPadV2() == kTfLiteOk && resolver.AddShape() == kTfLiteOk);
  EXPECT(resolver.AddSplitV() == kTfLiteOk && resolver.AddAbs() == kTfLiteError);  // there is room for three
}
