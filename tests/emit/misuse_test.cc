// Generated functions, used incorrectly by an application: all cases of a model in one program with
// sanitizers.
#include "nookc/graph/any_attrs.h"
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

// The beginning of all programs.
constexpr const char* kHead = R"(
#include "eye.h"
static unsigned chance = 1;
static inline unsigned next(void) { return (chance = chance * 1664525u + 1013904223u) >> 8; }
static inline void* fenced(size_t size) { /* a block of its own, so that every step outside is seen */
  void* const block = aligned_alloc(64, (size + 63) / 64 * 64);
  memset(block, 0xa5, size);
  return block;
}
)";

// Builds and runs the program with the model.
bool holds(const Program& program, const std::string& body, const std::string& flags) {
  Folder folder;
  Files files = emitted(program, named("eye"));
  for (File& file : kernel_files(program)) files.push_back(std::move(file));
  files.push_back({"main.c", std::string(kIncludesAndExpect) + kHead + body});
  folder.write(files);
  return folder.works("gcc -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -I. " + flags +
                      " -std=c11 -Wall -Wextra -Werror");
}

Program streamed() {
  CompileOptions options;
  options.stream_input = true;
  return program_of(camera(9), options);
}

constexpr const char* kStream = R"(
enum { kRows = EYE_INPUT_CAMERA_ROWS, kRow = EYE_INPUT_CAMERA_ROW_BYTES };
static unsigned char* sram;
static eye_memory memory;
static eye_input* in;
static eye_output *out, *right;

static int whatever_stands_in_the_scratch_is_no_stream(void) {
  for (int k = 0; k < 256; ++k) {
    memset(sram, k, EYE_SCRATCH_SRAM_BYTES);
    EXPECT(eye_push_rows(&memory, in->camera, 1) == NOOK_BAD_STATE);
    EXPECT(eye_push_rows(&memory, NULL, 0) == NOOK_BAD_STATE);
    EXPECT(eye_finish(&memory, out) == NOOK_BAD_STATE);
    for (size_t i = 0; i < EYE_SCRATCH_SRAM_BYTES; ++i) EXPECT(sram[i] == k);
  }
  return 0;
}

/* Bytes of a stream that has begun are overwritten, many by what counts may be: no step is outside. */
static int no_step_is_outside(void) {
  for (int k = 0; k < 3000; ++k) {
    EXPECT(eye_begin(&memory) == NOOK_OK);
    EXPECT(eye_push_rows(&memory, in->camera, (int32_t)(next() % (kRows + 1))) == NOOK_OK);
    for (unsigned n = next() % 16; n > 0; --n)
      sram[next() % EYE_SCRATCH_SRAM_BYTES] = (unsigned char)(next() % 4 ? next() % 12 : next());
    const int32_t count = (int32_t)(next() % (kRows + 3)) - 1;
    int8_t* const rows = fenced(count > 0 ? (size_t)(count * kRow) : 1);
    const nook_status pushed = eye_push_rows(&memory, rows, count), ended = eye_finish(&memory, out);
    EXPECT(pushed == NOOK_OK || pushed == NOOK_BAD_STATE);
    EXPECT(ended == NOOK_OK || ended == NOOK_BAD_STATE);
    free(rows);
  }
  return 0;
}

static int calls_in_any_order_are_taken_or_refused(void) {
  int32_t rows = -1; /* delivered; -1: there is no stream */
  memset(sram, 0, EYE_SCRATCH_SRAM_BYTES);
  for (int k = 0; k < 5000; ++k) {
    const unsigned what = next() % 8;
    memset(out, 0x5a, sizeof *out);
    if (what == 0) {
      EXPECT(eye_begin(&memory) == NOOK_OK);
      rows = 0;
    } else if (what == 1) {
      EXPECT(eye_run(&memory, in, out) == NOOK_OK && !memcmp(out, right, sizeof *out));
      rows = -1;
    } else if (what == 2) {
      const nook_status status = eye_finish(&memory, out);
      EXPECT(status == (rows == kRows ? NOOK_OK : NOOK_BAD_STATE));
      EXPECT(status != NOOK_OK || !memcmp(out, right, sizeof *out));
      if (status == NOOK_OK) rows = -1;
    } else {
      const int32_t count = (int32_t)(next() % 5) - 1, from = rows < 0 ? 0 : rows;
      const int takes = rows >= 0 && count >= 0 && count <= kRows - rows;
      EXPECT(eye_push_rows(&memory, in->camera + from * kRow, count) == (takes ? NOOK_OK : NOOK_BAD_STATE));
      if (takes) rows += count;
    }
  }
  const int32_t wide[] = {INT32_MIN, INT32_MIN + 1, -1, kRows + 1, INT32_MAX - 1, INT32_MAX};
  EXPECT(eye_begin(&memory) == NOOK_OK);
  for (int i = 0; i < 6; ++i) EXPECT(eye_push_rows(&memory, in->camera, wide[i]) == NOOK_BAD_STATE);
  return 0;
}

static int wrong_memory_is_refused_by_each_call(void) {
  const eye_memory none = {.scratch_sram = NULL}, odd = {.scratch_sram = sram + 1};
  const eye_memory small = {.scratch_sram = sram, .scratch_sram_bytes = EYE_SCRATCH_SRAM_BYTES - 1};
  const eye_memory* const wrong[] = {NULL, &none, &odd, &small};
  const nook_status why[] = {NOOK_NULL, NOOK_NULL, NOOK_MISALIGNED, NOOK_NO_MEMORY};
  EXPECT(eye_begin(&memory) == NOOK_OK);
  for (int i = 0; i < 4; ++i) {
    EXPECT(eye_begin(wrong[i]) == why[i] && eye_push_rows(wrong[i], in->camera, 1) == why[i]);
    EXPECT(eye_finish(wrong[i], out) == why[i]);
    if (wrong[i]) EXPECT(eye_run(wrong[i], in, out) == why[i]);
  }
  EXPECT(eye_push_rows(&memory, NULL, 1) == NOOK_NULL && eye_finish(&memory, NULL) == NOOK_NULL);
  EXPECT(eye_push_rows(&memory, NULL, 0) == NOOK_OK);
#if defined(NOOK_CHECKED)
  EXPECT(eye_run(NULL, in, out) == NOOK_NULL);
  EXPECT(eye_push_rows(&memory, sram, 1) == NOOK_OVERLAP);
  EXPECT(eye_push_rows(&memory, sram - kRow + 1, 1) == NOOK_OVERLAP);
  EXPECT(eye_push_rows(&memory, in->camera, kRows) == NOOK_OK);
  EXPECT(eye_finish(&memory, (eye_output*)(void*)sram) == NOOK_OVERLAP);
  EXPECT(eye_finish(&memory, out) == NOOK_OK && !memcmp(out, right, sizeof *out));
#endif
  return 0;
}

int main(void) {
  sram = fenced(EYE_SCRATCH_SRAM_BYTES);
  memory.scratch_sram = sram, memory.scratch_sram_bytes = EYE_SCRATCH_SRAM_BYTES;
  in = fenced(sizeof *in), out = fenced(sizeof *out), right = fenced(sizeof *right);
  for (size_t i = 0; i < sizeof in->camera; ++i) in->camera[i] = (int8_t)next();
  EXPECT(eye_run(&memory, in, right) == NOOK_OK);
  EXPECT(eye_push_rows(&memory, in->camera, 1) == NOOK_BAD_STATE);
  EXPECT(eye_finish(&memory, out) == NOOK_BAD_STATE);
  const int failed = whatever_stands_in_the_scratch_is_no_stream() || no_step_is_outside() ||
                     calls_in_any_order_are_taken_or_refused() || wrong_memory_is_refused_by_each_call();
  free(sram), free(in), free(out), free(right);
  return failed;
}
)";

}  // namespace

TEST(streams_refuse_calls_out_of_order_whatever_the_scratch_holds) {
  const Program program = streamed();
  EXPECT(holds(program, kStream, ""));
  EXPECT(holds(program, kStream, "-DNOOK_CHECKED=1"));
}

TEST(finish_needs_no_output_if_all_outputs_are_in_the_scratch) {
  CompileOptions options;
  options.stream_input = true;
  options.outputs_in_scratch = {"*"};
  EXPECT(holds(program_of(camera(9), options), R"(
int main(void) {
  void* const sram = fenced(EYE_SCRATCH_SRAM_BYTES);
  const eye_memory memory = {.scratch_sram = sram};
  static eye_input in;
  EXPECT(eye_begin(&memory) == NOOK_OK);
  EXPECT(eye_push_rows(&memory, in.camera, EYE_INPUT_CAMERA_ROWS) == NOOK_OK);
  EXPECT(eye_finish(&memory, NULL) == NOOK_OK);
  free(sram);
  return 0;
}
)",
               ""));
}

namespace {

// Two convolutions over a line of pixels, and scores.
Graph line_of_pixels() {
  GraphBuilder b;
  const TensorId x = b.input("camera", {1, 1, 40, 4}), y = b.tensor("y", {1, 1, 38, 4}, 0.05f, 3);
  const TensorId z = b.tensor("z", {1, 1, 36, 4}), flat = b.tensor("flat", {1, 144});
  const TensorId scores = b.output("scores", {1, 5});
  b.node(conv_2d({}), {x, b.weights("w", {4, 1, 3, 4}, 99), TensorId::kNone}, y);
  b.node(conv_2d({}), {y, b.weights("v", {4, 1, 3, 4}, 80), TensorId::kNone}, z);
  b.node(reshape(), {z, b.integers("shape", {2}, {1, 144})}, flat);
  b.node(fully_connected(), {flat, b.weights("u", {5, 144}, 9), TensorId::kNone}, scores);
  return b.graph;
}

}  // namespace

// The first operator never makes its last row, as if the compiler had planned too little room for it.
TEST(a_chain_that_stops_before_its_end_gives_a_status) {
  for (const Graph& graph : {camera(9), line_of_pixels()})
    for (const int left_out : {0, 1}) {
      CompileOptions options;
      options.stream_input = true, options.rows = true;
      Program program = program_of(graph, options);
      EXPECT(!program.chains.empty() && program.chains[0].stages.size() > 1);
      if (program.chains.empty()) continue;
      RowStage& first = program.chains[0].stages[0];
      EXPECT(first.turns > left_out);
      first.turns -= left_out;
      EXPECT(holds(program, R"(
int main(void) {
  void* const sram = fenced(EYE_SCRATCH_SRAM_BYTES);
  const eye_memory memory = {.scratch_sram = sram};
  static eye_input in;
  static eye_output out, before;
  memset(&out, 0x5a, sizeof out);
  before = out;
  EXPECT(eye_begin(&memory) == NOOK_OK);
  EXPECT(eye_push_rows(&memory, in.camera, EYE_INPUT_CAMERA_ROWS) == NOOK_OK);
  EXPECT(eye_finish(&memory, &out) == WANTED);
  if (WANTED != NOOK_OK) EXPECT(eye_finish(&memory, &out) == WANTED && !memcmp(&out, &before, sizeof out));
  EXPECT(eye_run(&memory, &in, &out) == WANTED);
  free(sram);
  return 0;
}
)",
                   left_out ? "-DWANTED=NOOK_BAD_STATE" : "-DWANTED=NOOK_OK"));
    }
}

// Two inputs and two outputs in addition to the scratch of a chain: each pair is overlapped by one byte at
// either end.
TEST(a_checked_run_refuses_buffers_that_share_bytes) {
  EXPECT(holds(program_of(chain()), R"(
static int refused(const eye_memory* memory, void* in, void* out, const char* role, const char* other) {
  const eye_inputs_ref inputs = {.audio = in};
  const eye_outputs_ref outputs = {.scores = out};
  nook_fault fault;
  return eye_run_ref(memory, &inputs, &outputs) == NOOK_OVERLAP &&
         eye_check(memory, &inputs, &outputs, &fault) == NOOK_OVERLAP && !strcmp(fault.role, role) &&
         !strcmp(fault.operator_, other) && fault.need > 0 && fault.have > 0;
}
int main(void) {
  const size_t bytes = EYE_SCRATCH_SRAM_BYTES;
  char *const sram = fenced(bytes + 512), *const at = sram + 256;
  const eye_memory memory = {.scratch_sram = at};
  char *const in = fenced(EYE_INPUT_AUDIO_BYTES), *const out = fenced(EYE_OUTPUT_SCORES_BYTES);
  char* const both = fenced(EYE_INPUT_AUDIO_BYTES + EYE_OUTPUT_SCORES_BYTES);
  EXPECT(refused(&memory, at, out, "input", "sram"));
  EXPECT(refused(&memory, at + bytes - 1, out, "input", "sram"));
  EXPECT(refused(&memory, at - EYE_INPUT_AUDIO_BYTES + 1, out, "input", "sram"));
  EXPECT(refused(&memory, in, at, "output", "sram"));
  EXPECT(refused(&memory, in, at + bytes - 1, "output", "sram"));
  EXPECT(refused(&memory, in, at - EYE_OUTPUT_SCORES_BYTES + 1, "output", "sram"));
  EXPECT(refused(&memory, both, both, "input", "scores"));
  EXPECT(refused(&memory, both, both + EYE_INPUT_AUDIO_BYTES - 1, "input", "scores"));
  EXPECT(refused(&memory, both + EYE_OUTPUT_SCORES_BYTES - 1, both, "input", "scores"));
  const eye_inputs_ref inputs = {.audio = (void*)both};
  const eye_outputs_ref outputs = {.scores = (void*)(both + EYE_INPUT_AUDIO_BYTES)};
  EXPECT(eye_run_ref(&memory, &inputs, &outputs) == NOOK_OK); /* side by side */
  EXPECT(eye_run_ref(&memory, NULL, &outputs) == NOOK_NULL);
  EXPECT(eye_run_ref(&memory, &inputs, NULL) == NOOK_NULL);
  free(sram), free(in), free(out), free(both);
  return 0;
}
)",
               "-DNOOK_CHECKED=1"));
  EXPECT(holds(program_of(wide()), R"(
int main(void) {
  const eye_memory memory = {0};
  static int8_t left[64], y[64], z[64];
  const eye_inputs_ref one = {left, left + 16}, twice = {left, left};
  const eye_outputs_ref two = {y, z}, same = {y, y};
  EXPECT(eye_run_ref(&memory, &one, &two) == NOOK_OK);
  EXPECT(eye_run_ref(&memory, &one, &same) == NOOK_OVERLAP);
  EXPECT(eye_run_ref(&memory, &twice, &two) == NOOK_OK); /* inputs are only read */
  return 0;
}
)",
               "-DNOOK_CHECKED=1"));
}
