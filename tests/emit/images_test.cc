// Constants that the application passes by pointer: at any address, and refused if they belong to another
// model.
#include "nookc/back/interface/image.h"
#include "nookc/middle/plan/placing/units.h"
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

CompileOptions by_pointer(const std::set<std::string>& pools = {"*"}) {
  CompileOptions options;
  options.constants_by_pointer = pools;
  return options;
}

MemoryPool constant_pool(const std::string& name, int64_t size = 0) {
  MemoryPool pool;
  pool.name = name, pool.constant = true, pool.size = size;
  return pool;
}

// The beginning of all programs: `kws`, and `own`, the same model with its constants in the program.
constexpr const char* kHeadOfImages = R"(
#include "kws.h"
/* A block of exactly `bytes` at a multiple of `align` and of no more, so that every step outside is seen. */
static inline unsigned char* load(const char* file, size_t bytes, size_t align) {
  unsigned char* const block = aligned_alloc(2 * align, (bytes + 3 * align) / (2 * align) * (2 * align));
  FILE* const from = fopen(file, "rb");
  size_t got = 0;
  if (from) {
    got = fread(block + align, 1, bytes, from);
    if (got == bytes && fgetc(from) != EOF) got = 0;
    fclose(from);
  }
  return got == bytes ? block + align : NULL;
}
)";

// Runs `chain()` with constants in the program and by pointer, and compares.
constexpr const char* kSameImages = R"(
#include "own.h"
static unsigned char scratch[2][4096] NOOK_ALIGNED(64);
int main(void) {
  static own_input in;
  static own_output out;
  for (size_t i = 0; i < sizeof in; ++i) ((char*)&in)[i] = (char)(37 * i);
  const own_memory mine = {.scratch_sram = scratch[0]};
  EXPECT(own_run(&mine, &in, &out) == NOOK_OK);
  const unsigned char* const data = load("kws_flash.bin", KWS_CONSTANT_FLASH_BYTES, KWS_CONSTANT_FLASH_ALIGN);
  EXPECT(data && memcmp(data, kws_constant_flash_data, KWS_CONSTANT_FLASH_BYTES) == 0);
  const unsigned char* const places[] = {data, kws_constant_flash_data};
  for (int i = 0; i < 2; ++i) {
    const kws_memory memory = {.scratch_sram = scratch[1],
                               .constant_flash = places[i],
                               .constant_flash_bytes = KWS_CONSTANT_FLASH_BYTES};
    kws_output got;
    memset(&got, 0, sizeof got);
    EXPECT(kws_check_constants(&memory, NULL) == NOOK_OK);
    EXPECT(kws_run(&memory, (const kws_input*)&in, &got) == NOOK_OK);
    EXPECT(memcmp(&got, &out, sizeof out) == 0);
  }
  return 0;
}
)";

// Builds and runs the program with the models.
bool images_hold(const std::vector<std::pair<std::string, const Program*>>& models, const std::string& body,
                 const std::string& flags, const EmitOptions& as = {}) {
  Folder folder;
  Files files;
  for (const auto& [name, program] : models) {
    EmitOptions emit = as;
    emit.name = name;
    for (File& file : emitted(*program, emit)) files.push_back(std::move(file));
    for (File& file : kernel_files(*program)) files.push_back(std::move(file));
  }
  files.push_back({"main.c", std::string(kIncludesAndExpect) + kHeadOfImages + body});
  folder.write(files);
  return folder.works("gcc -g1 -O0 -fsanitize=address,undefined -fno-sanitize-recover=all -I. " + flags +
                          " -std=c11 -Wall -Wextra -Werror",
                      "ASAN_OPTIONS=detect_leaks=0 ./a.out");
}

}  // namespace

TEST(without_the_option_nothing_changes) {
  const Files before = emitted(program_of(chain()), named("kws"));
  CompileOptions none;
  none.constants_by_pointer = {};
  const Files after = emitted(program_of(chain(), none), named("kws"));
  EXPECT_EQ(before.size(), after.size());
  for (const File& file : before) {
    EXPECT(file.content.find("CRC32") == std::string::npos && !file.path.ends_with(".bin"));
    EXPECT(content(after, file.path) == file.content);
  }
}

TEST(constants_by_pointer_give_the_same_bytes_wherever_they_are) {
  for (const Level level : {Level::kTime, Level::kBalanced, Level::kFlash, Level::kRam, Level::kSize}) {
    CompileOptions options = by_pointer(), plain;
    options.level = plain.level = level;
    const Program kws = program_of(chain(), options), own = program_of(chain(), plain);
    EXPECT(images_hold({{"kws", &kws}, {"own", &own}}, kSameImages,
                       level == Level::kTime ? "" : "-DNOOK_CHECKED=1"));
  }
}

TEST(a_table_takes_the_constants_and_its_check_reads_them) {
  const Program kws = program_of(chain(), by_pointer());
  EXPECT(images_hold({{"kws", &kws}}, R"(
static unsigned char scratch[4096] NOOK_ALIGNED(64);
int main(void) {
  static kws_input in;
  static kws_output out;
  unsigned char* const data = load("kws_flash.bin", KWS_CONSTANT_FLASH_BYTES, KWS_CONSTANT_FLASH_ALIGN);
  void* const pools[] = {scratch};
  const void* images[] = {data};
  size_t sizes[] = {KWS_CONSTANT_FLASH_BYTES};
  const void* const inputs[] = {&in};
  void* const outputs[] = {&out};
  const nook_model* const model = &kws_entry;
  nook_model_memory memory = {.scratch = pools, .constants = images, .constant_bytes = sizes};
  nook_fault fault;
  int found = 0;
  for (int32_t i = 0; i < model->info->pool_count; ++i)
    if (strcmp(model->info->pools[i].role, "constant by pointer") == 0)
      found += model->info->pools[i].bytes == KWS_CONSTANT_FLASH_BYTES &&
               model->info->pools[i].alignment == KWS_CONSTANT_FLASH_ALIGN;
  EXPECT(found == 1);
  EXPECT(model->check(&memory, inputs, outputs, &fault) == NOOK_OK);
  EXPECT(model->run(&memory, inputs, outputs) == NOOK_OK);
  data[KWS_CONSTANT_FLASH_BYTES - 1] ^= 1;
  EXPECT(model->check(&memory, inputs, outputs, &fault) == NOOK_BAD_CONSTANTS);
  EXPECT(strcmp(fault.role, "constant") == 0 && strcmp(fault.name, "flash") == 0);
  images[0] = NULL;
  EXPECT(model->run(&memory, inputs, outputs) == NOOK_NULL);
  images[0] = data, sizes[0] -= 1;
  EXPECT(model->run(&memory, inputs, outputs) == NOOK_NO_MEMORY);
  memory.constants = NULL;
  EXPECT(model->run(&memory, inputs, outputs) == NOOK_NULL);
  return 0;
}
)",
                     ""));
}

TEST(null_misaligned_short_overlapping_and_wrong_constants_are_refused) {
  const Program kws = program_of(chain(), by_pointer());
  const std::string body = R"(
static unsigned char scratch[4096] NOOK_ALIGNED(64);
int main(void) {
  static kws_input in;
  static kws_output out;
  const kws_inputs_ref inputs = {.audio = in.audio};
  kws_outputs_ref outputs = {.scores = out.scores};
  unsigned char* const data = load("kws_flash.bin", KWS_CONSTANT_FLASH_BYTES, KWS_CONSTANT_FLASH_ALIGN);
  nook_fault fault;
  kws_memory memory = {.scratch_sram = scratch, .constant_flash = data};
  EXPECT(kws_check(&memory, &inputs, &outputs, &fault) == NOOK_OK);
  memory.constant_flash = NULL;
  EXPECT(kws_check(&memory, &inputs, &outputs, &fault) == NOOK_NULL);
  EXPECT(kws_check_constants(&memory, &fault) == NOOK_NULL && kws_check_constants(NULL, &fault) == NOOK_NULL);
  EXPECT(strcmp(fault.role, "constant") == 0 && strcmp(fault.name, "flash") == 0);
  for (size_t off = 1; off < KWS_CONSTANT_FLASH_ALIGN; ++off) {
    memory.constant_flash = data - off;
    EXPECT(kws_check(&memory, &inputs, &outputs, &fault) == NOOK_MISALIGNED);
    EXPECT(fault.need == KWS_CONSTANT_FLASH_ALIGN && fault.have == KWS_CONSTANT_FLASH_ALIGN - off);
    EXPECT(kws_check_constants(&memory, NULL) == NOOK_MISALIGNED);
  }
  memory.constant_flash = data;
  for (size_t bytes = 1; bytes < KWS_CONSTANT_FLASH_BYTES; ++bytes) {
    memory.constant_flash_bytes = bytes;
    EXPECT(kws_check(&memory, &inputs, &outputs, &fault) == NOOK_NO_MEMORY);
    EXPECT(fault.need == KWS_CONSTANT_FLASH_BYTES && fault.have == bytes);
    EXPECT(kws_check_constants(&memory, NULL) == NOOK_NO_MEMORY);
  }
  memory.constant_flash_bytes = 0;
  outputs.scores = (int8_t*)data;
  EXPECT(kws_check(&memory, &inputs, &outputs, &fault) == NOOK_OVERLAP);
  outputs.scores = out.scores;
  for (size_t i = 0; i < KWS_CONSTANT_FLASH_BYTES; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      data[i] ^= (unsigned char)(1 << bit);
      EXPECT(kws_check_constants(&memory, &fault) == NOOK_BAD_CONSTANTS);
      EXPECT(fault.need == KWS_CONSTANT_FLASH_CRC32 && fault.have != fault.need);
      data[i] ^= (unsigned char)(1 << bit);
    }
  EXPECT(kws_check_constants(&memory, &fault) == NOOK_OK);
#if defined(NOOK_CHECKED) && NOOK_CHECKED
  memory.constant_flash = data + 1;
  EXPECT(kws_run(&memory, &in, &out) == NOOK_MISALIGNED);
#endif
  return 0;
}
)";
  EXPECT(images_hold({{"kws", &kws}}, body, ""));
  EXPECT(images_hold({{"kws", &kws}}, body, "-DNOOK_CHECKED=1"));
}

TEST(a_stream_refuses_constants_in_every_build) {
  CompileOptions options = by_pointer(), plain;
  options.stream_input = plain.stream_input = true;
  const Program kws = program_of(camera(), options), own = program_of(camera(), plain);
  EXPECT(images_hold({{"kws", &kws}, {"own", &own}}, R"(
#include "own.h"
static unsigned char scratch[2][4096] NOOK_ALIGNED(64);
int main(void) {
  static own_input in;
  static own_output out;
  kws_output got;
  for (size_t i = 0; i < sizeof in; ++i) ((char*)&in)[i] = (char)(37 * i);
  const own_memory mine = {.scratch_sram = scratch[0]};
  EXPECT(own_run(&mine, &in, &out) == NOOK_OK);
  const unsigned char* const data = load("kws_flash.bin", KWS_CONSTANT_FLASH_BYTES, KWS_CONSTANT_FLASH_ALIGN);
  const kws_memory memory = {.scratch_sram = scratch[1], .constant_flash = data},
                   none = {.scratch_sram = scratch[1]},
                   off = {.scratch_sram = scratch[1], .constant_flash = data + 1},
                   small = {.scratch_sram = scratch[1], .constant_flash = data, .constant_flash_bytes = 1};
  EXPECT(kws_begin(&none) == NOOK_NULL && kws_begin(&off) == NOOK_MISALIGNED);
  EXPECT(kws_begin(&small) == NOOK_NO_MEMORY);
  EXPECT(kws_begin(&memory) == NOOK_OK);
  for (int y = 0; y < KWS_INPUT_CAMERA_ROWS; ++y) {
    EXPECT(kws_push_rows(&none, in.camera, 1) == NOOK_NULL);
    EXPECT(kws_push_rows(&memory, in.camera + y * KWS_INPUT_CAMERA_ROW_BYTES, 1) == NOOK_OK);
  }
  EXPECT(kws_finish(&none, &got) == NOOK_NULL && kws_finish(&memory, &got) == NOOK_OK);
  EXPECT(memcmp(&got, &out, sizeof out) == 0);
  return 0;
}
)",
                     ""));
}

TEST(the_named_pools_are_passed_by_pointer_and_the_others_stay) {
  CompileOptions options = by_pointer({"card"});
  options.pools = {constant_pool("rom", 400), constant_pool("card"), constant_pool("spare")};
  const Program kws = program_of(chain(), options), own = program_of(chain());
  EXPECT_EQ(kws.arguments_pool, 0);
  for (const Constant& c : kws.constants)
    EXPECT(c.pool != 1 || (c.offset % c.alignment == 0 &&
                           c.offset + static_cast<int32_t>(c.bytes->size()) <= kws.constant_pools[1].bytes));
  std::string body = kSameImages;
  for (const auto& [from, to] : {std::pair("FLASH", "CARD"), std::pair("flash", "card")})
    for (size_t at; (at = body.find(from)) != std::string::npos;) body.replace(at, 5, to);
  EXPECT(images_hold({{"kws", &kws}, {"own", &own}}, body, ""));
}

TEST(operators_of_a_unit_read_constants_by_pointer_too) {
  CompileOptions options = by_pointer();
  options.units.push_back(*parse_unit("npu=op:2"));
  Graph graph = chain();
  EXPECT(assign_units(graph, options.units, options.pools));
  const Program kws = program_of(std::move(graph), options), own = program_of(chain());
  std::string body = kSameImages;
  const auto replace = [&](const std::string& from, const std::string& to) {
    body.replace(body.find(from), from.size(), to);
  };
  replace("static unsigned char scratch",
          "static const nook_device cpu = {.call = nook_call_on_cpu};\n"
          "static const kws_devices devices = {&cpu};\nstatic unsigned char scratch");
  replace("kws_run(&memory, (const kws_input*)&in, &got)",
          "kws_run(&memory, (const kws_input*)&in, &got, &devices)");
  EXPECT(images_hold({{"kws", &kws}, {"own", &own}}, body, ""));
  EXPECT(images_hold({{"kws", &kws}, {"own", &own}}, body, "-DNOOK_CHECKED=1"));
}

TEST(an_empty_pool_needs_no_pointer) {
  CompileOptions options = by_pointer({"card"});
  options.pools = {constant_pool("rom"), constant_pool("card")};
  const Program kws = program_of(chain(), options);
  const Files files = emitted(kws, named("kws"));
  EXPECT(content(files, "kws_card.bin").empty() && content(files, "kws_card_data.c").empty());
  EXPECT(images_hold({{"kws", &kws}}, R"(
static unsigned char scratch[4096] NOOK_ALIGNED(64);
int main(void) {
  static kws_input in;
  static kws_output out;
  const kws_memory memory = {.scratch_sram = scratch};
  EXPECT(KWS_CONSTANT_CARD_BYTES == 0 && kws_check_constants(&memory, NULL) == NOOK_OK);
  EXPECT(kws_run(&memory, &in, &out) == NOOK_OK);
  return 0;
}
)",
                     "-DNOOK_CHECKED=1"));
}

TEST(events_and_declared_memory_go_with_constants_by_pointer) {
  const Program kws = program_of(chain(), by_pointer());
  EmitOptions as = named("kws");
  as.events = as.declare_memory = true;
  EXPECT(images_hold({{"kws", &kws}}, R"(
static void count(void* user, const nook_event* event) { *(int*)user += event->kind == NOOK_EVENT_END; }
int main(void) {
  static kws_input in;
  static kws_output out;
  int seen = 0;
  kws_memory memory = kws_default_memory;
  memory.event = count, memory.user = &seen;
  EXPECT(kws_check_constants(&memory, NULL) == NOOK_OK);
  EXPECT(kws_run(&memory, &in, &out) == NOOK_OK && seen > 0);
  return 0;
}
)",
                     "-DNOOK_CHECKED=1", as));
}

TEST(the_checksum_is_the_crc_of_zip_and_the_arguments_stay_in_the_program) {
  EXPECT_EQ(crc32_of("123456789"), 0xCBF43926u);
  EXPECT_EQ(crc32_of(""), 0u);
  const Program kws = program_of(chain(), by_pointer());
  EXPECT_EQ(kws.constant_pools.size(), 2u);
  EXPECT(kws.constant_pools[1].pool.name == "program");
  EXPECT_EQ(kws.constant_bytes(1), kws.argument_bytes());
  EXPECT_EQ(kws.constant_bytes(0), static_cast<int64_t>(image_of(kws, 0).size()));
}

TEST(a_pool_that_is_none_or_no_constant_pool_is_refused) {
  for (const std::string name : {"moon", "sram"}) {
    const auto program = lower_and_place(chain(), [&] {
      CompileOptions options = by_pointer({name});
      options.target = find_target("host");
      return options;
    }());
    EXPECT(!program && program.diag().code == "N2024" && contains(program.diag().hint, "flash"));
  }
}
