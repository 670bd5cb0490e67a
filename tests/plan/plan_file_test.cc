// Problems and plans as files: written files are read back, and errors are named.
#include "nookc/middle/plan/formats/plan_file.h"

#include <cstring>

#include "nookc/middle/plan/formats/plan_header.h"
#include "nookc/middle/plan/formats/problem_file.h"
#include "tests/test.h"

using namespace nookc;

namespace {

Result<Task> read(const std::string& text) {
  return parse_problem(std::as_bytes(std::span(text.data(), text.size())), "p");
}

bool contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  printf("'%s' is not in: %s\n", part.c_str(), text.c_str());
  return false;
}

std::string error_of(const std::string& text) {
  const auto task = read(text);
  return task ? "" : to_string(task.diag());
}

const char* const kCsv = "id,lower,upper,size\nb1,0,3,4\nb2,3,9,4\nb3,0,9,4\n";

}  // namespace

TEST(minimallocs_csv_is_read_with_upper_not_included_and_end_included) {
  const auto task = read(kCsv);
  EXPECT(task && task->buffers.size() == 3);
  EXPECT_EQ(task->buffers[0].buffer.last, 2);
  EXPECT_EQ(solve_task(*task, "exact", {})->solution.height(), 8);
  const auto old = read("buffer_id,start,end,size,alignment,gaps\r\nx,0,3,4,2,\r\ny,0,9,4,1,2-3 5-6\r\n\r\n");
  EXPECT(old && old->buffers[0].buffer.last == 3 && old->buffers[0].buffer.alignment == 2);
  EXPECT(old->buffers[1].gaps.size() == 2 && old->buffers[1].gaps[0].first == 2 &&
         old->buffers[1].gaps[0].last == 3);
}

TEST(a_buffer_in_json_may_live_several_times) {
  const auto task = read(R"({"pools": [{"name": "dtcm", "size": "1KiB", "readers": ["cpu", "dma"]}],
    "buffers": [{"name": "a", "size": 8, "lives": [[0, 1], [4, 5]], "pool": "dtcm", "offset": 16},
                {"name": "b", "size": 8, "first": 2, "last": 3, "kind": "scratch"}],
    "separations": []})");
  EXPECT(task);
  EXPECT(task->pools[0].size == 1024 && task->pools[0].readers.size() == 2);
  EXPECT(task->buffers[0].gaps.size() == 1 && task->buffers[0].gaps[0].first == 2 &&
         task->buffers[0].gaps[0].last == 3);
  const auto plan = solve_task(*task, "exact", {});
  EXPECT(plan && plan->solution.offsets[0] == 16);
}

TEST(the_fault_of_a_problem_is_named) {
  EXPECT(contains(error_of(""), "error[N2016] p: it is empty"));
  EXPECT(contains(error_of("{"), "it is not JSON, at byte 2, near '{'"));
  EXPECT(contains(error_of("{}"), "need an object with a list \"buffers\""));
  EXPECT(contains(error_of(R"({"buffers": [{"name": "a", "size": -1, "lives": []}]})"),
                  "p: buffer 0 'a': size: need a whole number from 0"));
  EXPECT(contains(error_of(R"({"buffers": [{"name": "a", "size": 1}]})"), "need \"lives\""));
  EXPECT(contains(error_of(R"({"buffers": [{"name": "a", "size": 1, "lives": [], "sise": 2}]})"),
                  "there is no key 'sise'"));
  EXPECT(contains(error_of(R"({"buffers": [{"name": "a", "lives": [[0, 1]]}]})"), "it has no size"));
  EXPECT(contains(error_of(R"({"pools": [{"name": "a", "size": 0}], "buffers": []})"),
                  "size: need 1 byte to 2 GiB, have '0'"));
  EXPECT(contains(error_of(R"({"buffers": [], "separations": [{"upper": "x"}]})"),
                  "upper: need the name of a buffer"));
  EXPECT(contains(error_of("id,lower,upper\n1,2,3\n"), "need the columns id, lower, upper and size"));
  EXPECT(contains(error_of("id,lower,upper,size\n1,2,3\n"), "p: line 2: need 4 cells, have 3"));
  EXPECT(contains(error_of("id,lower,upper,size\n1,2,3,x\n"),
                  "p: line 2: size: need 0 bytes to 2 GiB, have 'x'"));
  EXPECT(contains(error_of("id,lower,upper,size,gaps\n1,2,9,4,3-4@0:1\n"), "a gap with a window"));
}

TEST(plans_are_read_as_they_were_written) {
  const auto task = read("id,lower,upper,size,alignment\na,0,2,10,4\nb,1,3,20,8\nc,2,4,30,1\n");
  const auto plan = solve_task(*task, "exact", {});
  EXPECT(plan);
  std::string array = "struct BufferPlan;\nstatic const int32_t kPlanData[] = {3";  // as in earlier versions
  for (const int32_t offset : plan->solution.offsets) array += ", " + std::to_string(offset);
  std::vector<std::string> texts = {plan_json(*task, *plan).dump(), plan_csv(*task, plan->solution),
                                    array + ", };\n"};
  for (const PlanOf what : {PlanOf::kProblem, PlanOf::kModel, PlanOf::kInterpreter, PlanOf::kOverlaps})
    texts.push_back(plan_header(plan_entries(*task, plan->solution, {}), 8, "kPlan", what));
  for (const std::string& text : texts) {
    Task pinned = *task;
    bool complete = false;
    const Status fine = pin_to_plan(text, "plan", &pinned, &complete);
    EXPECT(fine && complete);
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(pinned.buffers[i].buffer.pinned, plan->solution.offsets[i]);
    EXPECT_EQ(solve_task(pinned, "exact", {})->solution.height(), plan->solution.height());
  }
}

TEST(a_plan_says_of_each_pool_whether_it_is_the_lowest_or_above_its_hint) {
  Task task = *read(kCsv);
  task.pools.resize(2);
  task.pools[0].name = "sram", task.pools[1].name = "slow";
  const auto said = [&](int64_t hint) {
    task.pools[0].hint = hint;
    const auto plan = solve_task(task, "exact", {});
    EXPECT(plan && plan->solution.heights[0] == 8);
    return plan ? plan_text(task, *plan, 0) : "";
  };
  for (const int64_t hint : {0, 8, 9, 100}) {
    const std::string text = said(hint);
    EXPECT(contains(text, "no plan is lower") && text.find("hint") == std::string::npos);
  }
  task.pools.resize(1);
  for (const int64_t hint : {1, 7}) EXPECT(contains(said(hint), "above its hint of " + std::to_string(hint)));
}

TEST(the_plan_of_the_offline_plan_document_is_rejected_by_name) {
  const auto task = read(
      "id,lower,upper,size\nA1,1,5,400\nA2,1,2,401\nA3,1,3,10\nA4,2,5,201\nA5,2,4,11\n"
      "A6,3,4,202\nA7,3,5,12\nA8,4,5,200\nA9,4,5,13\n");
  Solution printed = solve_task(*task, "greedy_by_size", {})->solution;
  EXPECT_EQ(printed.height(), 1012);
  printed.offsets = {0, 400, 801, 400, 811, 601, 814, 601, 801};
  const Status verdict = check_plan(*task, printed);
  EXPECT(!verdict &&
         contains(to_string(verdict.diag()), "'A5' and 'A7' overlap while both are needed, at step 3"));
  printed.offsets = {0, 400, 814, 400, 803, 601, 814, 601, 801};
  printed.heights = {826};
  EXPECT(check_plan(*task, printed));
  printed.heights = {825};
  EXPECT(contains(to_string(check_plan(*task, printed).diag()),
                  "'A7' is outside of its pool or above the height"));
}

TEST(files_that_are_not_plans_are_refused) {
  const auto task = read(kCsv);
  const auto error = [&](const std::string& text) {
    Task pinned = *task;
    bool complete = false;
    const Status fine = pin_to_plan(text, "plan", &pinned, &complete);
    return fine ? std::string() : to_string(fine.diag());
  };
  EXPECT(contains(error("x"), "need the columns id and offset"));
  EXPECT(contains(error("{\"buffers\": [{\"name\": \"zz\", \"offset\": 1}]}"),
                  "it places 'zz', which is not a buffer here"));
  EXPECT(contains(error("{\"buffers\": [{\"name\": \"b1\", \"offset\": -7}]}"),
                  "need whole numbers for offset and size, have"));
  EXPECT(contains(error("{\"buffers\": [{\"name\": \"b1\", \"offset\": 0, \"size\": 5}]}"),
                  "it has 'b1' with 5 bytes, need 4"));
  EXPECT(contains(error(".buffer_count = 2, .buffer_plan_entries = {}"), "need 3 buffers, have 2"));
  EXPECT(contains(error(".buffer_count = 3, .buffer_plan_entries = { [0] = { .ofset = 0 } }"),
                  "need .offset ="));
  EXPECT(contains(error(".buffer_count = 3, .buffer_plan_entries = { {4} {"), "entry 1 has no offset"));
  EXPECT(contains(error(".buffer_count = 3, .buffer_plan_entries = { {4, 5} }"), "entry 0 does not end"));
  EXPECT(contains(error(".buffer_count = 3, .buffer_plan_entries = { [7] = { .offset = 0 } }"),
                  "entry 7 is after the last buffer"));
}

TEST(a_header_that_ends_before_an_entry_is_refused) {
  Task task = *read("id,lower,upper,size\na,0,3,4\n");
  bool complete = false;
  const Status cut = pin_to_plan("BufferPlan p = {.buffer_count = 1, .buffer_plan_entries = {[0] =", "p.h",
                                 &task, &complete);
  EXPECT(!cut && contains(to_string(cut.diag()), "error[N2017] p.h: need { after [0] ="));
}
