// Files that Vela compiled for an Ethos-U: where their memory is, how generated code passes the commands on,
// and which files are refused.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "nookc/compile/compile.h"
#include "nookc/front/import/command_stream.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/placing/units.h"
#include "tests/emit/workshop.h"
#include "tests/ethos_u/vela_file.h"

using namespace nookc;
using namespace test;
using vela::Commands;

namespace {

MemoryPool pool(const std::string& name, const std::vector<std::string>& units, int64_t size = 0) {
  MemoryPool p;
  p.name = name, p.readers = p.writers = units, p.size = size;
  return p;
}

CompileOptions for_unit(const std::vector<MemoryPool>& pools = {}) {
  CompileOptions options;
  options.target = find_target("host");
  options.units = {*parse_unit("npu=ethos-u")};
  options.pools = pools;
  return options;
}

std::vector<MemoryPool> own_fast_memory() { return {pool("fast", {"npu"}), pool("sram", {"cpu", "npu"})}; }

Result<Program> compiled(const std::vector<char>& bytes, const CompileOptions& options) {
  return compile(std::as_bytes(std::span(bytes)), "vela.tflite", options);
}

std::string refusal(const vela::File& file, const CompileOptions& options = for_unit()) {
  const Result<Program> program = compiled(file.bytes(), options);
  return program ? "" : to_string(program.diag());
}

const Planned& buffer(const Program& p, const std::string& name) {
  for (const Planned& b : p.buffers)
    if (b.name.starts_with(name)) return b;
  printf("no buffer %s\n", name.c_str());
  exit(1);
}

int32_t height(const Program& p, const std::string& name) {
  for (const PoolUse& use : p.scratch_pools)
    if (use.pool.name == name) return use.bytes;
  return -1;
}

std::string file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::string kExample = std::string(NOOK_EXAMPLES) + "/ethos_u/";

// Runs the network on a stand-in for the device that overwrites all memory which its commands may use, and
// checks each argument: where it points, and in which order.
constexpr const char* kMain = R"(
#include <stdio.h>
#include <string.h>
#include "ethosu_driver.h"
#include "npu.h"
#include "vela.h"
static unsigned char fast[VELA_SCRATCH_FAST_BYTES + 64] NOOK_ALIGNED(16);
static unsigned char sram[VELA_SCRATCH_SRAM_BYTES + 64] NOOK_ALIGNED(16);
static const vela_memory memory = {.scratch_fast = fast, .scratch_sram = sram};
static char said[32];
static int calls, fails_at = -1;
#define EXPECT(holds) \
  do { if (!(holds)) { printf("line %d: %s, said '%s'\n", __LINE__, #holds, said); return -1; } } while (0)
static void say(char c) { said[strlen(said)] = c; }
static int32_t activate(void* context) { say('A'); calls = 0; (void)context; return 0; }
static int32_t deactivate(void* context) { say('D'); (void)context; return 0; }
static int32_t call(void* context, const nook_device_call* work) {
  const nook_device_commands* const c = work->commands;
  say('C');
  EXPECT(work->index == calls && !work->run && c && work->operator_count == 1);
  EXPECT(work->operators[0] == (calls == 0 ? 2 : 4));
  EXPECT(work->input_count == 1 && work->inputs[0].bytes == 256 && work->output_count == 1);
  EXPECT(c->base_count == 5 && c->command_bytes % 4 == 0);
  for (int i = 0; i < 5; ++i) EXPECT(c->bases[i] % 16 == 0 && c->bases[i] != 0);
  const size_t bytes[] = {160, 1280, calls == 0 ? 128 : 0, 256, 256};
  for (int i = 0; i < 5; ++i) EXPECT(c->base_bytes[i] == bytes[i]);
  EXPECT(((const unsigned char*)(uintptr_t)c->bases[0])[1] == 10);
  EXPECT(c->bases[1] == (uintptr_t)sram);
  if (calls == 0) EXPECT(c->bases[2] == (uintptr_t)fast);
  EXPECT(c->bases[3] == (uintptr_t)work->inputs[0].data && c->bases[4] == (uintptr_t)work->outputs[0].data);
  EXPECT(c->bases[3] == c->bases[1] + (calls == 0 ? 0 : 768));
  EXPECT(c->bases[4] == c->bases[1] + (calls == 0 ? 512 : 0));
  EXPECT(npu_call(context, work) == 0);
  /* Overwrites all of the scratch but the result and, in the first call, tensor s, which is read later. */
  memset(sram + (calls == 0 ? 768 : 256), 0x5a, calls == 0 ? 512 : 1024);
  if (calls == 0) memset(sram, 0xa5, 256);
  memset(fast, 0x3c, 128);
  return calls++ == fails_at ? 5 : 0;
}
static const nook_device npu = {activate, NULL, call, NULL, deactivate, NULL};
static const vela_devices devices = {.npu = &npu};
static vela_input in;
static vela_output out;
static int run(void) {
  EXPECT(vela_run(&memory, &in, &out, &devices) == NOOK_OK && !strcmp(said, "ACCD"));
  /* The parts of the network that the processor computes, by the reference. */
  signed char a[64][4], h[256], s[256], m[256], y[256];
  const signed char* const x = (const signed char*)&in;
  for (int i = 0; i < 64; ++i)
    for (int o = 0; o < 4; ++o) {
      const double scaled = (100.0 * x[i * 4 + o] - 30.0 * x[i * 4 + (o + 1) % 4]) / 128;
      const int rounded = (int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
      a[i][o] = (signed char)(rounded < -128 ? -128 : rounded > 127 ? 127 : rounded);
    }
  memcpy(h, a[32], 128), memcpy(h + 128, a[0], 128);
  for (int i = 0; i < 256; ++i) {
    s[i] = x[i] < 0 ? 0 : x[i];
    const int sum = h[i] + s[i];
    m[i] = (signed char)(sum < -128 ? -128 : sum > 127 ? 127 : sum);
  }
  memcpy(y, m + 128, 128);
  for (int i = 0; i < 128; ++i) y[128 + i] = (signed char)((16 + i) * 7 + 3);
  EXPECT(!memcmp(vela_output_y(&memory), y, 256));
  for (int i = 0; i < 256; ++i) EXPECT(out.z[i] == (y[i] < 0 ? 0 : y[i]));
  memset(said, 0, sizeof said);
  return 0;
}
int main(void) {
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 256; ++i)
      ((unsigned char*)&in)[i] = (unsigned char)((i * 37 + 11) * (round + 1) >> 3);
    if (run() != 0) return 1;
  }
  fails_at = 0;
  if (vela_run(&memory, &in, &out, &devices) != NOOK_DEVICE_FAILED || strcmp(said, "ACD")) return 2;
  return 0;
}
)";

}  // namespace

TEST(commands_get_the_addresses_of_their_memory_and_the_network_its_result) {
  for (const Level level : {Level::kBalanced, Level::kRam, Level::kTime, Level::kSize}) {
    CompileOptions options = for_unit(own_fast_memory());
    options.level = level;
    const Result<Program> program = compiled(vela::File().bytes(), options);
    if (!program) printf("%s\n", to_string(program.diag()).c_str());
    EXPECT(program);
    if (!program) return;
    for (const bool events : {false, true}) {
      EmitOptions emit = named("vela");
      emit.events = events;
      Folder folder;
      folder.write(emitted(*program, emit));
      folder.write(kernel_files(*program));
      for (const char* name : {"ethosu_driver.h", "ethosu_driver.c", "npu.h", "npu.c"})
        folder.write({{name, file(kExample + name)}});
      folder.write({{"main.c", kMain}});
      EXPECT(folder.works("gcc -g1 -O0 -fsanitize=address,undefined -I. " + std::string(kStrictC)));
      EXPECT(folder.works("gcc -g1 -O1 -DNOOK_CHECKED=1 -I. " + std::string(kStrictC)));
    }
  }
}

TEST(tensors_lie_where_commands_expect_them_and_no_plan_is_higher_than_velas) {
  for (const char* solver : {"exact", "greedy_by_size"}) {
    CompileOptions options = for_unit(own_fast_memory());
    options.solver = solver;
    const Result<Program> made = compiled(vela::File().bytes(), options);
    EXPECT(made);
    if (!made) return;
    const Program& p = *made;
    EXPECT_EQ(buffer(p, "a").offset, 0);
    EXPECT_EQ(buffer(p, "h").offset, 512);
    EXPECT_EQ(buffer(p, "m").offset, 768);
    EXPECT_EQ(buffer(p, "y").offset, 0);
    EXPECT_EQ(buffer(p, "s").offset, 256);  // it lives across the first operator, which leaves it alone
    EXPECT_EQ(buffer(p, "scratch of operator 2").offset, 0);
    EXPECT_EQ(buffer(p, "fast scratch of operator 2").buffer.size, 128);
    EXPECT_EQ(height(p, "fast"), 128);
    EXPECT_EQ(height(p, "sram"), vela::kScratch);
    EXPECT(!p.input_in_scratch[0] && p.output_in_scratch[0] && !p.output_in_scratch[1]);
  }
}

TEST(a_tensor_that_commands_would_overwrite_lies_outside_of_their_scratch) {
  vela::File file;
  file.move(file.s, -1);
  const Result<Program> program = compiled(file.bytes(), for_unit(own_fast_memory()));
  EXPECT(program);
  if (program) EXPECT(buffer(*program, "s").offset >= vela::kScratch);
}

TEST(one_pool_holds_both_kinds_of_scratch_if_there_is_no_other) {
  const Result<Program> program = compiled(vela::File().bytes(), for_unit());
  EXPECT(program);
  if (program) EXPECT(buffer(*program, "fast scratch").offset >= vela::kScratch);
}

TEST(the_scratch_is_in_the_first_pool_that_both_reach_and_that_has_room) {
  const std::vector<std::string> both = {"cpu", "npu"};
  const std::vector<MemoryPool> pools = {pool("dtcm", {"cpu"}), pool("small", both, 1024),
                                         pool("sram", both)};
  const Result<Program> program = compiled(vela::File().bytes(), for_unit(pools));
  EXPECT(program && height(*program, "sram") == vela::kScratch);
  EXPECT(contains(
      refusal({}, for_unit({pool("dtcm", {"cpu"}), pool("local", {"npu"})})),
      "error[N1005] vela.tflite: operator 2 ethos-u 'h': no pool can hold its scratch: need a workspace "
      "pool that cpu and npu can read and write"));
  EXPECT(contains(
      refusal({}, for_unit({pool("sram", both, 1264)})),
      "error[N1001] vela.tflite: operator 2 ethos-u 'h': its scratch needs 1280 bytes in one pool; sram "
      "has 1264"));
  CompileOptions options = for_unit({pool("one", both), pool("two", both)});
  for (const char* wish : {"op:2=two", "op:4=two"}) options.wishes.push_back(*parse_candidates(wish));
  const Result<Program> moved = compiled(vela::File().bytes(), options);
  EXPECT(moved && height(*moved, "two") >= vela::kScratch);
  options = for_unit({pool("one", both), pool("two", both)});
  options.wishes = {*parse_place("h=two")};
  EXPECT(contains(refusal({}, options),
                  "error[N2018] vela.tflite: tensor 'h': it lies in the scratch of operator 2 "
                  "ethos-u 'h', at 512 in one"));
}

TEST(commands_need_a_unit) {
  CompileOptions options = for_unit();
  options.units.clear();
  EXPECT(contains(refusal({}, options), "error[N3005]") &&
         contains(refusal({}, options), "--unit npu=ethos-u"));
  options.units = {*parse_unit("npu=op:0")};
  EXPECT(contains(refusal({}, options),
                  "error[N2025] vela.tflite: operator 2 ethos-u 'h': it holds commands for an "
                  "Ethos-U, which the cpu can't execute"));
  options = for_unit();
  options.kept_inputs = {"*"};
  EXPECT(refusal({}, options).empty());  // an input of the cpu
}

TEST(files_that_vela_does_not_write_are_refused) {
  const auto with = [](const std::function<void(vela::File&)>& change) {
    vela::File file;
    change(file);
    return refusal(file);
  };
  const auto commands = [&](const Commands& of) {
    return with([&](vela::File& f) { f.set_commands(0, of); });
  };
  EXPECT(contains(
      with([](vela::File& f) {
        f.npu(0).custom_options = {2, 4, 1};
      }),
      "error[N3040] vela.tflite: operator 2 CUSTOM 'ethos-u' 'h': its option is not that of an Ethos-U"));
  EXPECT(contains(with([](vela::File& f) { f.npu(0).custom_options.clear(); }), "its option"));
  EXPECT(contains(with([](vela::File& f) { f.npu(0).inputs.resize(4); }), "have 4 operands and 1 results"));
  EXPECT(contains(with([](vela::File& f) { f.payload(0)[0] = 'X'; }), "do not begin with 'COP1'"));
  EXPECT(contains(with([](vela::File& f) { f.payload(0)[16] = 9; }), "an unknown action, 9"));
  EXPECT(contains(with([](vela::File& f) { f.payload(0)[31] = 1; }), "words of commands, have"));
  EXPECT(contains(with([](vela::File& f) { f.move(f.scratch, -1); }),
                  "a multiple of 16 as the offset of its scratch"));
  EXPECT(contains(with([](vela::File& f) { f.move(f.a, 8); }), "'a' (256 bytes) at a multiple of 16"));
  EXPECT(contains(with([](vela::File& f) { f.move(f.h, 1040); }),
                  "in its 1280 bytes of scratch, have it at 1040"));
  EXPECT(contains(with([](vela::File& f) { f.move(f.h, -1); }), "have it at -1"));
  EXPECT(contains(with([](vela::File& f) { f.model.metadata.clear(); }), "OfflineMemoryAllocation"));
  EXPECT(contains(with([](vela::File& f) { f[f.scratch].type = vela::fb::TensorType_INT8; }),
                  "is not of bytes"));
  EXPECT(contains(commands(Commands().transfer(0, 48, 1, 0, 128)), "use 176 bytes of its weights, have 160"));
  EXPECT(contains(commands(Commands().transfer(1, 0, 1, 1200, 128)),
                  "use 1328 bytes of its scratch, have 1280"));
  EXPECT(contains(commands(Commands().transfer(1, 0, 2, 64, 128)),
                  "use 192 bytes of its fast scratch, have 128"));
  EXPECT(contains(commands(Commands().transfer(1, 0, 4, 64, 256)), "use 320 bytes of its 'h', have 256"));
  EXPECT(contains(commands(Commands().transfer(1, 0, 5, 0, 16)), "use address 5, have 5 addresses"));
  Commands cut;
  cut.words = {0x4030};
  UsedRegions used;
  std::vector<uint8_t> payload = cut.payload();
  payload.resize(payload.size() - 4), payload[30] = 1;
  EXPECT(read_commands(std::as_bytes(std::span(payload)), &used) == "its last command is cut off");
  Commands odd;
  odd.words = {0x8000};
  EXPECT(contains(commands(odd), "command 0 has an unknown form"));
}

TEST(commands_of_layers_use_weights_scales_and_feature_maps) {
  Commands layer;
  layer.set(0x10f, 1), layer.address(0x00, 256), layer.set(0x11f, 1), layer.address(0x10, 512);
  layer.set(0x128, 0), layer.address(0x20, 32), layer.address(0x21, 64);
  layer.set(0x129, 0), layer.address(0x22, 0), layer.address(0x23, 16);
  layer.set(2, 0);
  UsedRegions used;
  const std::vector<uint8_t> payload = layer.payload();
  EXPECT(read_commands(std::as_bytes(std::span(payload)), &used).empty());
  EXPECT(used.bytes[0] == 96 && used.bytes[1] == 513 && used.bytes[2] == 0);
  layer.set(0x131, 0x100 | 3), layer.address(0x32, 4096), layer.set(16, 0);  // to the device's own memory
  used = {};
  const std::vector<uint8_t> internal = layer.payload();
  EXPECT(read_commands(std::as_bytes(std::span(internal)), &used).empty() && used.bytes[3] == 0);
}

// Whatever is in a file, the compiler refuses it, or gives commands no more than the file has room for.
TEST(mutated_files_are_refused_or_planned_soundly) {
  const std::vector<char> sound = vela::File().bytes();
  int taken = 0;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    Rng rng(seed);
    std::vector<char> bytes = sound;
    for (int32_t i = rng.in(1, 4); i > 0; --i) {
      char& at = bytes[static_cast<size_t>(rng.in(0, static_cast<int32_t>(bytes.size()) - 1))];
      at = static_cast<char>(rng.in(0, 1) ? rng.in(-128, 127) : at ^ 1 << rng.in(0, 7));
    }
    const Result<Program> program = compiled(bytes, for_unit(own_fast_memory()));
    if (!program) {
      EXPECT(!program.diag().code.empty() && program.diag().code != "N3001");
      continue;
    }
    ++taken;
    for (const Call& call : program->calls)
      EXPECT(call.scratch_offset % 16 == 0 && call.state.offset % 16 == 0);
  }
  EXPECT(taken > 100);  // most bytes are weights, names and commands
}

TEST(the_file_of_the_example_is_the_one_that_is_tested) {
  const std::vector<char> bytes = vela::File().bytes();
  EXPECT(file(kExample + "network.tflite") == std::string(bytes.begin(), bytes.end()));
}
