// Converts a report to a map. The file may come from anywhere, so every value is checked.
#include <algorithm>
#include <map>

#include "nookc/core/json_fields.h"
#include "nookc/core/text.h"
#include "nookc/study/map/map.h"

namespace nookc {
namespace {

using Json = nlohmann::json;

constexpr int64_t kMostEntries = 1 << 14;  // list limit: bounds the quadratic checks

// Refuses lists that are too long for the quadratic checks.
class Reader : public JsonFields {
 public:
  explicit Reader(const std::string& source)
      : JsonFields({Exit::kUsage,
                    "N2029",
                    source,
                    {},
                    "the file NAME.json that nook compile writes, or what nook analyze --json prints"}) {}

  const Json& list(const Json& object, const char* key) {
    static const Json none = Json::array();
    const Json& value = JsonFields::list(object, key);
    if (static_cast<int64_t>(value.size()) <= kMostEntries) return value;
    refuse(key,
           "a map shows at most " + std::to_string(kMostEntries) + ", have " + std::to_string(value.size()),
           "nook analyze and nook plan report models of any size");
    return none;
  }
};

// The texts of a list; other values count as absent.
std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> all;
  for (const Json& one : list)
    if (one.is_string()) all.push_back(one.get<std::string>());
  return all;
}

// The labels of buffers by tensor name: "audio" for an input or output, "3 conv_1" for a result of operator
// 3.
std::map<std::string, std::string> labels_of(Reader& read, const Json& report) {
  std::map<std::string, std::string> labels;
  for (const char* const side : {"inputs", "outputs"})
    for (const Json& tensor : read.list(report, side))
      labels.emplace("#" + std::to_string(read.whole(tensor, "tensor", -1)), read.text(tensor, "identifier"));
  for (const Json& op : read.list(report, "operators"))
    for (const std::string& made : texts(read.list(op, "outputs")))
      labels.emplace(made, node_number(read.whole(op, "node", -1)) + ' ' + read.text(op, "name"));
  return labels;
}

void read_operators(Reader& read, const Json& report, Map& map) {
  std::map<std::string, int64_t> unread;
  for (const Json& constant : read.list(report, "constants"))
    unread[read.text(constant, "name")] += read.whole(constant, "bytes");
  for (const Json& json : read.list(report, "operators")) {
    MapOperator op{static_cast<int32_t>(read.whole(json, "node", -1)), read.text(json, "kind"),
                   read.text(json, "name"), read.text(json, "kernel")};
    for (const std::string& name : texts(read.list(json, "inputs")))
      if (const auto constant = unread.extract(name)) op.constant_bytes += constant.mapped();
    map.operators.push_back(std::move(op));
  }
}

int64_t last_call(const Map& map) {
  return std::max<int64_t>(1, static_cast<int64_t>(map.operators.size())) - 1;
}

void read_chains(Reader& read, const Json& report, Map& map) {
  const int64_t last = last_call(map);
  for (const Json& chain : read.list(report, "chains")) {
    const int64_t from = read.whole(chain, "first", 0, last);
    map.chains.push_back(
        {static_cast<int32_t>(from + 1), static_cast<int32_t>(read.whole(chain, "last", from, last) + 1)});
  }
}

void read_pools(Reader& read, const Json& report, Map& map) {
  const Json& memory = read.at(report, "memory");
  for (const Json& json : read.list(memory, "scratch")) {
    MapPool pool;
    pool.name = read.text(json, "pool"), pool.height = read.whole(json, "bytes");
    pool.lower_bound = read.whole(json, "lower_bound"), pool.capacity = read.whole_or(json, "capacity", 0);
    if (const Json& peak = read.at(json, "peak"); peak.is_object())
      pool.peak = static_cast<int32_t>(read.whole(peak, "call", 0, last_call(map))) + 1;
    map.pools.push_back(std::move(pool));
  }
}

// The purpose of a buffer, which pictures use as a CSS class.
std::string kind_of(Reader& read, const Json& buffer) {
  const std::string kind = read.text(buffer, "kind");
  for (const char* const known : {"input", "output", "activation", "kernel scratch"})
    if (kind == known) return kind == "kernel scratch" ? "scratch" : kind;
  read.fault("buffers: kind", "input, output, activation or kernel scratch", read.at(buffer, "kind"));
  return {};
}

// Reads the buffers of the plan, in which a chain is one step: the step of its first operator.
void read_buffers(Reader& read, const Json& report, Map& map) {
  const std::map<std::string, std::string> labels = labels_of(read, report);
  const int64_t exit = static_cast<int64_t>(map.operators.size()) + 1;
  for (const Json& json : read.list(report, "buffers")) {
    MapBuffer b{read.text(json, "name"),
                kind_of(read, json),
                read.whole(json, "offset"),
                read.whole(json, "size"),
                {}};
    const int64_t from = read.whole(json, "first", 0, exit);
    nook::Steps life = {static_cast<int32_t>(from),
                        static_cast<int32_t>(read.whole(json, "last", from, exit))};
    auto label = labels.find("#" + std::to_string(read.whole(json, "tensor", -1)));
    if (label == labels.end()) label = labels.find(b.name);
    b.label = label == labels.end() ? b.name : label->second;
    for (const nook::Steps& chain : map.chains)
      if (life.first <= chain.first && chain.first <= life.last) life.last = std::max(life.last, chain.last);
    if (const Json& ring = read.at(json, "ring"); ring.is_object()) {
      b.rows = static_cast<int32_t>(read.whole(ring, "rows", 1));
      const int64_t made = read.whole(ring, "first", 0, last_call(map));
      b.used = {static_cast<int32_t>(made + 1),
                static_cast<int32_t>(read.whole(ring, "last", made, last_call(map)) + 1)};
    }
    b.lives = {life};
    const std::string pool = read.text(json, "pool");
    const auto in = std::ranges::find(map.pools, pool, &MapPool::name);
    if (in == map.pools.end()) {
      read.fault("buffers: pool", "one of memory.scratch", read.at(json, "pool"));
      continue;
    }
    if (b.offset + b.size > in->height)
      read.fault("buffers: offset", "an end within its pool", read.at(json, "offset"));
    in->buffers.push_back(std::move(b));
  }
}

// Reads what persistent memory holds; its buffers get their lives when the steps are known.
void read_state(Reader& read, const Json& report, Map& map) {
  if (!report.contains("state")) return;
  const size_t scratch_pools = map.pools.size();
  for (const Json& json : read.list(read.at(report, "memory"), "persistent")) {
    const int64_t bytes = read.whole(json, "bytes");
    if (bytes > 0)
      map.pools.push_back({"persistent " + read.text(json, "pool"), bytes, bytes, 0, {}, -1, 0, true});
  }
  for (const Json& json : read.list(report, "state")) {
    MapBuffer b{
        read.text(json, "name"), "persistent", read.whole(json, "offset"), read.whole(json, "size"), {}};
    const auto in = std::find_if(
        map.pools.begin() + static_cast<std::ptrdiff_t>(scratch_pools), map.pools.end(),
        [name = "persistent " + read.text(json, "pool")](const MapPool& pool) { return pool.name == name; });
    if (in == map.pools.end())
      read.fault("state: pool", "one of memory.persistent", read.at(json, "pool"));
    else if (b.offset + b.size > in->height)
      read.fault("state: offset", "an end within its pool", read.at(json, "offset"));
    else
      in->buffers.push_back(std::move(b));
  }
}

nook::Steps read_span(Reader& read, const Json& json, int32_t rows) {
  const int64_t first = read.whole(json, "first", 0, std::max(0, rows - 1));
  return {static_cast<int32_t>(first),
          static_cast<int32_t>(read.whole(json, "last", first, std::max<int64_t>(first, rows - 1)))};
}

MapRows read_rows(Reader& read, const Json& json, int32_t window) {
  MapRows to;
  to.name = read.text(json, "name");
  to.rows = static_cast<int32_t>(read.whole(json, "rows", 0, window));
  to.frames = static_cast<int32_t>(read.whole(json, "frames_per_row", 1, window));
  for (const Json& span : read.list(json, "computed")) {
    to.computed.push_back(read_span(read, span, to.rows));
    to.rows_computed += to.computed.back().last - to.computed.back().first + 1;
  }
  if (const Json& kept = read.at(json, "kept"); kept.is_object()) to.kept = read_span(read, kept, to.rows);
  to.state_bytes = read.whole(json, "state_bytes");
  return to;
}

void read_hop(Reader& read, const Json& report, Map& map) {
  const Json& hop = read.at(report, "hop");
  if (!hop.is_object() || !hop.contains("inputs")) return;
  MapHop to;
  to.window = static_cast<int32_t>(read.whole(hop, "window", 1));
  to.frames = static_cast<int32_t>(read.whole(hop, "frames", 1, to.window));
  for (const Json& input : read.list(hop, "inputs")) {
    to.all.push_back(read_rows(read, input, to.window));
    to.all.back().title = "input";
  }
  for (const Json& op : read.list(hop, "operators")) {
    to.all.push_back(read_rows(read, op, to.window));
    MapRows& rows = to.all.back();
    const int64_t node = read.whole(op, "node", -1);
    rows.title = node_number(node) + ' ' + read.text(op, "kind");
    rows.macs = read.whole(op, "macs", 0, INT64_MAX);
    rows.macs_of_window = read.whole(op, "macs_of_window", 0, INT64_MAX);
  }
  map.hop = std::move(to);
}

// Reads the bytes of the whole model, by role.
void read_figures(Reader& read, const Json& report, Map& map) {
  const Json& memory = read.at(report, "memory");
  const auto add = [&](const std::string& what, int64_t amount) { map.figures.push_back({what, amount}); };
  for (const MapPool& pool : map.pools)
    if (!pool.kept) add("scratch " + pool.name, pool.height);
  for (const char* const role : {"persistent", "constant"})
    for (const Json& pool : read.list(memory, role))
      add(std::string(role) + ' ' + read.text(pool, "pool"), read.whole(pool, "bytes"));
  for (const auto& [role, tensors] : {std::pair("input", "inputs"), std::pair("output", "outputs")}) {
    int64_t outside = 0;
    for (const Json& tensor : read.list(report, tensors))
      if (read.at(tensor, "in_scratch") != true) outside += read.whole(tensor, "bytes");
    add(std::string(role) + " of the application", outside);
  }
  add("multiply-accumulates", read.whole(report, "macs", 0, INT64_MAX));
}

// Adds the constants that each operator reads; shared ones count for the first reader.
void add_bars(Reader& read, const Json& report, Map& map) {
  int64_t all = 0, read_by_operators = 0;
  for (const Json& pool : read.list(read.at(report, "memory"), "constant")) all += read.whole(pool, "bytes");
  MapBars bars{{}, "constants", {}};
  for (size_t i = 0; i < map.operators.size(); ++i) {
    const MapOperator& op = map.operators[i];
    read_by_operators += op.constant_bytes;
    if (op.constant_bytes > 0)
      bars.bars.push_back({static_cast<int32_t>(i) + 1, static_cast<double>(op.constant_bytes),
                           op.label() + "\n" + std::to_string(op.constant_bytes) + " bytes of constants"});
  }
  bars.title = "Constants by operator: " + grouped(all) + " bytes, of which " + grouped(read_by_operators) +
               " are weights and biases";
  if (!bars.bars.empty()) map.bars.push_back(std::move(bars));
}

}  // namespace

Result<Map> map_of(const Json& report, const std::string& source) {
  Reader read(source);
  read.whole(report, "format", 1, 1);
  Map map;
  map.title = read.text(report, "name") + " for " + read.text(report, "target");
  map.model = read.text(read.at(report, "model"), "sha256");
  read_operators(read, report, map);
  read_chains(read, report, map);
  read_pools(read, report, map);
  read_buffers(read, report, map);
  read_state(read, report, map);
  read_figures(read, report, map);
  read_hop(read, report, map);
  add_bars(read, report, map);
  if (read.fault()) return *read.fault();
  int64_t bytes = 0;
  for (const MapPool& pool : map.pools) bytes += pool.kept ? 0 : pool.height;
  const Json& memory = report["memory"];
  map.subtitle = grouped(bytes) + " bytes of scratch";
  if (const Json& solver = read.at(memory, "solver"); solver.is_string())
    map.subtitle += ", planned by solver " + solver.get<std::string>();
  if (!memory["scratch"].empty() && read.at(memory["scratch"][0], "optimal") == true)
    map.subtitle += ", proved optimal";
  settle(map);
  for (MapPool& pool : map.pools)
    for (MapBuffer& b : pool.buffers)
      if (pool.kept) b.lives = {{map.first, map.last}};
  map.step_names.resize(static_cast<size_t>(map.last - map.first) + 1);
  for (int32_t step = map.first; step <= map.last; ++step) {
    const size_t call = static_cast<size_t>(step) - 1;
    map.step_names[static_cast<size_t>(step - map.first)] = step == 0 ? "entry"
                                                            : call < map.operators.size()
                                                                ? map.operators[call].label()
                                                                : "exit";
  }
  return map;
}

}  // namespace nookc
