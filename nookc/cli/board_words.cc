#include "nookc/cli/board_words.h"

#include <algorithm>
#include <cctype>

#include "nookc/target/parts.h"

namespace nookc {
namespace {

// Lower case, letters and digits only: build systems write one name with different dashes.
std::string plain(std::string_view word) {
  std::string text;
  for (const char c : word)
    if (std::isalnum(static_cast<unsigned char>(c)))
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Names that share too little with nook's own. The place is a board or, where nook has none, a target.
struct Alias {
  std::string_view name, place;
};
constexpr Alias kAliases[] = {
    {"stm32mindev", "bluepill"},
    {"genericstm32f103c8", "bluepill"},
    {"stm32f4disco", "stm32f4discovery"},
    {"discof407vg", "stm32f4discovery"},
    {"discol475vgiot01a", "cortex-m4"},
    {"pico", "rp2040"},
    {"picow", "rp2040"},
    {"rpipico", "rp2040"},
    {"rpipicow", "rp2040"},
    {"pico2", "rp2350"},
    {"pico2w", "rp2350"},
    {"rpipico2", "rp2350"},
    {"rpipico2w", "rp2350"},
    {"raspberrypipico", "rp2040"},
    {"nodemcu", "esp8266"},
    {"nodemcuv2", "esp8266"},
    {"d1mini", "esp8266"},
    {"huzzah", "esp8266"},
    {"zero", "arduino-zero"},
    {"zerousb", "arduino-zero"},
    {"due", "arduino-due"},
    {"dueusb", "arduino-due"},
    {"nano33bleotaa", "nano33ble"},
    {"enviem7", "portenta-h7"},
    {"portentah7m4", "cortex-m4"},
    {"enviem4", "cortex-m4"},
    {"minima", "uno-r4"},
    {"unor4minima", "uno-r4"},
    {"cc1352r1launchxl", "launchxl-cc1352r1"},
    {"mps2an385", "cortex-m3"},
    {"mps2an386", "cortex-m4"},
    {"mps2an500", "cortex-m7"},
    {"mps2an505", "cortex-m33"},
    {"mps2an521", "cortex-m33"},
    {"mps3an547", "cortex-m55"},
    {"mps3corstone300", "cortex-m55"},
    {"rv32imc", "rv32"},
    {"rv32imac", "rv32"},
    {"rv32imafc", "rv32"},
    {"rv32imaczicsr", "rv32"},
    {"qemuriscv32", "rv32"},
};
constexpr std::string_view kMakers[] = {"arduino", "bbc",  "adafruit", "sparkfun",
                                        "sipeed",  "qemu", "st",       "seeed"};

// The cores of STMicroelectronics' families.
constexpr Alias kFamilies[] = {
    {"stm32c0", "cortex-m0plus"}, {"stm32f0", "cortex-m0"},      {"stm32g0", "cortex-m0plus"},
    {"stm32l0", "cortex-m0plus"}, {"stm32u0", "cortex-m0plus"},  {"stm32f1", "cortex-m3"},
    {"stm32f2", "cortex-m3"},     {"stm32l1", "cortex-m3"},      {"stm32f3", "cortex-m4"},
    {"stm32f4", "cortex-m4"},     {"stm32g4", "cortex-m4"},      {"stm32l4", "cortex-m4"},
    {"stm32wb", "cortex-m4"},     {"stm32wl", "cortex-m4-nofp"}, {"stm32f7", "cortex-m7"},
    {"stm32h7", "cortex-m7"},     {"stm32h5", "cortex-m33"},     {"stm32l5", "cortex-m33"},
    {"stm32u5", "cortex-m33"},    {"stm32n6", "cortex-m55"},
};

Place place_named(std::string_view name) {
  if (const Part* const part = find_part(name)) return {std::string(part->name), std::string(part->target)};
  return {{}, std::string(name)};
}

// "esp32h2" is a chip of its own, "esp32dev" a board with an ESP32.
bool is_other_chip(std::string_view rest) {
  return rest.size() >= 2 && std::isalpha(static_cast<unsigned char>(rest[0])) &&
         std::isdigit(static_cast<unsigned char>(rest[1]));
}

// The board whose name is the longest beginning of the word.
const Part* board_in(const std::string& word) {
  constexpr size_t kShortest = 5;
  const Part* best = nullptr;
  size_t longest = kShortest - 1;
  for (const Part& part : parts()) {
    const std::string name = plain(part.name);
    if (name.size() <= longest || !word.starts_with(name)) continue;
    if (name.starts_with("esp32") && is_other_chip(std::string_view(word).substr(name.size()))) continue;
    best = &part, longest = name.size();
  }
  return best;
}

// A part number in full has a board's memories; one that ends in "xx" has a core only.
Place place_of_part(const std::string& word) {
  Place found;
  for (const Part& part : parts()) {
    const std::string number = plain(part.part.substr(0, part.part.find(',')));
    if (number.size() >= 8 && word.starts_with(number)) return place_named(part.name);
    const std::string cut = word.substr(0, word.find("xx"));
    if (found.target.empty() && cut.size() >= 8 && number.starts_with(cut)) found.target = part.target;
  }
  if (!found.target.empty()) return found;
  for (const Alias& family : kFamilies)
    if (word.starts_with(family.name)) return {{}, std::string(family.place)};
  return {};
}

Place place_of_core(std::string_view word) {
  const std::string_view core = word.substr(0, word.find('+'));
  const std::string name = plain(core) + (word.find("+nofp") != std::string_view::npos ? "nofp" : "");
  for (const std::string& target : target_names())
    if (target != "generic" && !target.starts_with("host") && plain(target) == name) return {{}, target};
  return {};
}

Place place_of_word(std::string_view word) {
  std::string name = plain(word);
  for (int turn = 0; turn < 2; ++turn) {
    for (const Alias& alias : kAliases)
      if (alias.name == name) return place_named(alias.place);
    if (const Part* const board = board_in(name)) return place_named(board->name);
    if (const Place core = place_of_core(name); !core.target.empty()) return core;
    const auto maker = std::ranges::find_if(
        kMakers, [&](std::string_view one) { return name.starts_with(one) && name.size() > one.size(); });
    if (maker == std::end(kMakers)) break;
    name = name.substr(maker->size());
  }
  if (name.starts_with("esp32") && is_other_chip(name.substr(5))) return {{}, "rv32"};  // all newer ones
  return place_of_part(plain(word));
}

}  // namespace

Place place_of(std::string_view word) {
  constexpr size_t kLongest = 128;  // bounds the recursion
  if (word.size() > kLongest) return {};
  if (const Place core = place_of_core(word); !core.target.empty()) return core;  // with its "+nofp"
  // "arduino:mbed_nano:nano33ble:option=value"
  if (const size_t maker = word.find(':'); maker != std::string_view::npos) {
    const size_t family = word.find(':', maker + 1);
    if (family == std::string_view::npos) return {};
    const std::string_view board = word.substr(family + 1);
    const Place place = place_of_word(board.substr(0, board.find(':')));
    return place.target.empty() && word.find(":esp8266:") != std::string_view::npos ? place_named("esp8266")
                                                                                    : place;
  }
  // "nrf5340dk/nrf5340/cpuapp", "nrf52840dk@1"
  const std::string_view board = word.substr(0, word.find_first_of("/@"));
  const Place place = place_of_word(board);
  if (!place.target.empty() || board.size() == word.size()) return place;
  return place_of(word.substr(board.size() + 1));
}

}  // namespace nookc
