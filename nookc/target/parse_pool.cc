#include "nookc/target/parse_pool.h"

#include <cctype>
#include <set>

#include "nookc/core/frequency.h"
#include "nookc/core/json.h"
#include "nookc/core/size.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr const char* kKeys =
    "name, size, hint, align, section, readers, writers, clock, read_bandwidth, write_bandwidth, "
    "read_latency, write_latency, burst";

constexpr double kLeastBandwidth = 1e-6;  // so that every cost is finite
constexpr int64_t kMostLatency = 1000000;

Diag bad(const std::string& pool, const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2010", "pool '" + pool + "'", what, hint};
}

// Sets one key of a pool. Returns the error in the value, or "key" if the key is unknown.
std::string set(MemoryPool& pool, const std::string& key, const std::string& value) {
  if (key == "name") {
    pool.name = value;
  } else if (key == "section") {
    pool.section = value;
    for (const char c : value)
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_' && c != '$')
        return "'" + value + "' is not a section name";
  } else if (key == "size" || key == "hint") {
    const auto bytes = parse_size(value);
    if (!bytes) return "need 1 byte to 2 GiB, have '" + value + "'";
    (key == "size" ? pool.size : pool.hint) = *bytes;
  } else if (key == "align" || key == "burst") {
    const auto bytes = parse_size(value);
    if (!bytes || (*bytes & (*bytes - 1)) != 0 || *bytes > 65536)
      return "need a power of two of at most 65536, have '" + value + "'";
    (key == "align" ? pool.alignment : pool.burst) = static_cast<int32_t>(*bytes);
  } else if (key == "readers" || key == "writers") {
    if (!value.empty() && ("+" + value + "+").find("++") != std::string::npos)
      return "need names of units with + between them, have '" + value + "'";
    (key == "readers" ? pool.readers : pool.writers) = split_text(value, '+');
  } else if (key == "clock") {
    const auto clock = parse_clock(value);
    if (!clock) return "need a frequency like 480MHz, have '" + value + "'";
    pool.clock_hz = *clock;
  } else if (key == "read_bandwidth" || key == "write_bandwidth") {
    const auto number = parse_number(value);
    if (!number || *number < kLeastBandwidth) return "need bytes per cycle, have '" + value + "'";
    (key == "read_bandwidth" ? pool.read_bandwidth : pool.write_bandwidth) = *number;
  } else if (key == "read_latency" || key == "write_latency") {
    int64_t cycles = 0;
    if (!parse_int(value, &cycles) || cycles < 0 || cycles > kMostLatency)
      return "need a whole number of cycles, have '" + value + "'";
    (key == "read_latency" ? pool.read_latency : pool.write_latency) = static_cast<int32_t>(cycles);
  } else {
    return "key";
  }
  return {};
}

std::string example(const std::string& key) {
  if (key == "size" || key == "hint") return "64KiB";
  if (key == "align" || key == "burst") return "32";
  if (key == "section") return ".dtcm";
  if (key == "readers" || key == "writers") return "cpu+npu";
  if (key == "clock") return "480MHz";
  return key == "read_bandwidth" || key == "write_bandwidth" ? "4" : "2";  // a latency
}

Status set_checked(MemoryPool& pool, const std::string& key, const std::string& value) {
  const std::string wrong = set(pool, key, value);
  if (wrong == "key") return bad(pool.name, "there is no key '" + key + "'", std::string("keys: ") + kKeys);
  if (!wrong.empty()) return bad(pool.name, key + ": " + wrong, "as in " + key + "=" + example(key));
  return Done{};
}

std::string as_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return excerpt(value);
  std::string all;
  for (const auto& one : value) all += (all.empty() ? "" : "+") + as_text(one);
  return all;
}

}  // namespace

Result<MemoryPool> parse_pool(const std::string& text, bool constant) {
  MemoryPool pool;
  pool.constant = constant;
  const std::vector<std::string> parts = split_text(text, ',');
  std::set<std::string> keys;
  for (const std::string& part : parts)  // reads the name first, for messages
    if (part.starts_with("name=")) pool.name = part.substr(5);
  for (const std::string& part : parts) {
    const size_t equals = part.find('=');
    if (equals == std::string::npos)
      return bad(pool.name, "need key=value, have '" + part + "'", std::string("keys: ") + kKeys);
    const std::string key = part.substr(0, equals);
    if (!keys.insert(key).second)
      return bad(pool.name, "'" + key + "' is listed twice", "give each key once");
    if (const Status fine = set_checked(pool, key, part.substr(equals + 1)); !fine) return fine.diag();
  }
  if (pool.name.empty()) return bad("", "it has no name: '" + text + "'", "name=dtcm,size=64KiB");
  return pool;
}

Result<MemoryPool> parse_pool(const nlohmann::json& json) {
  if (!json.is_object()) return bad("", "need an object, have " + excerpt(json), "{\"name\": \"dtcm\"}");
  MemoryPool pool;
  if (json.contains("name")) pool.name = as_text(json["name"]);
  for (const auto& [key, value] : json.items()) {
    if (key == "kind") {
      const std::string kind = as_text(value);
      if (kind != "workspace" && kind != "constant")
        return bad(pool.name, "kind: need workspace or constant, have '" + kind + "'", "");
      pool.constant = kind == "constant";
    } else if (const Status fine = set_checked(pool, key, as_text(value)); !fine) {
      return fine.diag();
    }
  }
  if (pool.name.empty()) return bad("", "it has no name: " + excerpt(json), "{\"name\": \"dtcm\"}");
  return pool;
}

Result<std::vector<MemoryPool>> parse_pools(const nlohmann::json& json) {
  const nlohmann::json& list = json.is_object() && json.contains("pools") ? json["pools"] : json;
  if (!list.is_array()) return bad("", "need a list of pools", "{\"pools\": [{\"name\": \"dtcm\"}]}");
  std::vector<MemoryPool> pools;
  for (const auto& one : list) {
    const Result<MemoryPool> pool = parse_pool(one);
    if (!pool) return pool.diag();
    pools.push_back(*pool);
  }
  return pools;
}

}  // namespace nookc
