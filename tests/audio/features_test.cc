// Speech features: compared with values calculated for simple sounds, and with the frontend whose models they
// feed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "integrations/audio/speech_features.h"
#include "tests/test.h"

namespace {

using audio::SpeechFeatures;
using Row = std::vector<int8_t>;

constexpr int kHop = SpeechFeatures::kHop, kBands = SpeechFeatures::kBands;

// The feature rows of a sound. The scratch is filled with `garbage` before each.
std::vector<Row> rows_of(const std::vector<int16_t>& sound, uint8_t garbage = 0) {
  static SpeechFeatures features;
  static audio::Complex scratch[SpeechFeatures::kPoints];
  features.reset();
  std::vector<Row> rows;
  for (size_t at = 0; at + kHop <= sound.size(); at += kHop) {
    memset(static_cast<void*>(scratch), garbage, sizeof scratch);
    rows.emplace_back(kBands);
    features.next(sound.data() + at, scratch, rows.back().data());
  }
  return rows;
}

std::vector<int16_t> tone(double hertz, double loudness, size_t samples) {
  std::vector<int16_t> sound(samples);
  for (size_t i = 0; i < samples; ++i)
    sound[i] = static_cast<int16_t>(loudness * sin(2 * M_PI * hertz * static_cast<double>(i) / 16000));
  return sound;
}

double mel(double hertz) { return 1127 * log1p(hertz / 700); }

template <class T>
std::vector<T> read(const std::string& name) {
  std::ifstream file(std::string(NOOK_SAMPLES) + "/" + name, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<T> all(bytes.size() / sizeof(T));
  if (!all.empty()) memcpy(all.data(), bytes.data(), all.size() * sizeof(T));
  return all;
}

}  // namespace

TEST(silence_has_no_features) {
  for (const Row& row : rows_of(std::vector<int16_t>(10 * kHop)))
    for (const int8_t feature : row) EXPECT_EQ(feature, -128);
}

TEST(a_tone_is_in_the_band_of_its_frequency) {
  for (int band = 2; band < kBands; ++band) {
    const double lowest = mel(125), width = (mel(7500) - lowest) / (kBands + 1);
    const double hertz = 700 * expm1((lowest + width * (band + 1)) / 1127);
    const Row row = rows_of(tone(hertz, 8000, 3 * kHop))[1];
    const auto loudest = std::max_element(row.begin(), row.end());
    EXPECT(abs(static_cast<int>(loudest - row.begin()) - band) <= 1);
  }
}

TEST(a_lasting_sound_becomes_noise_and_fades) {
  const std::vector<Row> rows = rows_of(tone(1000, 8000, 200 * kHop));
  const auto loudest = [](const Row& row) { return *std::max_element(row.begin(), row.end()); };
  EXPECT(loudest(rows[150]) < loudest(rows[2]) - 20);
}

TEST(the_scratch_holds_nothing_between_two_hops) {
  const std::vector<int16_t> sound = tone(700, 3000, 20 * kHop);
  EXPECT(rows_of(sound, 0) == rows_of(sound, 0xA5));
}

TEST(rows_are_close_to_the_micro_frontend) {
  for (const char* word : {"yes", "no", "noise", "silence"}) {
    const std::string folder = "micro_speech_" + std::string(word) + "_1000ms/";
    std::vector<int16_t> sound = read<int16_t>(folder + "audio_int16.bin");
    const std::vector<int8_t> theirs = read<int8_t>(folder + "features_int8.bin");
    if (sound.empty()) SKIP("../shared is not here");
    // Their first window begins at the first sample; ours ends one hop after the preceding samples.
    sound.erase(sound.begin(), sound.begin() + 160);
    sound.resize(49 * kHop);
    const std::vector<Row> ours = rows_of(sound);
    int64_t off = 0, near = 0;
    for (size_t i = kBands; i < theirs.size(); ++i) {
      const int apart = abs(ours[i / kBands][i % kBands] - theirs[i]);
      off += apart, near += apart <= 2;
    }
    const int64_t count = static_cast<int64_t>(theirs.size()) - kBands;
    EXPECT(off <= 3 * count);          // on average, out of 256 steps
    EXPECT(near * 100 >= 80 * count);  // quiet bands are integers below 10 there
  }
}
