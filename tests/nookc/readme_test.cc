// The README of a package says what holds for this package, and nothing else.
#include "nookc/back/package/readme.h"

#include "tests/test.h"

using namespace nookc;

namespace {

const char* const kFormats[] = {"standalone", "cmake",      "makefile", "arduino", "platformio", "esp-idf",
                                "zephyr",     "cmsis-pack", "rust",     "esphome", "micropython"};

Package plain() {
  Package p;
  p.name = p.network = "kws", p.version = "1.2.3", p.target = "cortex-m4",
  p.what = "The network kws, compiled";
  return p;
}

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

// A fact, and words that are in every README of a package for which it holds, and in no other.
struct Fact {
  void (*set)(Package& p);
  const char* words;
};
const Fact kFacts[] = {
    {[](Package& p) { p.fpu = true; }, "CONFIG_FPU_SHARING"},
    {[](Package& p) { p.vectors = true; }, "links with\n`-march=rv32imc -mabi=ilp32`"},
    {[](Package& p) { p.vectors = p.vectors_of_floats = true; },
     "and FS for the FPU). A toolchain without libraries for this `-march`, such as GCC 12, links with\n"
     "`-march=rv32imfc -mabi=ilp32f`"},
    {[](Package& p) { p.fpu = true; }, "it must be enabled, and an RTOS must save them"},
    {[](Package& p) { p.math = true; }, "`string.h` and `math.h`\n(`-lm`)"},
    {[](Package& p) { p.one_core = true; }, "refuses to be compiled for another core"},
    {[](Package& p) { p.flags = "-mcpu=cortex-m4 -mfloat-abi=hard"; },
     ", and for cortex-m4, with GCC or clang,\n\n    -mcpu=cortex-m4 -mfloat-abi=hard\n"},
    {[](Package& p) { p.cpp = true; }, "`.cc` and `.cpp` files are C++17 without exceptions"},
    {[](Package& p) { p.cpp = true; }, "`nook/` has the interpreter and these operators"},
};

// Words of each way to use a package, which no other format's README has.
struct Way {
  const char *format, *words;
};
const Way kWays[] = {
    {"makefile", "makes `libkws.a` with `arm-none-eabi-gcc`; `make CC=...` uses another compiler."},
    {"arduino", "`examples/run_kws` is a sketch"},
    {"platformio", "below `lib/` of your project"},
    {"esp-idf", "idf_component_register(SRCS main.c REQUIRES kws)"},
    {"zephyr", "CONFIG_NOOK_KWS=y"},
    {"cmsis-pack", "Install `nook.kws.1.2.3.pack`"},
    {"rust", "nook_kws = { path = \"nook_kws\" }"},
    {"esphome", "path: nook_kws/components"},
    {"micropython", "USER_C_MODULES=nook_kws/micropython.cmake"}};

}  // namespace

TEST(a_readme_states_each_fact_of_its_package_and_no_other) {
  for (const char* format : kFormats) {
    const std::string none = readme(plain(), format);
    EXPECT(none.starts_with("# kws\n\nThe network kws, compiled. "));
    EXPECT(has(none, "`kws.h` is the interface") && has(none, "`LICENSE`"));
    EXPECT(has(none, "`-ffp-contract=off`"));
    for (const Fact& fact : kFacts) {
      Package p = plain();
      fact.set(p);
      EXPECT(has(readme(p, format), fact.words));
      EXPECT(!has(none, fact.words));
    }
  }
}

TEST(a_readme_says_how_its_format_is_used) {
  for (const char* format : kFormats)
    for (const Way& way : kWays)
      EXPECT_EQ(has(readme(plain(), format), way.words), std::string(format) == way.format);
  for (const char* format : {"standalone", "cmake"}) {
    Package p = plain();
    p.this_machine = false;
    EXPECT(has(readme(p, format), "-DCMAKE_TOOLCHAIN_FILE=<your toolchain for cortex-m4>"));
    EXPECT(!has(readme(plain(), format), "TOOLCHAIN"));
  }
  Package p = plain();
  p.this_machine = false, p.target = "unheard-of";
  EXPECT(has(readme(p, "makefile"),
             "make CC=<your C compiler for unheard-of> AR=<its ar>\n\nmakes `libkws.a`.\n"));
  p.cpp = true;
  EXPECT(
      has(readme(p, "makefile"), "CC=<your C compiler for unheard-of> CXX=<its C++ compiler> AR=<its ar>"));
}

TEST(a_readme_explains_how_networks_share_kernels_in_its_format) {
  for (const std::string format : kFormats) {
    const bool together =
        format == "zephyr" || format == "cmsis-pack" || format == "esphome" || format == "micropython";
    EXPECT_EQ(has(readme(plain(), format), "are compiled only once"), together);
    EXPECT_EQ(has(readme(plain(), format), "each is a library of its own"), !together);
  }
}
