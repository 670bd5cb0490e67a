#include "nookc/middle/plan/formats/plan_file.h"

#include <map>

#include "nookc/core/json.h"
#include "nookc/core/text.h"
#include "nookc/middle/plan/formats/csv.h"
#include "nookc/middle/plan/formats/plan_header.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

const std::string& pool_name(const Task& task, const Solution& plan, size_t buffer) {
  return task.pools[static_cast<size_t>(plan.pools[buffer])].name;
}

Diag bad(const std::string& file, const std::string& what,
         const std::string& hint = "docs/planning.md shows the formats of plans") {
  return {Exit::kUsage, "N2017", file, what, hint};
}

// Pins buffers one by one.
class Pins {
 public:
  Pins(Task* task, const std::string& file)
      : task_(*task), file_(file), named_(task->buffers.size()), set_(task->buffers.size()) {
    for (size_t i = 0; i < task_.buffers.size(); ++i) index_[task_.buffers[i].name] = i;
  }

  Status pin(const std::string& name, const std::string& pool, int64_t offset, int64_t size) {
    const auto found = index_.find(name);
    if (found == index_.end())
      return bad(file_, "it places '" + name + "', which is not a buffer here",
                 "a plan belongs to one problem: make it again for this one");
    return pin(found->second, pool, offset, size);
  }

  // `size` is -1 if the plan does not give it.
  Status pin(size_t i, const std::string& pool, int64_t offset, int64_t size) {
    TaskBuffer& b = task_.buffers[i];
    if (size >= 0 && size != b.buffer.size)
      return bad(file_,
                 "it has '" + b.name + "' with " + std::to_string(size) + " bytes, need " +
                     std::to_string(b.buffer.size),
                 "plan again");
    if (offset < nook::kAnywhere || offset > INT32_MAX)
      return bad(file_, "offset of '" + b.name + "': need bytes, or -1, have " + std::to_string(offset));
    if (named_[i]) return bad(file_, "it places '" + b.name + "' twice");
    named_[i] = true;
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
  std::vector<bool> named_, set_;
};

Status from_json(const nlohmann::json& json, const std::string& file, Pins& pins) {
  if (!json.is_object() || !json.contains("buffers") || !json["buffers"].is_array())
    return bad(file, "need an object with a list \"buffers\"", "as nook plan --json writes it");
  for (const auto& b : json["buffers"]) {
    const auto text = [&](const char* key) {
      return b.is_object() && b.contains(key) && b[key].is_string() ? b[key].get<std::string>()
                                                                    : std::string();
    };
    if (text("name").empty() || !b.contains("offset"))
      return bad(file, "need name and offset of each buffer, have " + excerpt(b));
    const auto offset = whole_number(b["offset"], nook::kAnywhere, INT32_MAX);
    const auto size = b.contains("size") ? whole_number(b["size"], 0, INT32_MAX) : -1;
    if (!offset || !size) return bad(file, "need whole numbers for offset and size, have " + excerpt(b));
    if (const Status fine = pins.pin(text("name"), text("pool"), *offset, *size); !fine) return fine.diag();
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

Status from_header(const std::string& text, const std::string& file, const std::vector<int32_t>& slots,
                   size_t buffers, Pins& pins) {
  const Result<std::vector<int64_t>> offsets =
      read_plan_header(text, file, slots.empty() ? buffers : slots.size());
  if (!offsets) return offsets.diag();
  for (size_t i = 0; i < offsets->size(); ++i) {
    const int32_t slot = slots.empty() ? static_cast<int32_t>(i) : slots[i];
    if (slot < 0) continue;
    if (const Status fine = pins.pin(static_cast<size_t>(slot), "", (*offsets)[i], -1); !fine)
      return fine.diag();
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

Status pin_to_plan(std::string_view from, const std::string& file, Task* task, bool* complete,
                   const std::vector<int32_t>& slots) {
  const std::string text(from);
  Pins pins(task, file);
  const size_t first = text.find_first_not_of(" \t\r\n");
  Status fine = Done{};
  if (first != std::string::npos && text[first] == '{') {
    const Result<nlohmann::json> json = parse_json(text, bad(file, "", "as nook plan --json writes it"));
    fine = json ? from_json(*json, file, pins) : Status(json.diag());
  } else if (is_plan_header(text)) {
    fine = from_header(text, file, slots, task->buffers.size(), pins);
  } else {
    fine = from_csv(text, file, pins);
  }
  if (!fine) return fine.diag();
  *complete = pins.complete();
  return Done{};
}

}  // namespace nookc
