// The options of custom operators, as written by libflatbuffers, and damaged ones.
#include "nook/model/option_map.h"

#include <flatbuffers/flexbuffers.h>

#include <limits>
#include <vector>

#include "tests/test.h"

namespace {

using nook::OptionMap;
using nook::OptionValue;
using Bytes = std::vector<uint8_t>;

OptionMap map_of(const Bytes& bytes) { return OptionMap({bytes.data(), bytes.size()}); }

template <class Fill>
Bytes written(Fill fill) {
  flexbuffers::Builder builder;
  builder.Map([&] { fill(builder); });
  builder.Finish();
  return builder.GetBuffer();
}

int64_t integer(const OptionMap& map, const char* name) {
  OptionValue value;
  EXPECT(map.find(name, &value) && value.kind == OptionValue::Kind::kInteger);
  return value.integer;
}

}  // namespace

TEST(a_map_of_options_has_the_written_values) {
  const int64_t least = std::numeric_limits<int64_t>::min();
  for (const int64_t number :
       {int64_t{0}, int64_t{-1}, int64_t{127}, int64_t{-32768}, int64_t{1} << 40, least}) {
    const Bytes bytes = written([&](flexbuffers::Builder& to) {
      to.Int("step", number), to.UInt("size", 300), to.Bool("prefill", true), to.Float("scale", 0.3f);
      to.Double("width", 1.0 / 3), to.IndirectInt("far", number), to.IndirectDouble("wide", 0.1);
    });
    const OptionMap map = map_of(bytes);
    EXPECT(map.sound());
    EXPECT(integer(map, "step") == number && integer(map, "far") == number);
    EXPECT(integer(map, "size") == 300 && integer(map, "prefill") == 1);
    OptionValue value;
    EXPECT(map.find("scale", &value) && value.kind == OptionValue::Kind::kReal);
    EXPECT(value.real == double{0.3f} || value.real == 0.3);
    EXPECT(map.find("width", &value) && value.real == 1.0 / 3);
    EXPECT(map.find("wide", &value) && value.real == 0.1);
    EXPECT(map.find("ste", &value) && value.kind == OptionValue::Kind::kNone);
    EXPECT(map.find("steps", &value) && value.kind == OptionValue::Kind::kNone);
  }
}

TEST(a_map_without_names_is_a_map) {
  OptionValue value;
  const Bytes null = {0, 0, 1};
  for (const Bytes& bytes : {Bytes(), written([](flexbuffers::Builder&) {}), null}) {
    const OptionMap map = map_of(bytes);
    EXPECT(map.sound() && map.find("a", &value) && value.kind == OptionValue::Kind::kNone);
  }
}

TEST(options_of_other_types_are_not_found_as_numbers) {
  const Bytes bytes = written([](flexbuffers::Builder& to) {
    to.String("text", "words");
    to.Vector("list", [&] { to.Int(1); });
    to.UInt("large", UINT64_MAX);
  });
  const OptionMap map = map_of(bytes);
  OptionValue value;
  EXPECT(map.sound());
  for (const char* name : {"text", "list", "large"}) EXPECT(!map.find(name, &value));
  flexbuffers::Builder other;
  other.Int(5);
  other.Finish();
  EXPECT(!map_of(other.GetBuffer()).sound());
}

// With sanitizers: no read leaves the bytes.
TEST(a_damaged_name_or_value_ends_the_search) {
  // A map is: names, their vector, its distance and width, then the values, their types and the root.
  const Bytes whole = written([](flexbuffers::Builder& to) { to.Int("first", 1), to.Int("second", 2); });
  const std::string text(whole.begin(), whole.end());
  const size_t first = text.find("first"), second = text.find("second");
  EXPECT(first < second && second < text.size());
  EXPECT(integer(map_of(whole), "second") == 2);
  // The name's distance, an unsigned byte, leads before the bytes.
  size_t at = second + sizeof "second";
  while (at < whole.size() && at - whole[at] != first) ++at;
  EXPECT(at < whole.size());
  Bytes damaged = whole;
  damaged[at] = 255;
  OptionValue value;
  EXPECT(!map_of(damaged).find("second", &value) && value.kind == OptionValue::Kind::kNone);
}

TEST(damaged_maps_do_no_harm) {
  const Bytes whole = written([](flexbuffers::Builder& to) {
    to.Int("step", 1000), to.Bool("prefill", true), to.Float("scale", 0.25f), to.IndirectInt("far", 7);
  });
  OptionValue value;
  const auto look = [&](const Bytes& bytes) {
    const OptionMap map = map_of(bytes);
    for (const char* name : {"step", "prefill", "scale", "far", "none"}) (void)map.find(name, &value);
  };
  for (size_t from = 0; from < whole.size(); ++from)
    for (size_t to = from; to <= whole.size(); ++to)
      look(Bytes(whole.begin() + static_cast<long>(from), whole.begin() + static_cast<long>(to)));
  for (size_t at = 0; at < whole.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      Bytes bytes = whole;
      bytes[at] = static_cast<uint8_t>(byte);
      look(bytes);
    }
  }
  test::Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes = whole;
    for (int k = 0; k < 3; ++k)
      bytes[static_cast<size_t>(rng.in(0, static_cast<int32_t>(bytes.size()) - 1))] =
          static_cast<uint8_t>(rng.in(0, 255));
    look(bytes);
  }
}
