// Weights in storage: read in order, each part before the call that needs it, and refused if they belong to
// another model.
#include "nookc/back/interface/weight_file.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/passes/split_outputs.h"
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

// A storage that is as strict as the contract allows: bytes appear in wait() and are garbage before, and the
// previous part becomes garbage then.
constexpr const char* kCard = R"(
#include "kws.h"
#include "own.h"
static unsigned char scratch[2][8192] NOOK_ALIGNED(64), staging[KWS_SCRATCH_STAGING_BYTES] NOOK_ALIGNED(16);
static unsigned char file[KWS_WEIGHTS_FILE_BYTES];
typedef struct card {
  uint32_t next, offset, bytes, last_bytes;
  unsigned char *to, *last;
  int reads, pending, wrong, fails_begin, fails_wait;
} card;
static int begin(void* user, uint32_t offset, uint32_t bytes, void* to) {
  card* const c = user;
  const size_t at = (size_t)((unsigned char*)to - staging);
  c->wrong |= c->pending || offset != c->next || offset % 16 != 0 || bytes % 16 != 0 || bytes == 0 ||
              at % 16 != 0 || at > sizeof staging || bytes > sizeof staging - at ||
              bytes > sizeof file - offset;
  if (c->wrong || c->reads++ == c->fails_begin) return 5;
  memset(to, 0x5A, bytes);
  c->next = offset + bytes, c->offset = offset, c->bytes = bytes, c->to = to, c->pending = 1;
  return 0;
}
static int arrive(void* user) {
  card* const c = user;
  c->wrong |= !c->pending;
  c->pending = 0;
  if (c->wrong || c->reads - 1 == c->fails_wait) return -1;
  if (c->last) memset(c->last, 0xC3, c->last_bytes);
  memcpy(c->to, file + c->offset, c->bytes);
  c->last = c->to, c->last_bytes = c->bytes;
  return 0;
}
static card fresh(uint32_t next) {
  const card c = {.next = next, .fails_begin = -1, .fails_wait = -1};
  return c;
}
static int load(void) {
  FILE* const from = fopen(KWS_WEIGHTS_FILE, "rb");
  const int fine = from && fread(file, 1, sizeof file, from) == sizeof file && fgetc(from) == EOF;
  if (from) fclose(from);
  return fine;
}
)";

constexpr const char* kSame = R"(
int main(void) {
  static own_input in;
  static own_output out;
  EXPECT(load());
  for (int turn = 0; turn < 4; ++turn) {
    for (size_t i = 0; i < sizeof in; ++i) ((char*)&in)[i] = (char)(37 * i + turn * i * i);
    const own_memory mine = {.scratch_sram = scratch[0]};
    EXPECT(own_run(&mine, &in, &out) == NOOK_OK);
    card c = fresh(KWS_WEIGHTS_HEADER_BYTES);
    const nook_storage storage = {begin, arrive, &c};
    const kws_memory memory = {.scratch_sram = scratch[1], .scratch_staging = staging, .storage = &storage};
    kws_output got;
    memset(&got, turn, sizeof got);
    EXPECT(kws_run(&memory, (const kws_input*)&in, &got) == NOOK_OK);
    EXPECT(!c.wrong && !c.pending && c.reads == KWS_WEIGHTS_READS && c.next == KWS_WEIGHTS_FILE_BYTES);
    EXPECT(sizeof got == sizeof out && memcmp(&got, &out, sizeof out) == 0);
  }
  return 0;
}
)";

bool stored_works(const Program& kws, const Program& own, const std::string& body, const std::string& flags,
                  const EmitOptions& as = named("kws")) {
  Folder folder;
  Files files = emitted(kws, as);
  for (File& file : emitted(own, named("own"))) files.push_back(std::move(file));
  for (const Program* const program : {&kws, &own})
    for (File& file : kernel_files(*program)) files.push_back(std::move(file));
  files.push_back({"main.c", std::string(kIncludesAndExpect) + kCard + body});
  folder.write(files);
  return folder.works("gcc -g1 -O0 -fsanitize=address,undefined -fno-sanitize-recover=all -I. " + flags +
                      " -std=c99 -pedantic -Wall -Wextra -Werror -Wno-unused-function");
}

// x [1][48] -> FULLY_CONNECTED 40 -> 33 -> RESHAPE -> CONV_2D 3x3 -> FULLY_CONNECTED scores [1][21]
Graph layers() {
  GraphBuilder b;
  const auto x = b.input("x", {1, 48}, 0.5f, -3);
  const auto wide = b.tensor("wide", {1, 40}, 0.9f, 4), narrow = b.tensor("narrow", {1, 32}, 0.7f, 4);
  const auto image = b.tensor("image", {1, 4, 4, 2}, 0.7f, 4), seen = b.tensor("seen", {1, 2, 2, 5}, 0.6f, 1);
  const auto flat = b.tensor("flat", {1, 20}, 0.6f, 1), scores = b.output("scores", {1, 21}, 0.8f, -7);
  std::vector<float> scales;
  std::vector<int> values;
  for (int i = 0; i < 40; ++i) scales.push_back(0.005f + 0.0003f * static_cast<float>(i));
  for (int i = 0; i < 40 * 48; ++i) values.push_back(i * i % 251 - 125);
  std::vector<int32_t> bias;
  for (int i = 0; i < 32; ++i) bias.push_back(i * 131 - 2000);
  b.node(fully_connected(), {x, b.values("w0", {40, 48}, values, scales), TensorId::kNone}, wide);
  b.node(fully_connected(), {wide, b.weights("w1", {32, 40}, 9), b.integers("b1", {32}, bias)}, narrow);
  b.node(reshape(), {narrow, b.integers("s0", {4}, {1, 4, 4, 2})}, image);
  b.node(valid_convolution(), {image, b.weights("w2", {5, 3, 3, 2}, 3), TensorId::kNone}, seen);
  b.node(reshape(), {seen, b.integers("s1", {2}, {1, 20})}, flat);
  b.node(fully_connected(), {flat, b.weights("w3", {21, 20}, -50), TensorId::kNone}, scores);
  for (size_t i = 0; i < b.graph.nodes.size(); ++i) b.graph.nodes[i].source = static_cast<int32_t>(i);
  return std::move(b.graph);
}

CompileOptions stored(int64_t bytes, Level level = Level::kBalanced) {
  CompileOptions options;
  options.staging.bytes = bytes, options.staging.least = 64;
  options.rows = false, options.level = level;
  return options;
}

// With the layers divided into parts of at most 8 outputs, or whole.
Program program_in_storage(int64_t bytes, Level level, bool divided) {
  Graph graph = layers();
  if (divided) EXPECT_EQ(split_outputs(graph, {{0, 8}, {1, 8}, {3, 2}, {5, 7}}), 4);
  make_views(graph);
  return program_of(std::move(graph), stored(bytes, level));
}

}  // namespace

// A part with one output would have one scale, and x would be quantized in another way.
TEST(float_layers_with_a_scale_for_each_channel_are_not_divided) {
  for (const size_t scales : {size_t{1}, size_t{4}}) {
    GraphBuilder b;
    const TensorId x = b.input("x", {1, 3}), w = b.weights("w", {4, 3}), y = b.tensor("y", {1, 4});
    b.graph[x].type = b.graph[y].type = nook::DType::kF32;
    b.graph[w].scales.assign(scales, 0.5f);
    b.node(fully_connected(), {x, w}, y);
    EXPECT_EQ(outputs_of_layer(b.graph, b.graph.nodes[0]), scales == 1 ? 4 : 0);
  }
}

TEST(weights_from_storage_give_the_same_bytes_and_are_read_in_order) {
  for (const Level level : {Level::kTime, Level::kBalanced, Level::kFlash, Level::kSize}) {
    const Program own = program_of(layers());
    for (const auto& [bytes, divided] : {std::pair(8192, false), {4096, true}, {1024, true}}) {
      const Program kws = program_in_storage(bytes, level, divided);
      EXPECT(kws.stored.chunks.size() > 3);
      EXPECT(!divided || kws.scratch_pools[1].bytes <= bytes);
      EXPECT(kws.constant_bytes() < own.constant_bytes() / 2);
      EXPECT(stored_works(kws, own, kSame, level == Level::kTime ? "" : "-DNOOK_CHECKED=1"));
    }
  }
}

TEST(a_part_that_leaves_no_room_is_read_after_the_call_before_it) {
  const Program kws = program_in_storage(2600, Level::kSize, false), own = program_of(layers());
  const auto late = [](const WeightChunk& chunk) { return !chunk.ahead; };
  EXPECT(std::ranges::any_of(kws.stored.chunks, late));
  EXPECT(std::ranges::any_of(kws.stored.chunks, [](const WeightChunk& chunk) { return chunk.ahead; }));
  EXPECT(kws.scratch_pools[1].bytes <= 2600);
  EXPECT(stored_works(kws, own, kSame, ""));
}

// Shifts and multipliers are among the weights, and C leaves large ones undefined.
TEST(a_run_with_a_damaged_file_touches_nothing_outside_of_its_memory) {
  const Program kws = program_in_storage(1024, Level::kBalanced, true), own = program_of(layers());
  EXPECT(stored_works(kws, own, R"(
int main(void) {
  static kws_input in;
  static kws_output out;
  EXPECT(load());
  uint32_t chance = 1;
  for (int turn = 0; turn < 300; ++turn) {
    for (int i = 0; i < 200; ++i) {
      chance = chance * 1664525u + 1013904223u;
      const uint32_t at = (chance >> 8) % (sizeof file - KWS_WEIGHTS_HEADER_BYTES);
      file[KWS_WEIGHTS_HEADER_BYTES + at] = (unsigned char)chance;
    }
    card c = fresh(KWS_WEIGHTS_HEADER_BYTES);
    const nook_storage storage = {begin, arrive, &c};
    const kws_memory memory = {.scratch_sram = scratch[1], .scratch_staging = staging, .storage = &storage};
    EXPECT(kws_run(&memory, &in, &out) == NOOK_OK);
    EXPECT(!c.wrong && !c.pending && c.next == KWS_WEIGHTS_FILE_BYTES);
  }
  return 0;
}
)",
                      "-fno-sanitize=shift,signed-integer-overflow"));
}

TEST(a_read_that_fails_ends_the_run_and_none_is_under_way) {
  const Program kws = program_in_storage(1024, Level::kBalanced, true), own = program_of(layers());
  EXPECT(stored_works(kws, own, R"(
int main(void) {
  static kws_input in;
  static kws_output out;
  EXPECT(load());
  for (int fails = 0; fails < 2 * KWS_WEIGHTS_READS; ++fails) {
    card c = fresh(KWS_WEIGHTS_HEADER_BYTES);
    *(fails % 2 ? &c.fails_begin : &c.fails_wait) = fails / 2;
    const nook_storage storage = {begin, arrive, &c};
    const kws_memory memory = {.scratch_sram = scratch[1], .scratch_staging = staging, .storage = &storage};
    EXPECT(kws_run(&memory, &in, &out) == NOOK_DEVICE_FAILED);
    EXPECT(!c.wrong && !c.pending && c.reads == fails / 2 + 1);
  }
  return 0;
}
)",
                      ""));
}

TEST(another_file_or_a_changed_byte_is_refused) {
  const Program kws = program_in_storage(4096, Level::kBalanced, true), own = program_of(layers());
  EXPECT(stored_works(kws, own, R"(
int main(void) {
  EXPECT(load());
  card c = fresh(0);
  const nook_storage storage = {begin, arrive, &c};
  const kws_memory memory = {.scratch_sram = scratch[1], .scratch_staging = staging, .storage = &storage};
  nook_fault fault;
  EXPECT(kws_open_weights(&memory, &fault) == NOOK_OK && !c.wrong && c.reads == 1);
  c = fresh(0);
  EXPECT(kws_check_weights(&memory, &fault) == NOOK_OK && !c.wrong && c.next == KWS_WEIGHTS_FILE_BYTES);
  for (size_t i = 0; i < sizeof file; i += i < KWS_WEIGHTS_HEADER_BYTES ? 1 : 97)
    for (int bit = 0; bit < 8; ++bit) {
      const int in_header = i < KWS_WEIGHTS_HEADER_BYTES;
      const char* const part = i < 8 ? "magic" : i < 12 ? "version" : i < 24 ? "sizes" : "digest";
      file[i] ^= (unsigned char)(1 << bit);
      c = fresh(0);
      EXPECT(kws_open_weights(&memory, &fault) == (in_header ? NOOK_BAD_CONSTANTS : NOOK_OK));
      EXPECT(!in_header || (strcmp(fault.operator_, part) == 0 && fault.need != fault.have));
      EXPECT(!in_header || strcmp(fault.name, KWS_WEIGHTS_FILE) == 0);
      c = fresh(0);
      EXPECT(kws_check_weights(&memory, &fault) == NOOK_BAD_CONSTANTS);
      EXPECT(in_header || strcmp(fault.operator_, "content") == 0);
      file[i] ^= (unsigned char)(1 << bit);
    }
  for (int fails = 0; fails < 2; ++fails) {
    c = fresh(0);
    c.fails_wait = fails;
    EXPECT(kws_check_weights(&memory, &fault) == NOOK_DEVICE_FAILED && !c.pending && !c.wrong);
  }
  return 0;
}
)",
                      ""));
}

TEST(missing_misaligned_short_and_shared_staging_is_refused) {
  const Program kws = program_in_storage(4096, Level::kBalanced, true), own = program_of(layers());
  const std::string body = R"(
int main(void) {
  static kws_input in;
  static kws_output out;
  EXPECT(load());
  card c = fresh(KWS_WEIGHTS_HEADER_BYTES);
  nook_storage storage = {begin, arrive, &c};
  kws_memory memory = {.scratch_sram = scratch[1], .scratch_staging = staging, .storage = &storage};
  const kws_inputs_ref inputs = {.x = in.x};
  kws_outputs_ref outputs = {.scores = out.scores};
  nook_fault fault;
#define REFUSES(code)                                               \
  EXPECT(kws_check(&memory, &inputs, &outputs, &fault) == (code)); \
  if ((code) != NOOK_OVERLAP) EXPECT(kws_open_weights(&memory, &fault) == (code) || (code) == NOOK_OK)
  REFUSES(NOOK_OK);
  memory.scratch_staging = NULL;
  REFUSES(NOOK_NULL);
  memory.scratch_staging = staging + 8;
  REFUSES(NOOK_MISALIGNED);
  memory.scratch_staging = staging, memory.scratch_staging_bytes = KWS_SCRATCH_STAGING_BYTES - 1;
  REFUSES(NOOK_NO_MEMORY);
  memory.scratch_staging_bytes = KWS_SCRATCH_STAGING_BYTES;
  memory.storage = NULL;
  REFUSES(NOOK_NULL);
  EXPECT(strcmp(fault.role, "storage") == 0 && strcmp(fault.name, KWS_WEIGHTS_FILE) == 0);
  memory.storage = &storage, storage.wait = NULL;
  REFUSES(NOOK_NULL);
  storage.wait = arrive, storage.begin = NULL;
  REFUSES(NOOK_NULL);
  storage.begin = begin, outputs.scores = (int8_t*)staging;
  REFUSES(NOOK_OVERLAP);
  EXPECT(kws_open_weights(NULL, &fault) == NOOK_NULL);
#if defined(NOOK_CHECKED) && NOOK_CHECKED
  memory.storage = NULL;
  EXPECT(kws_run(&memory, &in, &out) == NOOK_NULL);
#endif
  return 0;
}
)";
  EXPECT(stored_works(kws, own, body, ""));
  EXPECT(stored_works(kws, own, body, "-DNOOK_CHECKED=1"));
}

TEST(a_table_takes_the_storage_and_its_check_reads_the_file) {
  const Program kws = program_in_storage(4096, Level::kBalanced, true), own = program_of(layers());
  EmitOptions as = named("kws");
  as.events = as.declare_memory = true;
  EXPECT(stored_works(kws, own, R"(
static int seen;
static void count(void* user, const nook_event* event) { (void)user, seen += event->kind == NOOK_EVENT_END; }
int main(void) {
  static kws_input in;
  static kws_output out, again;
  EXPECT(load());
  card c = fresh(0);
  const nook_storage storage = {begin, arrive, &c};
  void* const pools[] = {scratch[1], staging};
  const void* const inputs[] = {&in};
  void* const outputs[] = {&out};
  nook_model_memory memory = {.scratch = pools, .storage = &storage, .event = count};
  const nook_model* const model = &kws_entry;
  EXPECT(model->check(&memory, inputs, outputs, NULL) == NOOK_OK && c.next == KWS_WEIGHTS_FILE_BYTES);
  c = fresh(KWS_WEIGHTS_HEADER_BYTES);
  EXPECT(model->run(&memory, inputs, outputs) == NOOK_OK && seen > 4 && !c.wrong && !c.pending);
  file[KWS_WEIGHTS_FILE_BYTES - 17] ^= 4;
  c = fresh(0);
  EXPECT(model->check(&memory, inputs, outputs, NULL) == NOOK_BAD_CONSTANTS);
  file[KWS_WEIGHTS_FILE_BYTES - 17] ^= 4;
  memory.storage = NULL;
  EXPECT(model->run(&memory, inputs, outputs) == NOOK_NULL);
  kws_memory declared = kws_default_memory;
  declared.storage = &storage;
  memcpy(staging, declared.scratch_staging, 16);
  (void)again;
  return 0;
}
)",
                      "", as));
}

TEST(the_file_has_a_header_and_the_chunks_in_order) {
  const Program kws = program_in_storage(4096, Level::kBalanced, true);
  const std::string file = weight_file(kws.stored);
  EXPECT(file.starts_with("NOOKWGHT"));
  EXPECT_EQ(static_cast<int64_t>(file.size()), kWeightFileHeader + kws.stored.bytes());
  for (size_t i = 0; i < kws.stored.chunks.size(); ++i) {
    const Bytes& bytes = kws.stored.chunks[i].bytes;
    EXPECT(std::memcmp(file.data() + offset_in_file(kws.stored, i), bytes.data(), bytes.size()) == 0);
    EXPECT_EQ(bytes.size() % 16, size_t{0});
  }
}
