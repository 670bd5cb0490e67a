// Operators on units other than the cpu: where their tensors are, and how their devices are called.
#include "nookc/middle/plan/placing/units.h"

#include <set>

#include "nook/ops/relu/relu_op.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/passes/fold_activations.h"
#include "nookc/middle/plan/placing/check_access.h"
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

MemoryPool pool_of(const std::string& name, const std::vector<std::string>& units, bool constant = false) {
  MemoryPool p;
  p.name = name, p.readers = p.writers = units, p.constant = constant;
  return p;
}

CompileOptions with_units(const std::vector<std::string>& units, const std::vector<MemoryPool>& pools = {}) {
  CompileOptions options;
  for (const std::string& text : units) options.units.push_back(*parse_unit(text));
  options.pools = pools;
  return options;
}

Program assigned(Graph graph, const CompileOptions& options) {
  const Status status = assign_units(graph, options.units, options.pools);
  if (!status) printf("%s\n", to_string(status.diag()).c_str());
  EXPECT(status);
  return program_of(std::move(graph), options);
}

std::string refusal(const CompileOptions& options) {
  Graph graph = chain();
  const Status status = assign_units(graph, options.units, options.pools);
  if (!status) return to_string(status.diag());
  CompileOptions all = options;
  all.target = find_target("host");
  const auto program = lower_and_place(graph, all);
  return program ? "" : to_string(program.diag());
}

std::string pool_of(const Program& p, const std::string& tensor) {
  for (const Planned& b : p.buffers)
    if (b.name == tensor) return p.scratch_pools[static_cast<size_t>(b.pool)].pool.name;
  return "none";
}

// A program with the devices npu and dma, whose functions record their calls and fail on request.
constexpr const char* kMainOfUnits = R"(
#include <stdio.h>
#include <string.h>
#include "kws.h"
static unsigned char sram[KWS_SCRATCH_SRAM_BYTES + 16] NOOK_ALIGNED(KWS_SCRATCH_SRAM_ALIGN);
static const kws_memory memory = {.scratch_sram = sram};
static char said[64];
static char fails;
static nook_device_call last; /* of npu, with its only input and output */
static nook_device_input last_in;
static nook_device_output last_out;
static int32_t say(char c) {
  const size_t at = strlen(said);
  said[at] = c, said[at + 1] = 0;
  return c == fails ? 77 : 0;
}
static int32_t upper_activate(void* u) { return say(*(const char*)u); }
static int32_t upper_open(void* u) { return say(((const char*)u)[1]); }
static int32_t upper_close(void* u) { return say(((const char*)u)[3]); }
static int32_t upper_deactivate(void* u) { return say(((const char*)u)[4]); }
static int32_t upper_call(void* u, const nook_device_call* call) {
  for (int32_t i = 0; i < call->output_count; ++i)
    memset(call->outputs[i].data, 0x6b, (size_t)call->outputs[i].bytes);
  if (((const char*)u)[2] == 'C') last = *call, last_in = call->inputs[0], last_out = call->outputs[0];
  call->run(call);
  return say(((const char*)u)[2]);
}
#define DEVICE(letters) \
  {upper_activate, upper_open, upper_call, upper_close, upper_deactivate, letters}
static char letters[2][8] = {"AOCLD", "aocld"};
static const nook_device npu = DEVICE(letters[0]), dma = DEVICE(letters[1]);
static const kws_devices devices = {&npu, &dma};
static kws_input in;
static kws_output out, expected;
static nook_status run(char failing, const kws_devices* with) {
  said[0] = 0, fails = failing;
  memset(&out, 0, sizeof out), memset(sram, 0x5a, sizeof sram);
  return kws_run(&memory, &in, &out, with);
}
static int expect(int line, int holds) {
  if (!holds) printf("line %d: '%s'\n", line, said);
  return !holds;
}
#define EXPECT(holds) failures += expect(__LINE__, (holds))
int main(void) {
  int failures = 0;
  for (size_t i = 0; i < sizeof in; ++i) ((unsigned char*)&in)[i] = (unsigned char)(i * 37 + 11);
  const nook_device cpu = {.call = nook_call_on_cpu};
  const kws_devices none = {&cpu, &cpu};
  EXPECT(run(0, &none) == NOOK_OK && said[0] == 0);
  expected = out;
  EXPECT(run(0, &devices) == NOOK_OK && !strcmp(said, "AaoclOCLdD"));
  EXPECT(!memcmp(&out, &expected, sizeof out));
  EXPECT(last.index == 0 && last.operator_count == 1 && last.operators[0] == 2);
  EXPECT(last.input_count == 1 && last_in.tensor == 2 && last_in.bytes == 108);
  EXPECT(last.output_count == 1 && last_out.tensor == 3 && last_out.bytes == 108);
  EXPECT(run('A', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "A"));
  EXPECT(run('a', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaD"));
  EXPECT(run('o', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaodD"));
  EXPECT(run('c', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaocldD"));
  EXPECT(run('l', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaocldD"));
  EXPECT(run('O', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaoclOdD"));
  EXPECT(run('C', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaoclOCLdD"));
  EXPECT(run('L', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaoclOCLdD"));
  EXPECT(run('d', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaoclOCLdD"));
  EXPECT(run('D', &devices) == NOOK_DEVICE_FAILED && !strcmp(said, "AaoclOCLdD"));
  const nook_device idle = {upper_activate, NULL, NULL, NULL, NULL, letters[0]};
  const kws_devices lacking[] = {{&npu, NULL}, {NULL, &dma}, {&npu, &idle}};
  EXPECT(run(0, NULL) == NOOK_NULL && said[0] == 0);
  const kws_inputs_ref inputs = {.audio = in.audio};
  const kws_outputs_ref outputs = {.scores = out.scores};
  nook_fault fault;
  EXPECT(kws_check(&memory, &inputs, &outputs, &devices, NULL) == NOOK_OK);
  for (int i = 0; i < 3; ++i) {
    EXPECT(run(0, &lacking[i]) == NOOK_NULL && said[0] == 0);
    EXPECT(kws_check(&memory, &inputs, &outputs, &lacking[i], &fault) == NOOK_NULL);
    EXPECT(!strcmp(fault.role, "device") && !strcmp(fault.name, i == 1 ? "npu" : "dma"));
  }
  EXPECT(kws_check(&memory, &inputs, &outputs, NULL, &fault) == NOOK_NULL && !strcmp(fault.name, "npu"));
  void* const scratch[] = {sram};
  const void* const from[] = {in.audio};
  void* const to[] = {out.scores};
  const nook_device* const both[] = {&npu, &dma};
  nook_model_memory any = {.scratch = scratch, .devices = both};
  said[0] = 0, fails = 0;
  memset(&out, 0, sizeof out);
  EXPECT(kws_entry.check(&any, from, to, &fault) == NOOK_OK && said[0] == 0);
  EXPECT(kws_entry.run(&any, from, to) == NOOK_OK && !strcmp(said, "AaoclOCLdD"));
  EXPECT(!memcmp(&out, &expected, sizeof out));
  any.devices = NULL;
  EXPECT(kws_entry.run(&any, from, to) == NOOK_NULL);
  return failures;
}
)";

}  // namespace

TEST(devices_are_opened_and_closed_in_order_even_after_each_error) {
  const Program program = assigned(chain(), with_units({"npu=op:2", "dma=op:0"}));
  EXPECT(works(program, named("kws"), kMainOfUnits));
  EXPECT(works(program, named("kws"), kMainOfUnits, "-DNOOK_CHECKED=1"));
  EmitOptions traced = named("kws");
  traced.events = true;
  EXPECT(works(program, traced, kMainOfUnits));
}

TEST(units_compute_the_same_bytes_as_the_cpu) {
  for (const auto& units : {std::vector<std::string>{"npu=op:0"},
                            {"npu=op:0-3"},
                            {"npu=op:2,op:3"},
                            {"npu=op:2", "dma=op:3"},
                            {"npu=CONV_2D"}}) {
    const Program program = assigned(chain(), with_units(units)), plain = program_of(chain());
    std::string devices;
    for (size_t i = 0; i < program.units.size(); ++i) devices += "&cpu,";
    Folder folder;
    folder.write(emitted(plain, named("plain")));
    folder.write(emitted(program, named("kws")));
    folder.write(kernel_files(program));
    folder.write({{"main.c", R"(
#include <string.h>
#include "kws.h"
#include "plain.h"
static unsigned char one[KWS_SCRATCH_SRAM_BYTES + 16] NOOK_ALIGNED(16);
static unsigned char other[PLAIN_SCRATCH_SRAM_BYTES + 16] NOOK_ALIGNED(16);
int main(void) {
  static kws_input in;
  static plain_input same;
  static kws_output out;
  static plain_output expected;
  for (size_t i = 0; i < sizeof in; ++i) ((unsigned char*)&in)[i] = (unsigned char)(i * 37 + 11);
  memcpy(&same, &in, sizeof in);
  const kws_memory memory = {.scratch_sram = one};
  const plain_memory own = {.scratch_sram = other};
  const nook_device cpu = {.call = nook_call_on_cpu};
  const kws_devices devices = {)" +
                                 devices + R"(};
  if (plain_run(&own, &same, &expected) != NOOK_OK) return 1;
  if (kws_run(&memory, &in, &out, &devices) != NOOK_OK) return 2;
  return memcmp(&out, &expected, sizeof out) ? 3 : 0;
}
)"}});
    EXPECT(folder.works("gcc -g1 -O0 -fsanitize=address,undefined -I. " + std::string(kStrictC)));
  }
}

TEST(code_for_the_cpu_in_place_of_a_unit_can_be_left_out) {
  const Program program = assigned(chain(), with_units({"npu=op:2"}));
  for (const bool events : {false, true})
    for (const bool left_out : {false, true}) {
      EmitOptions options = named("kws");
      options.events = events;
      Folder folder;
      folder.write(emitted(program, options));
      folder.write(kernel_files(program));
      folder.write({{"main.c", R"(
#include <string.h>
#include "kws.h"
static unsigned char sram[KWS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(KWS_SCRATCH_SRAM_ALIGN);
static const kws_memory memory = {.scratch_sram = sram};
static int32_t call(void* context, const nook_device_call* work) {
  memset(work->outputs[0].data, 0, (size_t)work->outputs[0].bytes);
  *(int*)context = work->run != NULL;
  return nook_call_on_cpu(NULL, work) == 0 || !work->run ? 0 : -1;
}
int main(void) {
  static kws_input in;
  static kws_output out;
  int there = -1;
  const nook_device npu = {.call = call, .context = &there};
  const kws_devices devices = {.npu = &npu};
  if (kws_run(&memory, &in, &out, &devices) != NOOK_OK) return 1;
  return there == EXPECTED ? 0 : 2;
}
)"}});
      const std::string flags = left_out ? "-DEXPECTED=0 -DKWS_UNIT_NPU_ON_CPU=0 " : "-DEXPECTED=1 ";
      EXPECT(folder.works("gcc -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections -I. " + flags +
                          std::string(kStrictC)));
      EXPECT(folder.runs("nm a.out"));
      EXPECT_EQ(folder.output.find("_w1\n") == std::string::npos, left_out);
      EXPECT(contains(folder.output, "_w2\n"));
    }
}

TEST(generated_code_without_units_does_not_mention_devices) {
  for (const File& file : emitted(program_of(chain()), named("kws")))
    EXPECT(file.content.find("device") == std::string::npos);
}

TEST(tensors_are_in_pools_that_all_their_users_reach) {
  const std::vector<MemoryPool> pools = {pool_of("dtcm", {"cpu"}), pool_of("local", {"npu"}),
                                         pool_of("sram", {"cpu", "npu"}), pool_of("itcm", {"cpu"}, true),
                                         pool_of("flash", {"cpu", "npu"}, true)};
  Program program = assigned(chain(), with_units({"npu=op:2"}, pools));
  EXPECT(pool_of(program, "model/hidden/Relu;model/bn") == "sram");  // written by the cpu for the npu
  EXPECT(pool_of(program, "mixed") == "sram");                       // and back
  for (const Constant& c : program.constants) EXPECT_EQ(c.pool, c.name == "w1" ? 1 : 0);
  EXPECT(check_access(program));
  program = assigned(chain(), with_units({"npu=op:2-3"}, pools));
  EXPECT(pool_of(program, "mixed") == "local");  // no other unit touches it
  program = program_of(chain(), with_units({}, pools));
  EXPECT(pool_of(program, "mixed") == "dtcm");
}

TEST(writers_and_readers_need_only_their_own_access) {
  MemoryPool to = pool_of("to", {"cpu"}), from = pool_of("from", {"cpu"});
  to.readers = {"npu"}, from.writers = {"npu"};
  const Program program = assigned(chain(), with_units({"npu=op:2"}, {to, from}));
  EXPECT(pool_of(program, "model/hidden/Relu;model/bn") == "to");
  EXPECT(pool_of(program, "mixed") == "from");
}

TEST(a_plan_that_a_unit_can_not_reach_is_found_out) {
  const std::vector<MemoryPool> pools = {pool_of("dtcm", {"cpu"}), pool_of("sram", {"cpu", "npu"}),
                                         pool_of("itcm", {"cpu"}, true),
                                         pool_of("flash", {"cpu", "npu"}, true)};
  const Program sound = assigned(chain(), with_units({"npu=op:2"}, pools));
  EXPECT(check_access(sound));
  Program wrong = sound;
  for (Location& at : wrong.calls[1].in)
    if (at.kind == Location::Kind::kScratch) at.index = 0;
  EXPECT(!check_access(wrong) &&
         contains(to_string(check_access(wrong).diag()), "npu can't read what is in dtcm"));
  wrong = sound;
  wrong.calls[1].out[0].index = 0;
  EXPECT(!check_access(wrong) && contains(to_string(check_access(wrong).diag()), "npu can't write"));
  wrong = sound;
  for (Constant& c : wrong.constants) c.pool = 0;
  EXPECT(!check_access(wrong) && contains(to_string(check_access(wrong).diag()), "what is in itcm"));
}

TEST(operators_of_units_run_whole_and_separately) {
  const Program by_rows = program_of(camera());
  EXPECT(!by_rows.chains.empty());  // there are chains that it must prevent
  const Program program = assigned(camera(), with_units({"npu=op:1"}));
  for (const RowChain& chain : program.chains)
    for (const RowStage& stage : chain.stages) EXPECT(stage.call != 1);
  const auto buffer = [&](const std::string& name) -> const Planned& {
    for (const Planned& b : program.buffers)
      if (b.name == name) return b;
    printf("no buffer %s\n", name.c_str());
    exit(1);
  };
  const Planned &in = buffer("edges"), &out = buffer("small");
  EXPECT(in.offset + in.buffer.size <= out.offset || out.offset + out.buffer.size <= in.offset);
}

TEST(inputs_and_outputs_of_a_call_are_live_during_all_of_it) {
  const Program program = assigned(chain(), with_units({"npu=op:2-3"}));
  for (const Planned& b : program.buffers)
    if (b.name.starts_with("model/hidden")) EXPECT(b.buffer.last == 3);  // read by the first of the two
  const std::vector<UnitCall> calls = unit_calls(program);
  EXPECT(calls.size() == 1 && calls[0].in.size() == 1 && calls[0].out.size() == 1);
  EXPECT(program.graph[calls[0].in[0]].name == "flat" && program.graph[calls[0].out[0]].name == "scores");
}

// x -> CONV_2D -> y -> RELU -> z
Graph activated() {
  GraphBuilder b;
  const auto x = b.input("x", {1, 4, 4, 1});
  const auto y = b.tensor("y", {1, 4, 4, 1});
  const auto z = b.output("z", {1, 4, 4, 1});
  b.node(valid_convolution(), {x, b.weights("w", {1, 1, 1, 1}, 50), nookc::TensorId::kNone}, y);
  b.node(nook::Relu::Attrs{}, {y}, z);
  return std::move(b.graph);
}

TEST(operators_are_folded_only_into_operators_of_the_same_unit) {
  for (const auto& [unit, folded] : {std::pair{"npu=op:0", 0}, {"npu=op:1", 0}, {"npu=op:0-1", 1}}) {
    CompileOptions options = with_units({unit});
    Graph graph = activated();
    EXPECT(assign_units(graph, options.units, options.pools));
    EXPECT_EQ(fold_activations(graph), folded);
    const Program program = program_of(graph, options);
    const Files files = emitted(program, named("kws"));
    EXPECT(contains(content(files, "kws.c"), folded           ? "operators[] = {0, 1};"
                                             : unit[7] == '0' ? "operators[] = {0};"
                                                              : "operators[] = {1};"));
  }
}

TEST(bad_units_get_one_clear_error_each) {
  for (const auto& [text, says] :
       {std::pair<std::string, std::string>{"npu", "need a name and its operators"},
        {"=op:1", "need a name and its operators"},
        {"npu=", "need a name and its operators"},
        {"n-pu=op:1", "'n-pu' is not a unit name"},
        {"1=op:1", "'1' is not a unit name"}}) {
    const auto wish = parse_unit(text);
    EXPECT(!wish && wish.diag().code == "N2025" && contains(wish.diag().what, says));
  }
  EXPECT(contains(refusal(with_units({"npu=op:4"})), "the model has no operator 'op:4'"));
  EXPECT(contains(refusal(with_units({"npu=op:4"})),
                  "op:0 to op:3, op:0-3 for several, or a kind: CONV_2D, RESHAPE"));
  for (const char* text :
       {"npu=op:2-4", "npu=op:3-2", "npu=op:-1", "npu=op:x", "npu=op:", "npu=conv_2d", "npu=op:1-"})
    EXPECT(contains(refusal(with_units({text})), "the model has no operator"));
  EXPECT(contains(refusal(with_units({"npu=op:2", "dma=CONV_2D"})), "already belongs to the unit 'npu'"));
  EXPECT(contains(refusal(with_units({"npu=op:2", "cpu=op:2"})), "already belongs to the unit 'npu'"));
  EXPECT(refusal(with_units({"npu=op:2,op:2", "npu=op:2-3", "cpu=op:0"})).empty());
  EXPECT(contains(refusal(with_units({"npu=op:2"}, {pool_of("sram", {"cpu", "nqu"})})),
                  "error[N2025] pool 'sram': it is for the unit 'nqu', which has no operators"));
  const std::string apart =
      refusal(with_units({"npu=op:2"}, {pool_of("dtcm", {"cpu"}), pool_of("local", {"npu"})}));
  EXPECT(contains(apart,
                  "error[N1005] test.tflite: buffer 'model/hidden/Relu;model/bn': no pool can hold it: need "
                  "a workspace pool that cpu can write and npu can read"));
  EXPECT(contains(apart, "pools: dtcm, local (readers=npu,writers=npu), flash (readers=cpu+npu)"));
  EXPECT(contains(refusal(with_units({"npu=op:2"}, {pool_of("itcm", {"cpu"}, true)})),
                  "a constant pool that npu can read"));
  EXPECT(contains(to_string(check_all_used({*parse_unit("npu=op:1")}, {}, "m.tflite").diag()),
                  "the unit 'npu' has no operator to execute"));
}
