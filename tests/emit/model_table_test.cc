// All models have the same table of functions: tests how it runs, its refusals and its facts.
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

// Calls a model only through its table and compares with its own functions.
constexpr const char* kMain = R"(
#include <stdio.h>
#include <string.h>
#include "$.h"
static unsigned char room[2][8192] NOOK_ALIGNED(64);
static unsigned char buffers[8][1024] NOOK_ALIGNED(64);
static int expect(int line, int holds) {
  if (!holds) printf("line %d\n", line);
  return !holds;
}
#define EXPECT(holds) failures += expect(__LINE__, (holds))
int main(void) {
  int failures = 0;
  const nook_model* const model = &$_entry;
  const nook_model_info* const info = model->info;
  void* scratch[8] = {0};
  size_t sizes[8] = {0}, at = 0;
  const void* inputs[4] = {0};
  void* outputs[4] = {0};
  for (int32_t i = 0; i < info->pool_count && strcmp(info->pools[i].role, "scratch") == 0; ++i) {
    scratch[i] = room[0] + at, sizes[i] = (size_t)info->pools[i].bytes;
    at += (sizes[i] + 63) / 64 * 64;
  }
  for (int32_t i = 0; i < info->input_count; ++i)
    if (info->inputs[i].scratch_pool < 0) {
      for (int32_t k = 0; k < info->inputs[i].bytes; ++k) buffers[i][k] = (unsigned char)(k * 37 + i);
      inputs[i] = buffers[i];
    }
  for (int32_t i = 0; i < info->output_count; ++i)
    if (info->outputs[i].scratch_pool < 0) outputs[i] = buffers[4 + i];
  const nook_model_memory memory = {.scratch = scratch, .scratch_bytes = sizes};
  nook_fault fault = {.status = NOOK_OK};
  EXPECT(strcmp(info->name, "$") == 0);
  EXPECT(model->check(&memory, inputs, outputs, &fault) == NOOK_OK);
  EXPECT(model->reset(&memory) == NOOK_OK);
  EXPECT(model->run(&memory, inputs, outputs) == NOOK_OK);
  @
  if (info->inputs[0].scratch_pool < 0) {
    EXPECT(model->run(&memory, NULL, outputs) == NOOK_NULL);
    const void* missing[4] = {0};
    EXPECT(model->check(&memory, missing, outputs, &fault) == NOOK_NULL && strcmp(fault.role, "input") == 0);
  }
  if (sizes[0] > 0) {
    EXPECT(model->run(NULL, inputs, outputs) == NOOK_NULL && model->reset(NULL) == NOOK_NULL);
    sizes[0] -= 1;
    EXPECT(model->run(&memory, inputs, outputs) == NOOK_NO_MEMORY && model->reset(&memory) == NOOK_NO_MEMORY);
    sizes[0] += 1, scratch[0] = (char*)scratch[0] + 1;
    EXPECT(model->run(&memory, inputs, outputs) == NOOK_MISALIGNED);
    EXPECT(model->reset(&memory) == NOOK_MISALIGNED);
  }
  return failures;
}
)";

// `model` and `$` in the text above, and lines for this model instead of `@`.
std::string main_for(const std::string& model, const std::string& lines) {
  std::string text = kMain;
  text.replace(text.find('@'), 1, lines);
  for (size_t at; (at = text.find('$')) != std::string::npos;) text.replace(at, 1, model);
  return text;
}

}  // namespace

TEST(a_table_runs_and_refuses_as_the_functions_of_the_model) {
  EXPECT(works(program_of(chain()), named("kws"), main_for("kws", R"(
  const kws_memory own = {.scratch_sram = room[1]};
  const kws_inputs_ref in = {.audio = inputs[0]};
  static int8_t scores[KWS_OUTPUT_SCORES_COUNT];
  const kws_outputs_ref out = {.scores = scores};
  EXPECT(kws_run_ref(&own, &in, &out) == NOOK_OK && memcmp(scores, outputs[0], sizeof scores) == 0);
  EXPECT(!model->begin && !model->push_rows && !model->finish && model->rows == 0 && model->row_bytes == 0);
)")));
}

TEST(a_table_has_no_use_for_addresses_of_tensors_in_the_scratch) {
  CompileOptions where;
  where.inputs_in_scratch = where.outputs_in_scratch = {"*"};
  EXPECT(works(program_of(chain(), where), named("kws"), main_for("kws", R"(
  EXPECT(model->run(&memory, NULL, NULL) == NOOK_OK);
)")));
}

TEST(a_table_of_a_model_without_scratch_needs_no_memory) {
  EXPECT(works(program_of(lone()), named("kws"), main_for("kws", R"(
  EXPECT(model->run(NULL, inputs, outputs) == NOOK_OK && model->reset(NULL) == NOOK_OK);
)")));
}

TEST(a_table_has_the_events_of_a_model_that_reports_them) {
  EmitOptions options = named("kws");
  options.events = true;
  EXPECT(works(program_of(chain()), options,
               "#include \"nook/nook.h\"\nstatic void count(void* user, const "
               "nook_event* event) { *(int*)user += event->bytes > 0; }\n" +
                   main_for("kws", R"(
  int seen = 0;
  const nook_model_memory traced = {.scratch = scratch, .event = count, .user = &seen};
  EXPECT(model->run(&traced, inputs, outputs) == NOOK_OK && seen >= info->operator_count);
)")));
}

TEST(a_table_delivers_an_input_row_by_row) {
  CompileOptions where;
  where.stream_input = true;
  EXPECT(works(program_of(camera(), where), named("eye"), main_for("eye", R"(
  unsigned char whole[EYE_OUTPUT_SCORES_BYTES];
  memcpy(whole, outputs[0], sizeof whole);
  memset(outputs[0], 0, sizeof whole);
  EXPECT(model->rows == EYE_INPUT_CAMERA_ROWS && model->row_bytes == EYE_INPUT_CAMERA_ROW_BYTES);
  EXPECT(model->begin(&memory) == NOOK_OK);
  EXPECT(model->push_rows(&memory, inputs[0], 1) == NOOK_OK);
  EXPECT(model->reset(&memory) == NOOK_OK && model->begin(&memory) == NOOK_OK);
  for (int32_t y = 0; y < model->rows; ++y)
    EXPECT(model->push_rows(&memory, (const char*)inputs[0] + y * model->row_bytes, 1) == NOOK_OK);
  EXPECT(model->finish(&memory, NULL) == NOOK_NULL);
  EXPECT(model->finish(&memory, outputs) == NOOK_OK && memcmp(whole, outputs[0], sizeof whole) == 0);
)")));
}

TEST(a_program_that_names_no_table_carries_none) {
  Folder folder;
  Files files = emitted(program_of(chain()), named("kws"));
  const Program program = program_of(chain());
  for (File& file : kernel_files(program)) files.push_back(std::move(file));
  files.push_back({"main.c",
                   "#include \"kws.h\"\nint main(void) {\n  static kws_input in;\n  static kws_output out;\n"
                   "  static const kws_memory memory = {0};\n  return kws_run(&memory, &in, &out);\n}\n"});
  folder.write(files);
  EXPECT(folder.runs("gcc -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections -I." +
                     std::string(kStrictC) + "*.c $(find nook -name '*_ref.c') -lm && nm a.out"));
  EXPECT(folder.output.find("kws_run") != std::string::npos &&
         folder.output.find("kws_entry") == std::string::npos);
}
