// The text of generated code: it matches the Program, compiles everywhere, and is reproducible.
#include "nook/ops/relu/relu_op.h"
#include "nookc/back/interface/interface.h"
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

// Compiles every generated .c file with `compiler`, without linking.
bool compiles(Folder& folder, const std::string& compiler) {
  return folder.runs(compiler + " -I. -c *.c && rm -f *.o");
}

Files with_headers(const Program& program, const EmitOptions& options) {
  Files files = emitted(program, options);
  for (File& file : kernel_files(program)) files.push_back(std::move(file));
  return files;
}

}  // namespace

TEST(the_header_has_the_macros_of_every_input_output_and_memory) {
  const Program program = program_of(chain());
  const std::string h = content(emitted(program, named("kws")), "kws.h");
  for (const char* line :
       {"#define KWS_INPUT_AUDIO_TYPE int8_t\n", "#define KWS_INPUT_AUDIO_RANK 4\n",
        "#define KWS_INPUT_AUDIO_SHAPE {1, 6, 6, 2}\n", "#define KWS_INPUT_AUDIO_COUNT 72\n",
        "#define KWS_INPUT_AUDIO_BYTES 72\n", "#define KWS_INPUT_AUDIO_SCALE 0.5f\n",
        "#define KWS_INPUT_AUDIO_ZERO_POINT -3\n", "#define KWS_OUTPUT_SCORES_SHAPE {1, 1, 36, 2}\n",
        "#define KWS_OUTPUT_SCORES_SCALE 0.25f\n", "#define KWS_OUTPUT_SCORES_ZERO_POINT -7\n",
        "#define KWS_PERSISTENT_SRAM_BYTES 0\n", "#define KWS_SCRATCH_SRAM_ALIGN 16\n",
        "#define KWS_INPUTS 1\n", "  int8_t audio[KWS_INPUT_AUDIO_COUNT];\n", "  const int8_t* audio;"})
    EXPECT(contains(h, line));
  EXPECT(contains(h, "#define KWS_SCRATCH_SRAM_BYTES " + std::to_string(program.scratch_bytes) + "\n"));
  EXPECT(contains(h, "#define KWS_CONSTANT_FLASH_BYTES " + std::to_string(program.constant_bytes()) + "\n"));
  EXPECT(contains(h, "#define KWS_MACS " + std::to_string(program.macs()) + "\n"));
  EXPECT(program.scratch_bytes > 0);
}

TEST(every_file_states_its_origin) {
  const Program program = program_of(chain());
  for (const File& file : emitted(program, named("kws"))) {
    EXPECT(contains(file.content, "test.tflite"));
    EXPECT(contains(file.content, "nook 0.1.0"));
  }
  const std::string h = content(emitted(program, named("kws")), "kws.h");
  EXPECT(contains(h, program.model_sha256) && contains(h, "(abcdef1)") &&
         contains(h, "nook compile test.tflite"));
  EXPECT(contains(h, " *   target   " + std::string(program.target->name) + "\n"));
}

TEST(the_same_program_gives_the_same_bytes) {
  const Files a = emitted(program_of(chain()), named("kws")), b = emitted(program_of(chain()), named("kws"));
  EXPECT_EQ(a.size(), 7);
  for (size_t i = 0; i < a.size(); ++i) EXPECT(a[i].path == b[i].path && a[i].content == b[i].content);
}

TEST(generated_code_compiles_without_a_warning_as_strict_c99) {
  Graph (*const graphs[])() = {chain, lone, wide};
  for (auto* graph : graphs) {
    for (const bool events : {false, true}) {
      for (const bool in_scratch : {false, true}) {
        CompileOptions where;
        if (in_scratch) where.inputs_in_scratch = where.outputs_in_scratch = {"*"};
        EmitOptions options = named("kws");
        options.events = events;
        Folder folder;
        folder.write(with_headers(program_of(graph(), where), options));
        EXPECT(compiles(folder, std::string("gcc") + kStrictC + "-Wshadow -Wundef"));
        EXPECT(compiles(folder, std::string("gcc -DNOOK_CHECKED=1") + kStrictC + "-Wshadow -Wundef"));
        if (have("clang")) EXPECT(compiles(folder, std::string("clang") + kStrictC));
      }
    }
  }
}

TEST(the_header_is_cpp_too_and_two_models_go_into_one_program) {
  Folder folder;
  folder.write(with_headers(program_of(chain()), named("one")));
  CompileOptions where;
  where.inputs_in_scratch = where.outputs_in_scratch = {"*"};
  folder.write(with_headers(program_of(wide(), where), named("two")));
  folder.write({{"main.cc", R"(#include "one.h"
#include "two.h"
int main() {
  alignas(ONE_SCRATCH_SRAM_ALIGN) static uint8_t scratch[ONE_SCRATCH_SRAM_BYTES + TWO_SCRATCH_SRAM_BYTES];
  static const one_memory a = {scratch, sizeof scratch};
  static const two_memory b = {scratch, sizeof scratch};
  one_input in{};
  one_output out{};
  constexpr int shape[] = ONE_INPUT_AUDIO_SHAPE;
  static_assert(sizeof shape / sizeof *shape == ONE_INPUT_AUDIO_RANK, "");
  if (one_run(&a, &in, &out) != NOOK_OK) return 1;
  two_input_t_int(&b)[0] = 5; /* after the other model: they share the scratch */
  return two_run(&b, nullptr, nullptr) + (two_output_output(&b)[0] != 5) +
         (one_info.macs != ONE_MACS) + (two_info.input_count != 2);
}
)"}});
  if (!have("g++")) SKIP("g++");
  EXPECT(folder.runs(std::string("for c in *.c $(find nook -name '*_ref.c'); do gcc -I. -c $c -o $(dirname "
                                 "$c)/$(basename $c .c).o") +
                     kStrictC + "|| exit 1; done"));
  EXPECT(
      folder.runs("g++ -std=c++17 -Wall -Wextra -Wshadow -Werror -I. main.cc *.o $(find nook -name '*.o') "
                  "-lm && ./a.out"));
}

TEST(names_of_the_model_can_not_break_the_code) {
  const std::string h = content(emitted(program_of(wide()), named("kws")), "kws.h");
  EXPECT(contains(h, "int8_t t_int[KWS_INPUT_T_INT_COUNT];"));
  EXPECT(contains(h, "KWS_OUTPUT_OUTPUT_BYTES") && contains(h, "KWS_OUTPUT_OUTPUT_2_BYTES"));
}

// As their macros say; otherwise a checked run or finish() would refuse a struct.
TEST(members_of_structs_have_the_alignment_that_a_run_needs) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 3}), y = b.output("y", {1, 3});
  for (TensorId t : {x, y}) b.graph[t].type = nook::DType::kS16;
  b.node(nook::Relu::Attrs{}, {x}, y);
  const std::string h = content(emitted(program_of(b.graph), named("kws")), "kws.h");
  EXPECT(contains(h, "#define KWS_OUTPUT_Y_ALIGN 4\n"));
  EXPECT(contains(h, "  int16_t x[KWS_INPUT_X_COUNT] NOOK_ALIGNED(KWS_INPUT_X_ALIGN);\n"));
  EXPECT(contains(h, "  int16_t y[KWS_OUTPUT_Y_COUNT] NOOK_ALIGNED(KWS_OUTPUT_Y_ALIGN);\n"));
}

TEST(prefixes_that_c_can_not_have_are_refused) {
  const Program program = program_of(lone());
  for (const char* name : {"", "int", "9lives", "a-b", "nook", "nook_x", "_x", "a b"}) {
    const auto files = emit_c(program, named(name));
    EXPECT(!files && files.diag().code == "N2003" && files.diag().exit == Exit::kUsage);
  }
}

TEST(a_program_contains_only_the_parts_that_it_uses) {
  const Program program = program_of(chain());
  Folder folder;
  folder.write(with_headers(program, named("kws")));
  folder.write({{"main.c", R"(#include "kws.h"
static uint8_t scratch[KWS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(KWS_SCRATCH_SRAM_ALIGN);
static const kws_memory memory = {.scratch_sram = scratch};
int main(void) {
  static kws_input in;
  static kws_output out;
  return kws_run(&memory, &in, &out);
}
)"}});
  EXPECT(folder.runs(std::string("gcc -O2 -I. -Wl,--gc-sections *.c $(find nook -name '*_ref.c')") +
                     kStrictC + "&& ./a.out && nm a.out"));
  EXPECT(folder.output.find("kws_info") == std::string::npos &&
         folder.output.find("kws_check") == std::string::npos);
  EXPECT(contains(folder.output, "kws_run"));
  // Our output has no writable data: everything is text or read-only data.
  EXPECT(
      folder.runs("gcc -O2 -fno-pic -I. -c *.c && nm kws.o kws_constants.o kws_check.o kws_info.o | grep -ci "
                  "' [bdc] ' | grep -x 0"));
}

TEST(constants_go_to_the_section_that_was_asked_for) {
  Folder folder;
  folder.write(with_headers(program_of(chain()), named("kws")));
  const std::string command =
      "gcc -O2 -I. -c '-DKWS_CONSTANT_FLASH_SECTION=\".flash2\"' kws.c kws_constants.c && "
      "objdump -h kws.o kws_constants.o | grep -c flash2 | grep -x 2 && ";
  EXPECT(folder.runs(command + "objdump -t kws.o | grep -c 'flash2.*op0' | grep -x 2"));  // the two tables
  // If no addresses need relocation, the arguments are read-only data too: the model has no other data.
  EXPECT(
      folder.runs("gcc -O2 -fno-pic -I. -c '-DKWS_CONSTANT_FLASH_SECTION=\".flash2\"' kws.c && "
                  "objdump -t kws.o | grep -c 'flash2.*op0' | grep -x 3 && "
                  "objdump -h kws.o | grep -c '[.]rodata' | grep -x 0"));
}
