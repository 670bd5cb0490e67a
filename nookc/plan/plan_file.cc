#include "nookc/plan/plan_file.h"

#include <map>

#include "nookc/core/text.h"
#include "nookc/plan/csv.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

const std::string& pool_name(const Task& task, const Solution& plan, size_t buffer) {
  return task.pools[static_cast<size_t>(plan.pools[buffer])].name;
}

Diag bad(const std::string& file, const std::string& what, const std::string& hint = {}) {
  return {Exit::kUsage, "N2017", file, what, hint};
}

// Pins buffers one by one.
class Pins {
 public:
  Pins(Task* task, const std::string& file) : task_(*task), file_(file), set_(task->buffers.size()) {
    for (size_t i = 0; i < task_.buffers.size(); ++i) index_[task_.buffers[i].name] = i;
  }

  Status pin(const std::string& name, const std::string& pool, int64_t offset, int64_t size) {
    const auto found = index_.find(name);
    if (found == index_.end())
      return bad(file_, "it places '" + name + "', which is no buffer here", "a plan belongs to one problem");
    return pin(found->second, pool, offset, size);
  }

  // `size` -1: the plan does not say it.
  Status pin(size_t i, const std::string& pool, int64_t offset, int64_t size) {
    TaskBuffer& b = task_.buffers[i];
    if (size >= 0 && size != b.buffer.size)
      return bad(file_,
                 "it has '" + b.name + "' with " + std::to_string(size) + " bytes, need " +
                     std::to_string(b.buffer.size),
                 "plan anew");
    if (offset < nook::kAnywhere || offset > INT32_MAX)
      return bad(file_, "offset of '" + b.name + "': need bytes, or -1, have " + std::to_string(offset));
    if (offset == nook::kAnywhere) return Done{};
    if (!pool.empty()) b.pool = pool;
    b.buffer.pinned = static_cast<int32_t>(offset);
    set_[i] = true;
    return Done{};
  }

  bool complete() const {
    for (const bool set : set_)
      if (!set) return false;
    return true;
  }

 private:
  Task& task_;
  std::string file_;
  std::map<std::string, size_t> index_;
  std::vector<bool> set_;
};

Status from_json(const Json& json, const std::string& file, Pins& pins) {
  if (!json.is_object() || !json.contains("buffers") || !json["buffers"].is_array())
    return bad(file, "need an object with a list \"buffers\"", "as nook plan --json writes it");
  for (const Json& b : json["buffers"]) {
    const auto text = [&](const char* key) {
      return b.is_object() && b.contains(key) && b[key].is_string() ? b[key].get<std::string>()
                                                                    : std::string();
    };
    const auto number = [&](const char* key) {
      return b.contains(key) && b[key].is_number_integer() ? b[key].get<int64_t>() : int64_t{-1};
    };
    if (text("name").empty() || !b.contains("offset"))
      return bad(file, "need name and offset of each buffer, have " + b.dump());
    if (const Status fine = pins.pin(text("name"), text("pool"), number("offset"), number("size")); !fine)
      return fine.diag();
  }
  return Done{};
}

Status from_csv(const std::string& text, const std::string& file, Pins& pins) {
  const Result<Csv> csv = parse_csv(text, file);
  if (!csv) return csv.diag();
  const int id = csv->column({"id", "buffer", "buffer_id"}), offset = csv->column({"offset"});
  const int size = csv->column({"size"});
  if (id < 0 || offset < 0) return bad(file, "need the columns id and offset", "id,lower,upper,size,offset");
  for (size_t r = 0; r < csv->rows.size(); ++r) {
    int64_t at = 0, bytes = -1;
    if (!parse_int(csv->cell(r, offset), &at) || (size >= 0 && !parse_int(csv->cell(r, size), &bytes)))
      return bad(file + ": line " + std::to_string(csv->lines[r]), "need numbers for offset and size");
    if (const Status fine = pins.pin(csv->cell(r, id), "", at, bytes); !fine) return fine.diag();
  }
  return Done{};
}

// Text without the comments of C, each replaced by a blank.
std::string without_comments(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool block = text.compare(i, 2, "/*") == 0, line = text.compare(i, 2, "//") == 0;
    if (!block && !line) {
      plain += text[i];
      continue;
    }
    const size_t end = text.find(block ? "*/" : "\n", i + 2);
    plain += ' ';
    if (end == std::string::npos) break;
    i = end + (block ? 1 : 0);
  }
  return plain;
}

// Reads the initializer of a BufferPlan from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool done() {
    skip_blanks();
    return text_.empty();
  }
  // Goes on behind the next occurrence.
  bool find(std::string_view word) {
    const size_t at = text_.find(word);
    if (at == std::string_view::npos) return false;
    text_.remove_prefix(at + word.size());
    return true;
  }
  bool take(std::string_view word) {
    skip_blanks();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  bool number(int64_t* value) {
    skip_blanks();
    const size_t end =
        std::min(text_.find_first_not_of("0123456789", text_.starts_with('-') ? 1 : 0), text_.size());
    const bool fine = end <= 12 && parse_int(std::string(text_.substr(0, end)), value);
    if (fine) text_.remove_prefix(end);
    return fine;
  }
  void skip() { text_.remove_prefix(1); }

 private:
  void skip_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n"), text_.size())); }
  std::string_view text_;
};

// "[3] = { .offset = 400 }" or "{ 400 }", in the initializer of a BufferPlan.
Status from_header(const std::string& text, const std::string& file, const Task& task, Pins& pins) {
  const std::string plain = without_comments(text);
  int64_t count = 0, next = 0, offset = 0;
  Scanner head(plain), at(plain);
  if (!head.find("buffer_count") || !head.take("=") || !head.number(&count) ||
      !at.find("buffer_plan_entries"))
    return bad(file, "it is no JSON, no CSV and no C BufferPlan", "docs/planning.md shows each");
  const int64_t need = static_cast<int64_t>(task.buffers.size());
  if (count != need)
    return bad(file, "need " + std::to_string(need) + " buffers, have " + std::to_string(count),
               "a plan belongs to one problem");
  at.take("=");
  at.take("{");
  while (!at.done()) {
    if (at.take("[") && !(at.number(&next) && at.take("]") && at.take("=")))
      return bad(file, "need [number] = before an entry");
    if (!at.take("{")) {
      at.skip();
      continue;
    }
    if (at.take(".") && !(at.take("offset") && at.take("="))) return bad(file, "need .offset = in an entry");
    if (!at.number(&offset)) return bad(file, "entry " + std::to_string(next) + " has no offset");
    if (next < 0 || next >= need)
      return bad(file, "entry " + std::to_string(next) + " is behind the last buffer");
    if (const Status fine = pins.pin(static_cast<size_t>(next), "", offset, -1); !fine) return fine.diag();
    ++next;
    at.take(",");
    if (!at.take("}"))
      return bad(file, "entry " + std::to_string(next - 1) + " does not end after its offset");
  }
  return Done{};
}

}  // namespace

Json plan_json(const Task& task, const TaskPlan& plan) {
  const Solution& s = plan.solution;
  Json pools = Json::array(), buffers = Json::array();
  int64_t gap = 0;
  for (size_t p = 0; p < task.pools.size(); ++p) {
    const MemoryPool& pool = task.pools[p];
    Json j = {{"name", pool.name},
              {"kind", pool.constant ? "constant" : "workspace"},
              {"height", s.heights[p]},
              {"lower_bound", s.lower_bounds[p]}};
    j["capacity"] = pool.size > 0 ? Json(pool.size) : Json(nullptr);
    if (pool.hint > 0) j["hint"] = pool.hint;
    j["alignment"] = pool.alignment;
    if (!pool.section.empty()) j["section"] = pool.section;
    gap += s.heights[p] - s.lower_bounds[p];
    pools.push_back(std::move(j));
  }
  for (size_t i = 0; i < task.buffers.size(); ++i) {
    const TaskBuffer& b = task.buffers[i];
    buffers.push_back({{"name", b.name},
                       {"pool", pool_name(task, s, i)},
                       {"offset", s.offsets[i]},
                       {"size", b.buffer.size},
                       {"alignment", b.buffer.alignment},
                       {"kind", kind_name(b.buffer.kind)},
                       {"first", b.buffer.first},
                       {"last", b.buffer.last}});
  }
  return {{"solver", plan.solver}, {"seconds", plan.seconds}, {"optimal", s.optimal}, {"gap", gap},
          {"cost", s.cost},        {"pools", pools},          {"buffers", buffers}};
}

std::string plan_csv(const Task& task, const Solution& plan) {
  bool aligned = false, gaps = false;
  for (const TaskBuffer& b : task.buffers) aligned |= b.buffer.alignment > 1, gaps |= !b.gaps.empty();
  std::string text =
      "id,lower,upper,size" + std::string(aligned ? ",alignment" : "") + (gaps ? ",gaps" : "") + ",offset\n";
  for (size_t i = 0; i < task.buffers.size(); ++i) {
    const TaskBuffer& b = task.buffers[i];
    std::string name = b.name;
    for (char& c : name)
      if (c == ',' || c == '\n' || c == '\r') c = '_';
    text += name + "," + std::to_string(b.buffer.first) + "," + std::to_string(int64_t{b.buffer.last} + 1) +
            "," + std::to_string(b.buffer.size);
    if (aligned) text += "," + std::to_string(b.buffer.alignment);
    if (gaps) {
      std::vector<std::string> all;
      for (const nook::Steps& gap : b.gaps)
        all.push_back(std::to_string(gap.first) + "-" + std::to_string(int64_t{gap.last} + 1));
      text += "," + join_text(all, " ");
    }
    text += "," + std::to_string(plan.offsets[i]) + "\n";
  }
  return text;
}

std::string plan_header(const Task& task, const Solution& plan, const std::string& name) {
  std::string text = "/* The offsets of " + std::to_string(task.buffers.size()) + " buffers in " +
                     std::to_string(plan.height()) + " bytes, by nook plan. */\n#pragma once\n\n";
  text += "static const struct BufferPlan " + name +
          " = {\n  .buffer_count = " + std::to_string(task.buffers.size()) +
          ",\n  .buffer_plan_entries = {\n";
  for (size_t i = 0; i < task.buffers.size(); ++i) {
    std::string comment;  // nothing that ends it
    for (const char c : task.buffers[i].name)
      comment += c < ' ' || c > '~' || c == '*' || c == '\\' ? '_' : c;
    text += "    [" + std::to_string(i) + "] = { .offset = " + std::to_string(plan.offsets[i]) + " }, /* " +
            comment + ", " + std::to_string(task.buffers[i].buffer.size) + " bytes */\n";
  }
  return text + "  },\n};\n";
}

Status pin_to_offsets(const std::vector<int32_t>& offsets, const std::string& file, Task* task,
                      bool* complete) {
  if (offsets.size() != task->buffers.size())
    return bad(file, "need " + std::to_string(task->buffers.size()) + " offsets, have " +
                         std::to_string(offsets.size()));
  Pins pins(task, file);
  for (size_t i = 0; i < offsets.size(); ++i)
    if (const Status fine = pins.pin(i, "", offsets[i], -1); !fine) return fine.diag();
  *complete = pins.complete();
  return Done{};
}

Status pin_to_plan(std::string_view from, const std::string& file, Task* task, bool* complete) {
  const std::string text(from);
  Pins pins(task, file);
  const size_t first = text.find_first_not_of(" \t\r\n");
  Status fine = Done{};
  if (first != std::string::npos && text[first] == '{') {
    const Json json = Json::parse(text, nullptr, false);
    fine = json.is_discarded() ? Status(bad(file, "it begins like JSON and is none"))
                               : from_json(json, file, pins);
  } else if (text.find("buffer_plan_entries") != std::string::npos) {
    fine = from_header(text, file, *task, pins);
  } else {
    fine = from_csv(text, file, pins);
  }
  if (!fine) return fine.diag();
  *complete = pins.complete();
  return Done{};
}

}  // namespace nookc
