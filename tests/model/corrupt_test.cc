// Truncated and corrupted files: each gives an error, or can be read to its end, which AddressSanitizer and
// UndefinedBehaviorSanitizer check in the preset asan.
#include <string>

#include "nook/model/model.h"
#include "tests/model/build.h"
#include "tests/model/cross_check.h"
#include "tests/model/walk.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

// Whether open() accepts the file; if so, all of it has been read.
bool survives(const File& file) {
  nook::ModelFault fault;
  const nook::Result<nook::Model> model = nook::Model::open(file.span(), &fault);
  EXPECT(static_cast<bool>(model) == (fault.fault == nook::Fault::kNone));
  if (!model) return false;
  EXPECT(Walk(*model).bytes() <= 4 * file.size());
  return true;
}

// Small enough to try every value of every byte.
std::vector<File> small_models() {
  std::vector<File> files;
  files.push_back(build::graph_model({}));
  files.push_back(build::tensor_model(
      {.scales = {1, 2, 3}, .zero_points = {0, 0, 0}, .axis = 1, .data = {1, 2, 3, 4, 5, 6}}));
  return files;
}

std::vector<File> all_models() {
  std::vector<File> files = small_models();
  for (const char* name : {"sine/sine.tflite", "sine/sine_float.tflite", "digits/digits.tflite"}) {
    files.push_back(File::read(std::string(NOOK_ROOT "/models/") + name));
    EXPECT(files.back().size() > 0);
  }
  return files;
}

}  // namespace

TEST(a_file_truncated_at_any_length_is_an_error_or_readable) {
  for (const File& file : all_models()) {
    int survivors = 0;
    for (size_t size = 0; size < file.size(); ++size) survivors += survives(File(file.data(), size));
    EXPECT(survives(File(file.data(), file.size())));
    EXPECT(survivors < 64);  // only bytes after the last vector can be missing
  }
}

TEST(any_value_of_any_byte_of_a_small_model_is_an_error_or_readable) {
  for (File& file : small_models()) {
    int refused = 0;
    for (size_t i = 0; i < file.size(); ++i) {
      const uint8_t was = file.data()[i];
      for (int change = 1; change < 256; ++change) {
        file.data()[i] = static_cast<uint8_t>(was ^ change);
        refused += !survives(file);
      }
      file.data()[i] = was;
    }
    EXPECT(refused > 1000);
  }
}

TEST(single_corrupted_bytes_of_real_models_are_an_error_or_readable) {
  constexpr uint32_t kSeed = 20;
  test::Rng random(kSeed);
  for (File& file : all_models()) {
    for (size_t i = 0; i < file.size(); i += test::byte_step(1, 5)) {
      const uint8_t was = file.data()[i];
      for (const int value : {was ^ 0x80, was ^ 4, was ^ 1, 0, 0xff, random.in(0, 255)}) {
        file.data()[i] = static_cast<uint8_t>(value);
        survives(file);
      }
      file.data()[i] = was;
    }
  }
}

TEST(words_set_to_extremes_are_an_error_or_readable) {
  for (File& file : small_models()) {
    const uint32_t size = static_cast<uint32_t>(file.size());
    const uint32_t extremes[] = {0,          1,          2,          4,          0x7fffffff, 0x80000000,
                                 0xffffffff, 0xfffffffc, 0x7ffffffc, 0x40000000, 0x20000000, size,
                                 size - 1,   size - 4,   0u - size,  0xffff,     0x10000,    0xffff0000};
    for (size_t i = 0; i + 4 <= file.size(); i += 2) {
      uint32_t was;
      memcpy(&was, file.data() + i, 4);
      for (const uint32_t value : extremes) {
        memcpy(file.data() + i, &value, 4);
        survives(file);
        // Points to the start, or close to it.
        const uint32_t negative = 0u - static_cast<uint32_t>(i) + value;
        memcpy(file.data() + i, &negative, 4);
        survives(file);
      }
      memcpy(file.data() + i, &was, 4);
    }
  }
}

TEST(corrupted_files_that_libflatbuffers_accepts_read_alike) {
  constexpr uint32_t kSeed = 21;
  test::Rng random(kSeed);
  int compared = 0;
  for (const File& file : all_models()) {
    for (int round = 0; round < 3000; ++round) {
      File bad(file.data(), file.size());
      for (int changes = random.in(1, 3); changes > 0; --changes)
        bad.data()[random.in(0, static_cast<int32_t>(bad.size()) - 1)] ^=
            static_cast<uint8_t>(random.in(1, 255));
      if (!survives(bad) || !flatbuffers_accepts(bad.span())) continue;
      const std::string difference = first_difference(bad.span());
      if (!difference.empty()) printf("seed %u: %s\n", kSeed, difference.c_str());
      EXPECT(difference.empty());
      ++compared;
    }
  }
  EXPECT(compared > 1000);
}
