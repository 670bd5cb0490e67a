// Plans as files and text.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/middle/plan/solving/solve.h"

namespace nookc {

// {"solver", "seconds", "optimal", "gap", "cost", "pools": [{"name", "kind", "height", "lower_bound", ...}],
// "buffers": [{"name", "pool", "offset", "size", ...}]}. parse_plan() reads it again.
nlohmann::ordered_json plan_json(const Task& task, const TaskPlan& plan);

// minimalloc's CSV with the column `offset`. Only for a single pool, because the format supports only one.
std::string plan_csv(const Task& task, const Solution& plan);

// Tables of pools and buffers, at most `width` columns wide; 0: any width, with joined names in full.
std::string plan_text(const Task& task, const TaskPlan& plan, int width = 0);

// Pins the task's buffers to the addresses in a file: JSON by name, CSV by id, a C BufferPlan by position,
// where `slots` maps positions to the task's buffers (plan_header.h). Buffers with -1, or that JSON and CSV
// omit, stay free; `*complete` says whether all are pinned. Diag N2017: the file is not a plan, or not for
// this task.
Status pin_to_plan(std::string_view text, const std::string& file, Task* task, bool* complete,
                   const std::vector<int32_t>& slots = {});
// Like pin_to_plan(), for offsets by position.
Status pin_to_offsets(const std::vector<int32_t>& offsets, const std::string& file, Task* task,
                      bool* complete);

}  // namespace nookc
