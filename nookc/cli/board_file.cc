#include "nookc/cli/board_file.h"

#include <algorithm>
#include <cctype>

#include "nookc/cli/project_file.h"
#include "nookc/core/frequency.h"
#include "nookc/core/nearest.h"
#include "nookc/core/read_file.h"
#include "nookc/core/size.h"
#include "nookc/core/text.h"
#include "nookc/request/request.h"
#include "nookc/target/memory_pool.h"

namespace nookc {
namespace {

constexpr const char* kForm =
    "name = \"my-board\", target = \"cortex-m4\", ram = [\"ccm=10KiB\", \"sram=16KiB\"], flash = \"128KiB\", "
    "clock = \"170MHz\", wait-states = 4, each on its own line; docs/cli.md has all keys";
constexpr size_t kMostBytes = 64 << 10, kMostPools = 16, kLongest = 64;
constexpr int64_t kMegahertz = 1000000, kMostWaitStates = 100;

Diag bad(const std::string& file, const std::string& what) {
  return {Exit::kUsage, "N2087", file, what, kForm};
}

// Checks "sram=16KiB"; the name must be valid for a pool.
bool is_ram(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || !parse_size(text.substr(equals + 1))) return false;
  return std::ranges::all_of(text.substr(0, equals),
                             [](unsigned char c) { return std::isalnum(c) || c == '_'; }) &&
         !std::isdigit(static_cast<unsigned char>(text[0])) && text.substr(0, equals) != "flash";
}

// Sets one key. Returns the error, or nothing.
std::string set(OwnPart* own, const std::string& key, const std::vector<std::string>& values) {
  const std::string& value = values[0];
  if (key == "ram") {
    for (size_t i = 0; i < values.size(); ++i) {
      if (!is_ram(values[i])) return "ram: need name=size like \"sram=16KiB\", have '" + values[i] + "'";
      for (size_t j = 0; j < i; ++j)
        if (values[j].substr(0, values[j].find('=')) == values[i].substr(0, values[i].find('=')))
          return "ram: '" + values[j] + "' and '" + values[i] + "' have the same name";
    }
    own->ram = join_text(values, " ");
    return values.size() > kMostPools ? "ram: need at most 16 memories" : "";
  }
  if (values.size() > 1) return key + ": need one value";
  if ((key == "name" || key == "part") && (value.size() > kLongest || value != printable(value)))
    return key + ": need at most 64 printable characters";
  int64_t number = 0;
  if (key == "name") own->name = value;
  if (key == "part") own->part = value;
  if (key == "target") {
    own->target = value;
    const std::vector<std::string> names = target_names();
    if (std::ranges::find(names, value) == names.end())
      return "target: need one of " + join_text(names) + ", have '" + value + "'" +
             did_you_mean(value, names);
  }
  if (key == "flash") {
    own->flash = value;
    if (!parse_size(value)) return "flash: '" + value + "' is not a size like \"128KiB\"";
  }
  if (key == "clock") {
    const auto hertz = parse_clock(value);
    if (!hertz || *hertz < kMegahertz || *hertz > 10000 * kMegahertz)
      return "clock: need 1MHz to 10GHz like \"170MHz\", have '" + value + "'";
    own->mhz = static_cast<int32_t>((*hertz + kMegahertz / 2) / kMegahertz);
  }
  if (key == "wait-states") {
    if (!parse_int(value, &number) || number < 0 || number > kMostWaitStates)
      return "wait-states: need 0 to 100, have '" + value + "'";
    own->wait_states = static_cast<int32_t>(number);
  }
  return {};
}

Result<OwnPart> read_board(const std::string& file) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  if (bytes->size() > kMostBytes) return bad(file, "it has more than 64 KiB");
  const auto keys = parse_project({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file);
  if (!keys) return bad(keys.diag().where, keys.diag().what);
  const std::vector<std::string> known = {"name", "part", "target", "ram", "flash", "clock", "wait-states"};
  OwnPart own;
  own.key = file;
  for (const ProjectOption& key : *keys) {
    if (std::ranges::find(known, key.name) == known.end())
      return bad(file, "there is no key '" + key.name + "'" + did_you_mean(key.name, known));
    if (key.off || key.values.empty() || key.values[0].empty()) return bad(file, key.name + ": need a value");
    if (const std::string wrong = set(&own, key.name, key.values); !wrong.empty()) return bad(file, wrong);
  }
  for (const auto& [missing, key] : {std::pair(own.name.empty(), "name"),
                                     {own.target.empty(), "target"},
                                     {own.ram.empty(), "ram"},
                                     {own.flash.empty(), "flash"},
                                     {own.mhz == 0, "clock"}})
    if (missing) return bad(file, std::string("there is no key '") + key + "'");
  if (own.part.empty()) own.part = own.name;
  return own;
}

}  // namespace

Result<const Part*> board_named(const std::string& name) {
  if (name.ends_with(".toml")) {
    Result<OwnPart> own = read_board(name);
    if (!own) return own.diag();
    return &add_part(*std::move(own));
  }
  const Part* const part = find_part(name);
  if (!part) return no_such_board(name);
  return part;
}

}  // namespace nookc
