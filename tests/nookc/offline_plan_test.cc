// Plans in the metadata of a model.
#include "nookc/middle/plan/formats/offline_plan.h"

#include <cstring>
#include <fstream>
#include <iterator>

#include "tests/test.h"

namespace {

using namespace nookc;

// Keeps the words of the file, because a model must be at a multiple of 4.
struct Opened {
  std::vector<uint32_t> words;
  nook::Result<nook::Model> model;
};

Opened opened(const std::string& bytes) {
  Opened made{std::vector<uint32_t>(bytes.size() / 4 + 1), nook::Code::kBadModel};
  std::memcpy(made.words.data(), bytes.data(), bytes.size());
  made.model = nook::Model::open({reinterpret_cast<const uint8_t*>(made.words.data()), bytes.size()});
  return made;
}

std::string digits() {
  std::ifstream file(NOOK_MODELS "/digits/digits.tflite", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The tables that lead to the words of a plan named "plan", and the count of words, end at byte 176 of the
// head.
TEST(an_embedded_plan_adds_as_few_blocks_of_64_bytes_as_it_needs) {
  const std::string model = digits();
  for (size_t words = 3; words < 40; ++words) {
    const Result<std::string> file = embed_metadata(std::as_bytes(std::span(model)), "digits.tflite", "plan",
                                                    std::vector<int32_t>(words, 7));
    EXPECT(file);
    if (file) EXPECT_EQ(file->size() - model.size(), (176 + 4 * words + 63) / 64 * 64);
  }
}

TEST(an_offline_plan_is_read_as_it_was_embedded_and_without_the_words_after_it) {
  const std::string model = digits();
  const Opened plain = opened(model);
  EXPECT(plain.model);
  if (!plain.model) return;
  std::vector<int32_t> offsets;
  for (uint32_t t = 0; t < plain.model->subgraph(0).tensor_count(); ++t)
    offsets.push_back(t % 3 ? 16 * static_cast<int32_t>(t) : nook::kAnywhere);
  const std::span bytes = std::as_bytes(std::span(model));
  const Result<std::string> first = embed_offline_plan(bytes, "digits.tflite", offsets, 1);
  EXPECT(first && first->ends_with(model));
  if (!first) return;
  for (const std::vector<int32_t>& more : {std::vector<int32_t>{}, {-7}, {-7, 5}, {0, 0, 0, -2}}) {
    std::vector<int32_t> words = {1, 1, static_cast<int32_t>(offsets.size())};
    words.insert(words.end(), offsets.begin(), offsets.end());
    words.insert(words.end(), more.begin(), more.end());
    const Result<std::string> file = embed_metadata(bytes, "digits.tflite", "OfflineMemoryAllocation", words);
    EXPECT(file);
    if (!file) continue;
    const Opened again = opened(*file);
    EXPECT(again.model);
    const Result<std::vector<int32_t>> read = read_offline_plan(*again.model, "digits.tflite");
    EXPECT(read && *read == offsets);
  }
}

}  // namespace
