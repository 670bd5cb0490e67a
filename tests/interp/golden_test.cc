// Small real models from files: every role is exact, and the outputs equal the recorded bytes. The boards do
// the same through nook validate --every-size.
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/interp/bench.h"

using namespace interp_test;

namespace {

using Bytes = std::vector<uint8_t>;

Bytes read(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void exact(const std::string& model, const std::string& golden) {
  const Bytes bytes = read(model), in = read(golden + "/run0_input0.bin"),
              out = read(golden + "/run0_output0.bin");
  EXPECT(!bytes.empty() && !in.empty() && !out.empty());
  std::vector<uint32_t> aligned(bytes.size() / 4 + 1);
  memcpy(aligned.data(), bytes.data(), bytes.size());
  const Case c = {
      "golden", {reinterpret_cast<uint8_t*>(aligned.data()), bytes.size()}, in.data(), out.data(), 1};
  run_case(c, {});
  sweep_all(Bench(c.model));
}

}  // namespace

TEST(models_of_this_repository_are_exact_in_every_role) {
  exact(NOOK_MODELS "/sine/sine.tflite", NOOK_MODELS "/sine/golden");
  exact(NOOK_MODELS "/digits/digits.tflite", NOOK_MODELS "/digits/heldout");
}

TEST(small_published_models_are_exact_in_every_role) {
  for (const char* name : {"tflm_hello_world_int8", "tflm_micro_speech_quantized", "mlperf_ad01_int8"}) {
    const std::string folder = std::string(NOOK_PUBLISHED) + "/" + name;
    if (!std::ifstream(folder + "/model.tflite")) SKIP("../shared is not here");
    exact(folder + "/model.tflite", folder);
  }
}
