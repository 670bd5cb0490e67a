// Reads a handwritten digit from a file of 64 bytes (models/digits/heldout/run0_input0.bin) without copying
// it: the network works on the buffers of the application.
#include <algorithm>
#include <array>
#include <cstdio>

#include "digits.h"

namespace {

alignas(DIGITS_SCRATCH_SRAM_ALIGN) std::array<uint8_t, DIGITS_SCRATCH_SRAM_BYTES> scratch;
const digits_memory memory = {scratch.data(), scratch.size()};

// The header's facts are also available as data, for code that knows no model by name.
void print(const nook_model_info& model) {
  std::printf("%s for %s: %lld multiply-accumulates\n", model.name, model.target,
              static_cast<long long>(model.macs));
  for (int32_t i = 0; i < model.pool_count; ++i)
    std::printf("  %-10s %-5s %6lld bytes\n", model.pools[i].role, model.pools[i].pool,
                static_cast<long long>(model.pools[i].bytes));
}

}  // namespace

int main(int argc, char** argv) {
  print(digits_info);
  std::array<int8_t, DIGITS_INPUT_IMAGE_COUNT> image;
  std::array<int8_t, DIGITS_OUTPUT_SCORES_COUNT> scores;
  std::FILE* file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr;
  if (!file || std::fread(image.data(), 1, image.size(), file) != image.size()) {
    std::fprintf(stderr, "usage: cpp FILE, a file of %zu bytes\n", image.size());
    return 2;
  }
  std::fclose(file);

  const digits_inputs_ref inputs = {image.data()};
  const digits_outputs_ref outputs = {scores.data()};
  nook_fault fault;
  if (digits_check(&memory, &inputs, &outputs, &fault) != NOOK_OK) {
    std::fprintf(stderr, "%s %s for operator %s: need %zu, have %zu\n", fault.role, fault.name,
                 fault.operator_, fault.need, fault.have);
    return 1;
  }
  if (digits_run_ref(&memory, &inputs, &outputs) != NOOK_OK) return 1;
  const auto best = std::max_element(scores.begin(), scores.end());
  std::printf("this is a %td, with a probability of %.2f\n", best - scores.begin(),
              (*best - DIGITS_OUTPUT_SCORES_ZERO_POINT) * DIGITS_OUTPUT_SCORES_SCALE);
  return 0;
}
