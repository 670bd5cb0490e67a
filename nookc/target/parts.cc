#include "nookc/target/parts.h"

#include <list>
#include <utility>

#include "nookc/core/size.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr Part kParts[] = {
#define NOOK_PART(...) {__VA_ARGS__},
#include "nookc/target/parts.inc"
#undef NOOK_PART
};

// A list keeps addresses stable, because parts refer to the texts.
std::list<std::pair<OwnPart, Part>>& added() {
  static std::list<std::pair<OwnPart, Part>> all;
  return all;
}

}  // namespace

std::span<const Part> parts() { return kParts; }

std::vector<std::string> part_names() {
  std::vector<std::string> names;
  for (const Part& part : kParts) names.emplace_back(part.name);
  return names;
}

const Part& add_part(OwnPart own) {
  const OwnPart& o = added().emplace_back(std::move(own), Part{}).first;
  added().back().second = {o.name, o.part, o.target, o.ram, o.flash, o.mhz, o.wait_states, {}};
  return added().back().second;
}

const Part* find_part(std::string_view name) {
  for (auto own = added().rbegin(); own != added().rend(); ++own)
    if (own->first.key == name) return &own->second;
  for (const Part& part : kParts)
    if (part.name == name) return &part;
  return nullptr;
}

std::vector<MemoryPool> pools_of(const Part& part) {
  std::vector<MemoryPool> pools;
  for (const std::string& text : split_text(std::string(part.ram), ' ')) {
    MemoryPool pool;
    const size_t equals = text.find('=');
    pool.name = text.substr(0, equals);
    pool.size = parse_size(text.substr(equals + 1)).value_or(0);
    pools.push_back(std::move(pool));
  }
  MemoryPool flash;
  flash.name = "flash", flash.constant = true, flash.size = flash_bytes(part);
  pools.push_back(std::move(flash));
  return pools;
}

int64_t ram_bytes(const Part& part) {
  int64_t bytes = 0;
  for (const MemoryPool& pool : pools_of(part)) bytes += pool.constant ? 0 : pool.size;
  return bytes;
}

int64_t flash_bytes(const Part& part) { return parse_size(std::string(part.flash)).value_or(0); }

}  // namespace nookc
