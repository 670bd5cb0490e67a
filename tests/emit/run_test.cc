// Runs generated code on this machine: results, lent scratch, guard words, events, the checked build.
#include <vector>

#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

using Memory = std::vector<uint8_t>;

// Runs a program by calling its kernels in this process. Afterwards `tensors` holds the bytes of every output
// of a call.
struct Reference {
  Memory scratch;
  std::vector<Memory> inputs, outputs;
  std::vector<Memory> tensors;

  const void* at(const Program& p, const Location& l) {
    switch (l.kind) {
      case Location::Kind::kNone:
        return nullptr;
      case Location::Kind::kConstant:
        return p.constants[static_cast<size_t>(l.index)].bytes->data();
      case Location::Kind::kScratch:
        return scratch.data() + l.offset;
      case Location::Kind::kInput:
        return inputs[static_cast<size_t>(l.index)].data() + l.offset;
      case Location::Kind::kOutput:
        return outputs[static_cast<size_t>(l.index)].data() + l.offset;
      case Location::Kind::kKept:
        return nullptr;  // these models have no state
      case Location::Kind::kStored:
        return nullptr;  // and no weights in storage
    }
    return nullptr;
  }

  explicit Reference(const Program& p) {
    scratch.resize(static_cast<size_t>(p.scratch_bytes));
    Rng rng(3);
    for (TensorId t : p.graph.inputs) {
      inputs.emplace_back(static_cast<size_t>(p.graph[t].bytes()));
      for (uint8_t& byte : inputs.back()) byte = static_cast<uint8_t>(rng.next() >> 7);
    }
    for (TensorId t : p.graph.outputs) outputs.emplace_back(static_cast<size_t>(p.graph[t].bytes()));
    for (const Call& call : p.calls) {
      std::vector<const void*> in;
      std::vector<void*> out;
      for (const Location& l : call.in) in.push_back(at(p, l));
      for (const Location& l : call.out) out.push_back(const_cast<void*>(at(p, l)));
      call.op.invoke(call.op.params, {in.data(), out.data(), scratch.data() + call.scratch_offset});
      const auto* bytes = static_cast<const uint8_t*>(out[0]);
      tensors.emplace_back(bytes, bytes + p.graph[call.out_tensors[0]].bytes());
    }
  }
};

std::string initializer(const Memory& bytes) {
  std::string text = "{";
  for (uint8_t byte : bytes) text += std::to_string(static_cast<int8_t>(byte)) + ",";
  return text + "}";
}

}  // namespace

TEST(scratch_may_be_garbage_and_move_and_nothing_around_the_buffers_is_touched) {
  const Program program = program_of(chain());
  Reference reference(program);
  EXPECT(works(program, named("kws"),
               "static const signed char audio[] = " + initializer(reference.inputs[0]) +
                   ";\nstatic const signed char scores[] = " + initializer(reference.outputs[0]) + R"(;
#include <stdio.h>
#include <string.h>
#include "kws.h"
enum { kGuard = 64 };
static unsigned char sram[4 * KWS_SCRATCH_SRAM_BYTES + 1024] NOOK_ALIGNED(KWS_SCRATCH_SRAM_ALIGN);
static unsigned char in[KWS_INPUT_AUDIO_BYTES + 2 * kGuard], out[KWS_OUTPUT_SCORES_BYTES + 2 * kGuard];
static int guarded(const unsigned char* from, size_t size, unsigned char mark) {
  for (size_t i = 0; i < size; ++i)
    if (from[i] != mark) return 0;
  return 1;
}
int main(void) {
  for (int run = 0; run < 4; ++run) {
    const unsigned char mark = (unsigned char)(0x5a + 41 * run);
    const size_t base = (size_t)(kGuard + run * 112);
    const size_t top = base + KWS_SCRATCH_SRAM_BYTES;
    memset(sram, mark, sizeof sram), memset(in, mark, sizeof in), memset(out, mark, sizeof out);
    memcpy(in + kGuard, audio, sizeof audio);
    const kws_memory memory = {.scratch_sram = sram + base};
    const kws_inputs_ref inputs = {.audio = (const int8_t*)in + kGuard};
    const kws_outputs_ref outputs = {.scores = (int8_t*)out + kGuard};
    if (kws_run_ref(&memory, &inputs, &outputs) != NOOK_OK) return 1;
    if (memcmp(out + kGuard, scores, sizeof scores)) return 2;
    if (memcmp(in + kGuard, audio, sizeof audio)) return 3;
    if (!guarded(sram, base, mark) || !guarded(sram + top, sizeof sram - top, mark)) return 4;
    if (!guarded(in, kGuard, mark) || !guarded(in + kGuard + sizeof audio, kGuard, mark)) return 5;
    if (!guarded(out, kGuard, mark) || !guarded(out + kGuard + sizeof scores, kGuard, mark)) return 6;
    if (guarded(sram + base, KWS_SCRATCH_SRAM_BYTES, mark)) return 7; /* it was used */
  }
  static kws_input value;
  static kws_output result;
  memcpy(value.audio, audio, sizeof audio);
  static const kws_memory memory = {.scratch_sram = sram};
  return kws_run(&memory, &value, &result) != NOOK_OK || memcmp(result.scores, scores, sizeof scores);
}
)"));
}

TEST(inputs_and_outputs_in_scratch_are_at_the_offsets_of_the_header) {
  CompileOptions where;
  where.inputs_in_scratch = where.outputs_in_scratch = {"*"};
  const Program inside = program_of(chain(), where);
  Reference reference(program_of(chain()));
  EXPECT(works(inside, named("kws"),
               "static const signed char audio[] = " + initializer(reference.inputs[0]) +
                   ";\nstatic const signed char scores[] = " + initializer(reference.outputs[0]) +
                   R"(;
#include <string.h>
#include "kws.h"
static unsigned char sram[KWS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(KWS_SCRATCH_SRAM_ALIGN);
int main(void) {
  static const kws_memory memory = {.scratch_sram = sram, .scratch_sram_bytes = sizeof sram};
  if ((void*)kws_input_audio(&memory) != sram + KWS_INPUT_AUDIO_SCRATCH_OFFSET) return 1;
  memcpy(kws_input_audio(&memory), audio, sizeof audio);
  if (kws_run(&memory, NULL, NULL) != NOOK_OK) return 2;
  return memcmp(kws_output_scores(&memory), scores, sizeof scores) != 0;
}
)",
               "-DNOOK_CHECKED=1"));
}

TEST(an_input_in_rows_gives_the_same_result_as_a_whole_input) {
  CompileOptions where;
  where.rows = false;
  Reference reference(program_of(camera(), where));
  where.rows = where.stream_input = true;
  const Program program = program_of(camera(), where);
  EXPECT(works(program, named("eye"),
               "static const signed char camera[] = " + initializer(reference.inputs[0]) +
                   ";\nstatic const signed char scores[] = " + initializer(reference.outputs[0]) +
                   R"(;
#include <string.h>
#include "eye.h"
static unsigned char sram[EYE_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(EYE_SCRATCH_SRAM_ALIGN);
static const eye_memory memory = {.scratch_sram = sram};
int main(void) {
  static eye_output out;
  static eye_input in;
  for (int32_t step = 1; step <= EYE_INPUT_CAMERA_ROWS; ++step) { /* rows at a time */
    memset(sram, 0xa5, sizeof sram);
    memset(&out, 0, sizeof out);
    if (eye_begin(&memory) != NOOK_OK) return 1;
    for (int32_t y = 0; y < EYE_INPUT_CAMERA_ROWS; y += step) {
      const int32_t left = EYE_INPUT_CAMERA_ROWS - y, count = left < step ? left : step;
      signed char lines[sizeof camera]; /* not there any more when the next come */
      if (eye_finish(&memory, &out) != NOOK_BAD_STATE) return 2;
      if (eye_push_rows(&memory, lines, left + 1) != NOOK_BAD_STATE) return 3;
      memcpy(lines, camera + y * EYE_INPUT_CAMERA_ROW_BYTES, (size_t)(count * EYE_INPUT_CAMERA_ROW_BYTES));
      if (eye_push_rows(&memory, lines, count) != NOOK_OK) return 4;
    }
    if (eye_push_rows(&memory, camera, 1) != NOOK_BAD_STATE) return 5;
    if (eye_finish(&memory, &out) != NOOK_OK || memcmp(out.scores, scores, sizeof scores)) return 6;
  }
  const eye_memory none = {.scratch_sram = NULL}, odd = {.scratch_sram = sram + 1};
  const eye_memory small = {.scratch_sram = sram, .scratch_sram_bytes = sizeof sram - 1};
  if (eye_begin(&none) != NOOK_NULL || eye_begin(&odd) != NOOK_MISALIGNED) return 9;
  if (eye_begin(&small) != NOOK_NO_MEMORY) return 10;
  if (eye_begin(NULL) != NOOK_NULL || eye_push_rows(&memory, NULL, 1) != NOOK_NULL) return 7;
  if (eye_finish(&memory, NULL) != NOOK_NULL) return 8;
  memcpy(in.camera, camera, sizeof camera);
  memset(&out, 0, sizeof out);
  return eye_run(&memory, &in, &out) != NOOK_OK || memcmp(out.scores, scores, sizeof scores);
}
)"));
  EXPECT(program.scratch_bytes < 8 * 6 * 2 + 8 * 6 * 3);  // smaller than the first two images
}

TEST(a_model_without_scratch_needs_no_memory) {
  const Program program = program_of(lone());
  EXPECT_EQ(program.scratch_bytes, 0);
  EXPECT(works(program, named("kws"), R"(
#include "kws.h"
int main(void) {
  static const kws_memory memory = {.scratch_sram = NULL};
  static kws_input in;
  static kws_output out;
  return KWS_SCRATCH_SRAM_BYTES != 0 || kws_run(&memory, &in, &out) != NOOK_OK;
}
)",
               "-DNOOK_CHECKED=1"));
}

TEST(a_variadic_kernel_gets_its_inputs_in_order) {
  const Program program = program_of(wide());
  EXPECT(works(program, named("kws"), R"(
#include <string.h>
#include "kws.h"
int main(void) {
  const kws_memory memory = {0};
  kws_input in = {{1, 2, 3, 4}, {5, 6, 7, 8, 9, 10}};
  kws_output out;
  static const int8_t joined[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  return kws_run(&memory, &in, &out) != NOOK_OK || memcmp(out.output, joined, sizeof joined);
}
)"));
}

TEST(events_show_every_operator_and_the_bytes_of_every_tensor_views_too) {
  const Program program = program_of(chain());
  Reference reference(program);
  EmitOptions options = named("kws");
  options.events = true;
  std::string expected;
  for (size_t i = 0; i < 3; ++i) expected += "  " + initializer(reference.tensors[i]) + ",\n";
  // Nodes in the order of the model: CONV_2D 0 writes 1, RESHAPE 1 writes 2 (the same bytes), 2 and 3 write
  // 3, 4.
  const Graph& graph = program.graph;
  std::string tensors;
  for (const Node& node : graph.nodes) tensors += std::to_string(graph[node.out[0]].source) + ", ";
  EXPECT(works(program, options,
               "static const signed char audio[] = " + initializer(reference.inputs[0]) +
                   ";\nstatic const signed char values[3][108] = {\n" + expected +
                   "};\nstatic const int written_by[] = {" + tensors + R"(};
#include <stdio.h>
#include <string.h>
#include "kws.h"
static const int value_of[] = {0, 0, 1, 2}, size_of[] = {108, 108, 108, 72};
static void on_event(void* user, const nook_event* event) {
  int* count = user;
  const int node = *count / 2;
  const int end = *count % 2;
  ++*count;
  if (event->kind != (end ? NOOK_EVENT_END : NOOK_EVENT_BEGIN) || event->node != node ||
      event->tensor != written_by[node] || event->bytes != (end ? size_of[node] : 0) ||
      (end && memcmp(event->data, values[value_of[node]], (size_t)event->bytes)) || (!end && event->data)) {
    printf("event %d: kind %d node %d tensor %d bytes %d\n", *count - 1, (int)event->kind, (int)event->node,
           (int)event->tensor, (int)event->bytes);
    *count = 1000;
  }
}
static unsigned char sram[KWS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(KWS_SCRATCH_SRAM_ALIGN);
int main(void) {
  int count = 0;
  const kws_memory memory = {.scratch_sram = sram, .event = on_event, .user = &count};
  const kws_memory silent = {.scratch_sram = sram};
  static kws_input in;
  static kws_output out;
  memcpy(in.audio, audio, sizeof audio);
  return kws_run(&memory, &in, &out) != NOOK_OK || count != 8 || kws_run(&silent, &in, &out) != NOOK_OK;
}
)"));
}

TEST(the_checked_build_says_which_buffer_is_wrong_and_for_which_operator) {
  const Program program = program_of(chain());
  EXPECT(works(program, named("kws"), R"(
#include <stdio.h>
#include <string.h>
#include "kws.h"
static unsigned char sram[KWS_SCRATCH_SRAM_BYTES + 16] NOOK_ALIGNED(KWS_SCRATCH_SRAM_ALIGN);
static kws_input in;
static kws_output out;
static int refused(const kws_memory* m, const int8_t* audio, int8_t* scores, nook_status status,
                   const char* role, const char* name, const char* op, size_t need, size_t have) {
  const kws_inputs_ref inputs = {.audio = audio};
  const kws_outputs_ref outputs = {.scores = scores};
  nook_fault f = {NOOK_OK, "", "", "", 0, 0};
  if (kws_check(m, &inputs, &outputs, &f) == status && kws_run_ref(m, &inputs, &outputs) == status &&
      f.status == status && !strcmp(f.role, role) && !strcmp(f.name, name) && !strcmp(f.operator_, op) &&
      f.need == need && f.have == have)
    return 1;
  printf("%d %s %s %s need %zu have %zu\n", (int)f.status, f.role, f.name, f.operator_, f.need, f.have);
  return 0;
}
int main(void) {
  const char* const peak = "2 CONV_2D mixed";
  const char* const first = "0 CONV_2D model_hidden_relu";
  const char* const last = "3 CONV_2D scores";
  const size_t bytes = KWS_SCRATCH_SRAM_BYTES;
  const kws_memory good = {sram, bytes}, unstated = {sram, 0}, null = {NULL, bytes};
  const kws_memory small = {sram, bytes - 1}, odd = {sram + 8, bytes};
  const kws_inputs_ref inputs = {.audio = in.audio};
  const kws_outputs_ref outputs = {.scores = out.scores};
  if (kws_check(&good, &inputs, &outputs, NULL) || kws_check(&unstated, &inputs, &outputs, NULL)) return 1;
  if (kws_run(&good, &in, &out) || kws_run(&unstated, &in, &out)) return 2;
  if (!refused(NULL, in.audio, out.scores, NOOK_NULL, "scratch", "sram", peak, bytes, 0)) return 3;
  if (!refused(&null, in.audio, out.scores, NOOK_NULL, "scratch", "sram", peak, bytes, 0)) return 4;
  if (!refused(&small, in.audio, out.scores, NOOK_NO_MEMORY, "scratch", "sram", peak, bytes, bytes - 1))
    return 5;
  if (!refused(&odd, in.audio, out.scores, NOOK_MISALIGNED, "scratch", "sram", peak, 16, 8)) return 6;
  if (!refused(&good, NULL, out.scores, NOOK_NULL, "input", "audio", first, 72, 0)) return 7;
  if (!refused(&good, in.audio, NULL, NOOK_NULL, "output", "scores", last, 72, 0)) return 8;
  if (kws_run(&good, NULL, &out) != NOOK_NULL || kws_run(&good, &in, NULL) != NOOK_NULL) return 9;
  if (kws_check(&good, NULL, &outputs, NULL) != NOOK_NULL) return 10;
  if (kws_check(&good, &inputs, NULL, NULL) != NOOK_NULL) return 11;
  return kws_run(&small, &in, &out) != NOOK_NO_MEMORY;
}
)",
               "-DNOOK_CHECKED=1"));
}

TEST(the_descriptor_agrees_with_the_header) {
  CompileOptions where;
  where.outputs_in_scratch = {"*"};
  EXPECT(works(program_of(chain(), where), named("kws"), R"(
#include <string.h>
#include "kws.h"
int main(void) {
  const nook_model_info* m = &kws_info;
  const nook_tensor_info* in = m->inputs;
  const nook_tensor_info* out = m->outputs;
  static const int32_t shape[] = KWS_INPUT_AUDIO_SHAPE;
  return !(m->input_count == 1 && m->output_count == 1 && m->pool_count == 3 && m->macs == KWS_MACS &&
           m->operator_count == 3 && !strcmp(m->name, "kws") && !strcmp(m->target, "host") &&
           !strcmp(in->name, "audio") && in->type == NOOK_INT8 && in->rank == 4 &&
           !memcmp(in->shape, shape, sizeof shape) && in->bytes == 72 && in->quantized &&
           in->scale == KWS_INPUT_AUDIO_SCALE && in->zero_point == -3 && in->scratch_offset == -1 &&
           out->scratch_offset == KWS_OUTPUT_SCORES_SCRATCH_OFFSET &&
           m->pools[0].bytes == KWS_SCRATCH_SRAM_BYTES && m->pools[2].bytes == KWS_CONSTANT_FLASH_BYTES &&
           strlen(m->model_sha256) == 64);
}
)"));
}
