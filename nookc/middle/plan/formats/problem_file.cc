#include "nookc/middle/plan/formats/problem_file.h"

#include <algorithm>
#include <map>
#include <set>

#include "nookc/core/columns.h"
#include "nookc/core/json.h"
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"
#include "nookc/middle/plan/formats/csv.h"
#include "nookc/target/parse_pool.h"

namespace nookc {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostQuoted = 80;  // longest quotation of a cell or key in a message

Diag bad(const std::string& where, const std::string& what,
         const std::string& hint = "docs/planning.md shows the formats of problems") {
  return {Exit::kUsage, "N2016", where, what, hint};
}

// Solvers examine every pair of buffers (docs/reliability.md).
Status check_count(size_t buffers, const std::string& file) {
  if (buffers <= kMostTensors) return Done{};
  return bad(file,
             "need at most " + std::to_string(kMostTensors) + " buffers, have " + std::to_string(buffers),
             "join those that are always live together");
}

// Messages repeat names, so their length is limited.
Status check_name(const std::string& name, const std::string& where) {
  if (name.size() <= kMostName) return Done{};
  return bad(where, "its name: need at most " + std::to_string(kMostName) + " bytes, have " +
                        std::to_string(name.size()));
}

// Stores live ranges as their hull and the gaps inside it.
Status set_lives(TaskBuffer& b, std::vector<nook::Steps> lives, const std::string& where) {
  std::ranges::sort(lives, {}, &nook::Steps::first);
  std::erase_if(lives, [](const nook::Steps& s) { return s.last < s.first; });
  b.buffer.first = 0, b.buffer.last = -1;
  if (lives.empty()) return Done{};
  b.buffer.first = lives.front().first, b.buffer.last = lives.front().last;
  for (size_t i = 1; i < lives.size(); ++i) {
    if (lives[i].first > b.buffer.last + 1) b.gaps.push_back({b.buffer.last + 1, lives[i].first - 1});
    b.buffer.last = std::max(b.buffer.last, lives[i].last);
  }
  if (b.buffer.last == INT32_MAX) return bad(where, "need steps below 2^31 - 1");
  return Done{};
}

class FromJson {
 public:
  FromJson(const Json& json, const std::string& file) : json_(json), file_(file) {}

  Result<Task> run() {
    task_.source = file_;
    if (!json_.is_object() || !json_.contains("buffers") || !json_["buffers"].is_array())
      return bad(file_, "need an object with a list \"buffers\"", "docs/planning.md shows one");
    if (json_.contains("pools")) {
      Result<std::vector<MemoryPool>> pools = parse_pools(json_);
      if (!pools) {
        Diag diag = pools.diag();
        diag.where = file_ + ": " + diag.where;
        return diag;
      }
      task_.pools = *std::move(pools);
    } else {
      task_.pools = {plain_pool()};
    }
    if (const Status fine = check_count(json_["buffers"].size(), file_); !fine) return fine.diag();
    for (size_t i = 0; i < json_["buffers"].size(); ++i)
      if (const Status fine = buffer(json_["buffers"][i], i); !fine) return fine.diag();
    if (json_.contains("separations") && !json_["separations"].is_array())
      return bad(file_, "separations: need a list, have " + excerpt(json_["separations"]));
    if (json_.contains("separations"))
      for (const Json& s : json_["separations"])
        if (const Status fine = separation(s); !fine) return fine.diag();
    return std::move(task_);
  }

  static MemoryPool plain_pool() {
    MemoryPool pool;
    pool.name = "memory";
    pool.alignment = 1;
    return pool;
  }

 private:
  Status number(const Json& from, const char* key, int64_t least, int64_t most, const std::string& where,
                auto* to) {
    if (!from.contains(key)) return Done{};
    const auto value = whole_number(from[key], least, most);
    if (!value)
      return bad(where, std::string(key) + ": need a whole number from " + std::to_string(least) + " to " +
                            std::to_string(most) + ", have " + excerpt(from[key]));
    *to = static_cast<std::remove_pointer_t<decltype(to)>>(*value);
    return Done{};
  }

  Status strings(const Json& from, const char* key, const std::string& where, std::vector<std::string>* to) {
    if (!from.contains(key)) return Done{};
    if (!from[key].is_array() || !std::ranges::all_of(from[key], [](const Json& j) { return j.is_string(); }))
      return bad(where, std::string(key) + ": need a list of names, have " + excerpt(from[key]));
    to->clear();
    for (const Json& one : from[key]) to->push_back(one.get<std::string>());
    return Done{};
  }

  Status lives(const Json& from, TaskBuffer& b, const std::string& where) {
    std::vector<nook::Steps> all;
    const auto add = [&](const Json& first, const Json& last) {
      const auto f = whole_number(first, -1000000000, 2000000000);
      const auto l = whole_number(last, -1000000001, 2000000000);
      if (!f || !l || *l < *f - 1) return false;  // f - 1: never live
      all.push_back({static_cast<int32_t>(*f), static_cast<int32_t>(*l)});
      return true;
    };
    if (from.contains("lives")) {
      if (!from["lives"].is_array()) return bad(where, "lives: need a list of [first, last]");
      for (const Json& life : from["lives"])
        if (!life.is_array() || life.size() != 2 || !add(life[0], life[1]))
          return bad(where, "lives: need [first, last] in steps, have " + excerpt(life));
    } else if (!from.contains("first") || !from.contains("last") || !add(from["first"], from["last"])) {
      return bad(where, "need \"lives\": [[first, last]], or \"first\" and \"last\", in steps");
    }
    return set_lives(b, std::move(all), where);
  }

  Status buffer(const Json& from, size_t i) {
    std::string where = file_ + ": buffer " + std::to_string(i);
    if (!from.is_object()) return bad(where, "need an object, have " + excerpt(from));
    TaskBuffer b;
    b.name = from.contains("name") && from["name"].is_string() ? from["name"].get<std::string>()
                                                               : std::to_string(i);
    if (const Status fine = check_name(b.name, where); !fine) return fine.diag();
    where += " '" + b.name + "'";
    b.buffer.size = -1, b.buffer.alignment = 1;
    static const char* const kKnown[] = {"name", "size",  "alignment", "kind",  "lives", "first", "last",
                                         "pool", "pools", "offset",    "users", "reads", "writes"};
    for (const auto& [key, value] : from.items())
      if (std::ranges::find(kKnown, key) == std::end(kKnown))
        return bad(where, "there is no key '" + without_middle(key, kMostQuoted) + "'");
    for (const Status& s : {number(from, "size", 0, INT32_MAX, where, &b.buffer.size),
                            number(from, "alignment", 1, 65536, where, &b.buffer.alignment),
                            number(from, "offset", 0, INT32_MAX, where, &b.buffer.pinned),
                            number(from, "reads", 0, int64_t{1} << 40, where, &b.reads),
                            number(from, "writes", 0, int64_t{1} << 40, where, &b.writes),
                            strings(from, "pools", where, &b.pools), strings(from, "users", where, &b.users),
                            lives(from, b, where), kind(from, b, where)})
      if (!s) return s.diag();
    if (b.buffer.size < 0) return bad(where, "it has no size");
    if (from.contains("pool")) {
      if (!from["pool"].is_string()) return bad(where, "pool: need a name, have " + excerpt(from["pool"]));
      b.pool = from["pool"].get<std::string>();
    }
    if (!index_.emplace(b.name, task_.buffers.size()).second)
      return bad(where, "there are two buffers of this name");
    task_.buffers.push_back(std::move(b));
    return Done{};
  }

  Status kind(const Json& from, TaskBuffer& b, const std::string& where) {
    if (!from.contains("kind")) return Done{};
    for (int k = 0; k <= static_cast<int>(nook::BufferKind::kConstant); ++k)
      if (from["kind"] == kind_name(static_cast<nook::BufferKind>(k))) {
        b.buffer.kind = static_cast<nook::BufferKind>(k);
        return Done{};
      }
    return bad(where, "kind: need input, output, activation, scratch, persistent or constant, have " +
                          excerpt(from["kind"]));
  }

  Status separation(const Json& from) {
    const std::string where = file_ + ": separation " + excerpt(from);
    nook::Separation s{};
    for (auto [key, to] : {std::pair{"upper", &s.upper}, std::pair{"lower", &s.lower}}) {
      const std::string name =
          from.is_object() && from.contains(key) && from[key].is_string() ? from[key].get<std::string>() : "";
      const auto found = index_.find(name);
      if (found == index_.end()) return bad(where, std::string(key) + ": need the name of a buffer");
      *to = static_cast<int32_t>(found->second);
    }
    s.bytes = -1;
    if (const Status fine = number(from, "bytes", 0, INT32_MAX, where, &s.bytes); !fine) return fine.diag();
    if (s.bytes < 0) return bad(where, "bytes: how far the upper one must start above the lower");
    task_.separations.push_back(s);
    return Done{};
  }

  const Json& json_;
  std::string file_;
  Task task_;
  std::map<std::string, size_t> index_;
};

Status row_gaps(const std::string& text, bool included, TaskBuffer& b, const std::string& where) {
  for (const std::string& gap : split_text(text, ' ')) {
    if (gap.find('@') != std::string::npos)
      return bad(where,
                 "gaps: a gap with a window ('" + without_middle(gap, kMostQuoted) + "') is not supported",
                 "a gap frees the whole buffer: 3-5");
    const size_t dash = gap.find('-', 1);
    int64_t from = 0, to = 0;
    if (dash == std::string::npos || !parse_int(gap.substr(0, dash), &from) ||
        !parse_int(gap.substr(dash + 1), &to) || from < -1000000000 || to > 2000000000 || to < from)
      return bad(where, "gaps: need from-to, have '" + without_middle(gap, kMostQuoted) + "'");
    b.gaps.push_back({static_cast<int32_t>(from), static_cast<int32_t>(included ? to : to - 1)});
  }
  return Done{};
}

std::string quoted(const std::string& cell) { return "'" + without_middle(cell, kMostQuoted) + "'"; }

Result<Task> from_csv(const std::string& text, const std::string& file) {
  Task task;
  task.source = file;
  task.pools = {FromJson::plain_pool()};
  const Result<Csv> csv = parse_csv(text, file);
  if (!csv) return csv.diag();
  const int id = csv->column({"id", "buffer", "buffer_id"}), lower = csv->column({"lower", "start", "begin"});
  const int upper = csv->column({"upper", "end"}), size = csv->column({"size"});
  if (id < 0 || lower < 0 || upper < 0 || size < 0)
    return bad(file, "need the columns id, lower, upper and size",
               "the first line names them: id,lower,upper,size");
  const bool included = csv->column({"end"}) >= 0;
  const int alignment = csv->column({"alignment"}), gaps = csv->column({"gaps"}),
            offset = csv->column({"offset"});
  if (const Status fine = check_count(csv->rows.size(), file); !fine) return fine.diag();
  std::set<std::string> names;
  for (size_t r = 0; r < csv->rows.size(); ++r) {
    const std::string where = file + ": line " + std::to_string(csv->lines[r]);
    TaskBuffer b;
    b.name = csv->cell(r, id);
    if (const Status fine = check_name(b.name, where); !fine) return fine.diag();
    int64_t first = 0, last = 0, bytes = 0, align = 1, pin = -1;
    const auto integer = [&](int column, int64_t least, int64_t most, int64_t* to) {
      return column < 0 || (parse_int(csv->cell(r, column), to) && *to >= least && *to <= most);
    };
    if (!integer(lower, -1000000000, 2000000000, &first) || !integer(upper, -1000000000, 2000000000, &last))
      return bad(where, "need lower and upper in steps, have " + quoted(csv->cell(r, lower)) + " and " +
                            quoted(csv->cell(r, upper)));
    if (last < first)
      return bad(where,
                 "lower: need at most upper, have " + std::to_string(first) + " and " + std::to_string(last));
    if (!integer(size, 0, INT32_MAX, &bytes))
      return bad(where, "size: need 0 bytes to 2 GiB, have " + quoted(csv->cell(r, size)));
    if (!integer(alignment, 1, 65536, &align))
      return bad(where, "alignment: need a power of two, have " + quoted(csv->cell(r, alignment)));
    if (!integer(offset, -1, INT32_MAX, &pin))
      return bad(where, "offset: need bytes, or -1 for anywhere, have " + quoted(csv->cell(r, offset)));
    b.buffer = {static_cast<int32_t>(bytes), static_cast<int32_t>(align), static_cast<int32_t>(first),
                static_cast<int32_t>(included ? last : last - 1)};
    b.buffer.pinned = static_cast<int32_t>(pin);
    if (!names.insert(b.name).second) return bad(where, "there are two buffers named '" + b.name + "'");
    if (gaps >= 0)
      if (const Status fine = row_gaps(csv->cell(r, gaps), included, b, where); !fine) return fine.diag();
    task.buffers.push_back(std::move(b));
  }
  return task;
}

}  // namespace

Result<Task> parse_problem(std::span<const std::byte> bytes, const std::string& file) {
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // the byte order mark that spreadsheets write
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return bad(file, "it is empty", "docs/planning.md shows a problem");
  if (text[first] != '{' && !file.ends_with(".json")) return from_csv(text, file);
  const Result<Json> json = parse_json(text, bad(file, "", "docs/planning.md shows a problem"));
  if (!json) return json.diag();
  return FromJson(*json, file).run();
}

}  // namespace nookc
