// The compiler follows each option of a request, from the command or from the page.
#include "nookc/request/request.h"

#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <tuple>

#include "tests/nookc/graphs.h"
#include "tests/test.h"

using namespace nookc;

namespace {

Result<CompiledModel> compiled(const Request& request) {
  std::ifstream file(NOOK_MODELS "/digits/digits.tflite", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  ModelBytes model;
  model.file = "digits.tflite", model.bytes.resize(text.size());
  std::memcpy(model.bytes.data(), text.data(), text.size());
  return compile_model(std::move(model), request, {});
}

Request whole_tensors() {
  Request request;
  request.target = "cortex-m4", request.no_rows = true;
  return request;
}

int32_t scratch_of(const Request& request) {
  const Result<CompiledModel> model = compiled(request);
  if (!model) printf("%s\n", to_string(model.diag()).c_str());
  return model ? static_cast<int32_t>(model->program.scratch_bytes) : -1;
}

std::string code_of(const Request& request) {
  const Result<CompiledModel> model = compiled(request);
  return model ? "" : model.diag().code;
}

TEST(memory_follows_rows_and_overlap_as_requested) {
  Request request = whole_tensors();
  EXPECT_EQ(scratch_of(request), 1920);
  request.no_overlap = true;
  EXPECT_EQ(scratch_of(request), 2560);
  request.no_rows = request.no_overlap = false;
  EXPECT_EQ(scratch_of(request), 1280);
  request.inputs_in_scratch = "image", request.outputs_in_scratch = "*";
  const Result<CompiledModel> lent = compiled(request);
  EXPECT(lent && lent->program.input_in_scratch[0] && lent->program.output_in_scratch[0]);
  request.inputs_in_scratch = "none";
  EXPECT(!code_of(request).empty());
}

TEST(an_input_is_kept_by_its_name_in_the_signature_or_in_the_graph_or_as_one_of_all) {
  test::GraphBuilder b;
  b.input("serving_default_x", {1, 2}), b.input("other", {1, 2});
  b.graph.input_names[0] = "x";
  for (const auto& [names, first, second] : {std::tuple<std::set<std::string>, bool, bool>{{}, false, false},
                                             {{"x"}, true, false},
                                             {{"serving_default_x"}, true, false},
                                             {{"x", "serving_default_x"}, true, false},
                                             {{"other"}, false, true},
                                             {{"*"}, true, true},
                                             {{"y"}, false, false}}) {
    CompileOptions options;
    options.kept_inputs = names;
    EXPECT(options.keeps(b.graph, 0) == first && options.keeps(b.graph, 1) == second);
  }
}

TEST(a_limit_must_be_a_size_and_is_kept) {
  Request request = whole_tensors();
  for (const char* wrong : {"0", "-1", "much", "64KB", "1.5", "3GiB"}) {
    request.scratch_limit = wrong;
    EXPECT(!code_of(request).empty() && code_of(request) != "N1001");
  }
  for (const char* right : {"1920", "2KiB", "1MiB"}) {
    request.scratch_limit = right;
    EXPECT(code_of(request).empty());
  }
}

TEST(a_limit_of_the_scratch_is_kept_to_the_byte) {
  Request request = whole_tensors();
  request.scratch_limit = "1920";
  EXPECT_EQ(scratch_of(request), 1920);
  request.scratch_limit = "1919";
  EXPECT(code_of(request) == "N1001");
  request.scratch_limit = "1KiB";
  EXPECT(code_of(request) == "N1001");
  request.scratch_limit = "1MiB";
  EXPECT_EQ(scratch_of(request), 1920);
  for (const char* wrong : {"much", "-1", "3GiB", "1.5"}) {
    request.scratch_limit = wrong;
    EXPECT(code_of(request) == "N2004");
  }
}

TEST(flash_levels_and_passes_reach_the_compiler) {
  Request request = whole_tensors();
  request.target = "host", request.flash = "5,16,256";
  EXPECT(code_of(request) == "N2028");
  request = whole_tensors(), request.flash = "many";
  EXPECT(!code_of(request).empty());
  EXPECT(level_names() == (std::vector<std::string>{"time", "balanced", "flash", "ram", "size"}));
  request = whole_tensors(), request.no_passes = true;
  const Result<CompiledModel> model = compiled(request);
  EXPECT(model && model->program.passes.empty());
}

TEST(a_board_sets_its_core_and_the_pools_that_no_option_sets) {
  Request request;
  request.board = "nucleo-f401re";
  EXPECT(settle_board(request, ""));
  EXPECT(request.target == find_part(request.board)->target);
  EXPECT(!settle_board(request, "rv32"));
  const Result<CompiledModel> model = compiled(request);
  EXPECT(model);
  if (!model) return;
  EXPECT(model->program.scratch_pools[0].pool.size > 0);
  request.pools.workspace = {"name=mine,size=4KiB"};
  const Result<CompiledModel> mine = compiled(request);
  EXPECT(mine && mine->program.scratch_pools.size() == 1 &&
         mine->program.scratch_pools[0].pool.name == "mine");
  EXPECT(mine && mine->program.constant_pools[0].pool.name == model->program.constant_pools[0].pool.name);
}

TEST(a_board_that_does_not_exist_gets_the_nearest_names_once_each) {
  const Diag diag = no_such_board("nucleo-f401r");
  EXPECT(diag.code == "N2080");
  const size_t at = diag.hint.find("the nearest: nucleo-f401re");
  EXPECT(at != std::string::npos);
  EXPECT(diag.hint.find("nucleo-f401re", at + 20) == std::string::npos);
  EXPECT(diag.hint.ends_with("; or give --target and --workspace-pool"));
}

TEST(a_time_limit_lies_that_long_in_the_future) {
  using std::chrono::steady_clock;
  const auto before = steady_clock::now();
  const Effort effort = effort_of({"exact", 100});
  EXPECT(effort.deadline >= before + std::chrono::seconds(100));
  EXPECT(effort.deadline <= steady_clock::now() + std::chrono::seconds(100));
  EXPECT(effort.work > Effort().work);
  EXPECT_EQ(effort_of({"exact", 0}).work, Effort().work);
  EXPECT(effort_of({"exact", 0}).deadline == Effort().deadline);
}

}  // namespace
