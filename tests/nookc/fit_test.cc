// Boards exactly as large as a model needs, and one byte smaller: only there the answer changes. The run's
// stack and the code are part of the need.
#include "nookc/study/fit/fit.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include "tests/sanitized.h"
#include "tests/test.h"

using namespace nookc;

namespace {

ModelBytes model(const std::string& name) {
  std::ifstream file(std::string(NOOK_MODELS) + "/" + name, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto view = std::as_bytes(std::span(bytes));
  return {{view.begin(), view.end()}, name};
}

const Part& board(const std::string& ram, const std::string& flash) {
  static int boards = 0;
  const std::string key = "test" + std::to_string(++boards);
  return add_part({key, key, key, "cortex-m4", ram, flash, 64, -1});
}

std::string ram(int64_t bytes) { return "ram=" + std::to_string(bytes); }

}  // namespace

TEST(a_model_fits_a_board_with_exactly_the_memory_it_needs_and_none_with_a_byte_less) {
  if (test::kSanitized && !std::getenv("NOOK_TEST_ALL")) SKIP("takes long with sanitizers: ./dev test --all");
  for (const char* name : {"sine/sine.tflite", "digits/digits.tflite"}) {
    const ModelBytes bytes_of_model = model(name);
    Request request;
    request.target = "cortex-m4";
    Fitting fitting(bytes_of_model, request);
    int64_t least = INT64_MAX, least_flash = INT64_MAX;
    for (const Way& way : ways()) {
      const auto needs = compiled_needs(bytes_of_model, request, way);
      EXPECT(needs);
      if (!needs || !*needs) continue;
      const int64_t all_ram = (*needs)->all_ram(), all_flash = (*needs)->all_flash("cortex-m4");
      least = std::min(least, all_ram), least_flash = std::min(least_flash, all_flash);
      // This way fits at that size at the latest; a way tried before may need less.
      const auto fit = fitting.fit(board(ram(all_ram), std::to_string(all_flash)));
      EXPECT(fit && fit->fits && fit->verdict() == Verdict::kTight && fit->needs.all_ram() <= all_ram);
    }
    for (const int64_t lack : {1, 16, 256}) {
      if (lack >= least || lack >= least_flash) continue;
      for (const Part* part :
           {&board(ram(least - lack), "16MiB"), &board("ram=1MiB", std::to_string(least_flash - lack))}) {
        const auto fit = fitting.fit(*part);
        EXPECT(fit && !fit->fits);
        if (fit) EXPECT_EQ(fit->lacking(), lack);
      }
    }
  }
}

// Fitting passes over the other ways where these lack flash.
TEST(no_way_needs_much_less_flash_than_those_that_save_flash) {
  if (test::kSanitized && !std::getenv("NOOK_TEST_ALL")) SKIP("takes long with sanitizers: ./dev test --all");
  for (const char* name : {"sine/sine.tflite", "digits/digits.tflite"})
    for (const char* target : {"cortex-m0plus", "cortex-m4", "cortex-m55", "rv32"}) {
      const ModelBytes bytes_of_model = model(name);
      Request request;
      request.target = target;
      int64_t least = INT64_MAX, least_of_size = INT64_MAX;
      for (const Way& way : ways()) {
        const auto needs = compiled_needs(bytes_of_model, request, way);
        if (!needs || !*needs) continue;
        int64_t& flash = way.level == "size" ? least_of_size : least;
        flash = std::min(flash, (*needs)->all_flash(target));
      }
      EXPECT(least_of_size < least + kRestOfFlash);
    }
}

// A board that lacks both memories gets the way that lacks the least flash.
TEST(a_board_that_lacks_flash_names_the_way_that_saves_it) {
  const ModelBytes bytes_of_model = model("digits/digits.tflite");
  Request request;
  request.target = "cortex-m4";
  Fitting fitting(bytes_of_model, request);
  const auto fit = fitting.fit(board("ram=64", "64"));
  EXPECT(fit && !fit->fits && fit->way->level == "size");
  // Flash suffices, and RAM does not: other ways may help.
  const auto little_ram = fitting.fit(board("ram=64", "16MiB"));
  EXPECT(little_ram && !little_ram->fits && little_ram->way->in_scratch);
}

// Two memories that are large enough together: the model fits only if the compiler finds a placement in them.
TEST(a_model_fits_two_memories_where_it_can_be_compiled_for_them) {
  if (test::kSanitized && !std::getenv("NOOK_TEST_ALL")) SKIP("takes long with sanitizers: ./dev test --all");
  int fits = 0, refused = 0;
  for (const char* name : {"sine/sine.tflite", "digits/digits.tflite"}) {
    const ModelBytes bytes_of_model = model(name);
    Request request;
    request.target = "cortex-m4";
    std::vector<int64_t> needed;
    for (const Way& way : ways())
      if (const auto needs = compiled_needs(bytes_of_model, request, way); needs && *needs)
        needed.insert(needed.end(), {(*needs)->all_ram(), (*needs)->ram()});
    for (const int64_t all : std::set<int64_t>(needed.begin(), needed.end()))
      for (const int64_t second : {int64_t{1}, int64_t{511}, all / 2}) {
        if (second >= all) continue;
        const std::string rest = second == all / 2 ? " c=" + std::to_string(all / 4) : "";
        const int64_t first = all - second - (rest.empty() ? 0 : all / 4);
        const Part& part =
            board("a=" + std::to_string(first) + " b=" + std::to_string(second) + rest, "16MiB");
        const auto compiles = [&](const Way& way) {
          Request on_board = request;
          on_board.board = part.name;
          const auto needs = compiled_needs(bytes_of_model, on_board, way);
          return needs && *needs && (*needs)->all_ram() <= all;
        };
        const bool can = std::ranges::any_of(ways(), compiles);
        Fitting fitting(bytes_of_model, request);
        const auto fit = fitting.fit(part);
        EXPECT(fit && fit->fits == can);
        (can ? fits : refused) += 1;
      }
  }
  EXPECT(fits > 0 && refused > 0);
}
