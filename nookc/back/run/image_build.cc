#include "nookc/back/run/image_build.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "nookc/back/package/package.h"
#include "nookc/back/resources/resources.h"
#include "nookc/back/run/board.h"
#include "nookc/back/run/cache.h"
#include "nookc/back/run/firmware.h"
#include "nookc/back/run/image_kernels.h"
#include "nookc/back/run/process.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr int kTimeout = 600;

// Two addresses at which the code is linked. They differ in all parts of an address that instructions encode.
constexpr const char* kAddresses[] = {"0x10000000", "0x2a55ca60"};

// The words before the code that the linker script writes: features, bytes that change, functions.
constexpr size_t kLinkedWords = 2 + kImageFunctions.size();

std::string linker_script(bool streams, const std::string& suffix) {
  const size_t count = streams ? kImageFunctions.size() : 3;
  std::string script = "ENTRY(" + std::string(kImageFunctions[0]) + suffix + ")\n", offsets;
  for (size_t i = 0; i < kImageFunctions.size(); ++i) {
    const std::string name = kImageFunctions[i] + (calls_kernels(i) ? suffix : "");
    if (i < count) script += "EXTERN(" + name + ")\n";
    offsets += i < count ? "    LONG(" + name + " - code)\n" : "    LONG(0xffffffff)\n";
  }
  // Constants have no order of their own; the largest alignment comes from `code`.
  return script + "SECTIONS {\n  . = ADDRESS;\n  .image : {\n    KEEP(*(.nook_image_features))\n" +
         "    LONG(SIZEOF(.changes))\n" + offsets +
         "    . = ALIGN(16);\n    code = .;\n    *(.text .text.*)\n    . = ALIGN(16);\n"
         "    *(.rodata .rodata.* .srodata .srodata.*)\n"
         "    *(.data.rel.ro .data.rel.ro.* .got .got.*)\n    . = ALIGN(16);\n  }\n"
         "  .changes : { *(.data .data.* .sdata .sdata.* .bss .bss.* .sbss .sbss.* COMMON) }\n"
         "  /DISCARD/ : { *(.ARM.exidx* .ARM.extab* .eh_frame* .init_array* .fini_array* .comment .note*) }\n"
         "}\n";
}

struct ImageLinker {
  std::string tools, flags;
  fs::path folder;
  std::vector<std::string> libraries, objects;
};

Status run_tool(const Command& command) {
  const Result<Finished> ended = run_command(command);
  if (!ended) return ended.diag();
  if (ended->exit_code == 0) return Done{};
  return Diag{Exit::kInputOutput, "N4006", command.words[0],
              ended->timed_out ? "took too long" : ended->text.substr(0, 4000),
              "the command was: " + to_string(command)};
}

Result<std::string> file_bytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in && !in.eof()) return Diag{Exit::kInputOutput, "N4001", path.string(), "can't be read", {}};
  return bytes;
}

// Links at one address and returns the bytes.
Result<std::string> link_at(const ImageLinker& b, const std::string& address) {
  const fs::path elf = b.folder / ("at" + address + ".elf"), bin = b.folder / ("at" + address + ".bin");
  Command command{{b.tools + "gcc"}, {}, kTimeout, b.folder};
  const auto add = [&](const std::string& word) { command.words.push_back(word); };
  for (const std::string& flag : split_words(b.flags)) add(flag);
  for (const std::string& object : b.objects) add(object);
  for (const char* flag :
       {"-nostdlib", "-static", "-Wl,--gc-sections", "-Wl,--no-relax", "-Wl,--build-id=none"})
    add(flag);
  add("-Wl,--defsym=ADDRESS=" + address);
  add("-T" + (b.folder / "image.ld").string());
  for (const std::string& library : b.libraries) add(library);
  add("-o");
  add(elf.string());
  if (const Status linked = run_tool(command); !linked) return linked.diag();
  const Command copy{{b.tools + "objcopy", "-O", "binary", "-j", ".image", elf.string(), bin.string()},
                     {},
                     kTimeout,
                     b.folder};
  if (const Status copied = run_tool(copy); !copied) return copied.diag();
  return file_bytes(bin);
}

struct LinkedSymbol {
  uint64_t from = 0, end = 0;
  std::string name;
};

// The symbols of these types in a linked program, sorted by address.
std::vector<LinkedSymbol> symbols_of(const ImageLinker& b, const std::string& types) {
  const fs::path elf = b.folder / (std::string("at") + kAddresses[0] + ".elf");
  const Result<Finished> ended = run_command({{b.tools + "nm", "-nS", elf.string()}, {}, kTimeout, b.folder});
  std::vector<LinkedSymbol> all;
  if (!ended || ended->exit_code != 0) return all;
  std::istringstream lines(ended->text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string address, size, type, name;  // symbols without a size do not appear
    if (!(words >> address >> size >> type >> name) || types.find(type) == std::string::npos) continue;
    const uint64_t from = std::strtoull(address.c_str(), nullptr, 16);
    all.push_back({from, from + std::strtoull(size.c_str(), nullptr, 16), name});
  }
  return all;
}

Diag not_independent(const std::string& what, const std::set<std::string>& names) {
  std::vector<std::string> some(names.begin(), names.end());
  if (some.size() > 6) some.resize(6), some.emplace_back("...");
  return Diag{Exit::kUnsupported, "N3045", "--format image", what + ": " + join_text(some),
              "float operators may call such functions of the C library: take a quantized model, --kernels "
              "firmware or --format standalone"};
}

// Names the functions and constants that hold addresses: at least one byte differs between the two programs.
Diag holds_addresses(const ImageLinker& b, const std::string& one, const std::string& other) {
  const auto symbols = symbols_of(b, "tTrRdD");
  std::set<std::string> names;
  for (size_t i = 0; i < one.size(); ++i) {
    if (one[i] == other[i]) continue;
    const uint64_t at = std::strtoull(kAddresses[0], nullptr, 16) + i;
    const auto symbol =
        std::ranges::find_if(symbols, [&](const LinkedSymbol& s) { return s.from <= at && at < s.end; });
    names.insert(symbol == symbols.end() ? "tables of these" : symbol->name);
  }
  return not_independent("an image can't hold addresses, as these do", names);
}

Result<ImageCode> link_twice(const ImageLinker& b) {
  const Result<std::string> one = link_at(b, kAddresses[0]);
  if (!one) return one.diag();
  const Result<std::string> other = link_at(b, kAddresses[1]);
  if (!other) return other.diag();
  std::array<uint32_t, kLinkedWords> words;
  if (one->size() < sizeof words || one->size() != other->size())
    return not_independent("the linker made two programs of different sizes", {"both addresses"});
  std::memcpy(words.data(), one->data(), sizeof words);
  if (words[1] != 0) {
    std::set<std::string> names;
    for (const LinkedSymbol& symbol : symbols_of(b, "dDbBsSgGC")) names.insert(symbol.name);
    return not_independent("an image can't have variables, as these are", names);
  }
  if (*one != *other) return holds_addresses(b, *one, *other);
  ImageCode code;
  code.features = words[0];
  for (size_t i = 0; i < kImageFunctions.size(); ++i) {
    const uint32_t at = words[2 + i];
    code.functions[i] = at == ImageCode::kNoFunction ? at : at & ~1u;
  }
  code.bytes = one->substr(sizeof words);
  return code;
}

// Compiles the calls of kernels in the firmware; the kernels themselves are not linked.
Result<std::vector<KernelNeed>> import_kernels(ImageLinker& b, bool riscv, bool streams) {
  Command list{{b.tools + "nm", "-u"}, {}, kTimeout, b.folder};
  list.words.insert(list.words.end(), b.objects.begin(), b.objects.end());
  const Result<Finished> undefined = run_command(list);
  if (!undefined) return undefined.diag();
  std::vector<KernelNeed> needs = kernel_needs(undefined->text);
  const Status written = write_files(b.folder, {{"stubs.S", kernel_stubs(needs, riscv, streams)}});
  if (!written) return written.diag();
  Command compile{{b.tools + "gcc"}, {}, kTimeout, b.folder};
  for (const std::string& flag : split_words(b.flags)) compile.words.push_back(flag);
  const std::string object = (b.folder / "stubs.o").string();
  for (const std::string& word :
       {std::string("-c"), (b.folder / "stubs.S").string(), std::string("-o"), object})
    compile.words.push_back(word);
  if (const Status made = run_tool(compile); !made) return made.diag();
  b.objects.push_back(object);
  return needs;
}

constexpr const char* kFeatureSource =
    "#include <stdint.h>\n\n#include \"nook/image/core.h\"\n\n"
    "const uint32_t nook_image_features __attribute__((section(\".nook_image_features\"), used)) = "
    "NOOK_IMAGE_FEATURES;\n";

// Functions of floats by the names of the C library, whose own ones an image can't have. Code for a core with
// an FPU calls none of them. libgcc's division for Thumb-2 has no addresses.
std::string float_source(const Target& target) {
  const bool divides =
      target.name == "cortex-m0" || target.name == "cortex-m0plus" || target.name == "cortex-m23";
  return std::string(divides ? "#define nook_image_divide __aeabi_fdiv\n" : "") +
         "#define nook_image_square_root sqrtf\n" + std::string(*resource("nook/image/soft_float.c"));
}

}  // namespace

Status check_image(const Program& program, const EmitOptions& options) {
  const auto refuse = [](const std::string& what, const std::string& why, const std::string& hint) {
    return Diag{Exit::kUsage, "N2110", "--format image", what + ": " + why, hint};
  };
  const Target& target = *program.target;
  const bool builds = target.name.starts_with("cortex-m") || target.name.starts_with("rv32");
  if (!builds)
    return refuse("--target " + std::string(target.name), "an image is for one Cortex-M or RV32 core",
                  "--target cortex-m4, for example");
  if (!program.units.empty())
    return refuse("a device of --unit", "an image has the cpu's code only", "--format standalone");
  if (!program.stored.empty())
    return refuse("--weights-from storage", "an image has its constants inside", "--weights-from flash");
  for (const InterfacePool& pool : interface_of(program, options).constant)
    if (pool.by_pointer)
      return refuse("--constants-by-pointer", "an image has its constants inside", "leave it out");
  for (const auto& [given, name] : {std::pair(options.events, "--events"),
                                    {options.declare_memory, "--declare-memory"},
                                    {options.linker_script, "--linker-script"}})
    if (given) return refuse(name, "an image has no such files or calls", "leave it out");
  return Done{};
}

Result<std::string> build_image(const Program& program, const EmitOptions& given, const ImageOptions& wanted,
                                const Progress& progress) {
  if (const Status fits = check_image(program, given); !fits) return fits.diag();
  EmitOptions options = given;
  options.image = true;
  options.check_core = true;
  Result<Files> files = emit_c(program, options);
  if (!files) return files.diag();
  files->push_back({"nook_image_features.c", kFeatureSource});
  files->push_back({"nook_image_floats.c", float_source(*program.target)});
  Result<WorkFolder> work = WorkFolder::temporary();
  if (!work) return work.diag();
  const Result<fs::path> sources = source_folder();
  if (!sources) return sources.diag();
  const Board& board = *board_of(*program.target);
  ImageLinker b{std::string(board.tools), std::string(program.target->flags), work->path(), {}, {}};
  const bool riscv = b.tools.starts_with("riscv");
  if (riscv) b.flags += " -mcmodel=medany --specs=picolibc.specs";
  const bool bound = wanted.kernels == ImageKernels::kFirmware;
  const std::string flags =
      b.flags + (bound ? std::string(" -ffixed-") + kernel_register(riscv) : std::string()) +
      " -fpie -fno-math-errno -include " + (*sources / "nook" / "image" / "hidden.h").string();
  Board own = board;
  own.flags = flags;
  Result<FirmwareBuilder> firmware = FirmwareBuilder::make(own, work->path(), progress, kTimeout);
  if (!firmware) return firmware.diag();
  const Result<ModelObjects> objects = firmware->objects(program, *std::move(files));
  if (!objects) return objects.diag();
  b.objects = objects->generated;
  b.libraries = {"-Wl,--start-group", "-lm", "-lc", "-lgcc", "-Wl,--end-group"};
  const bool streams = row_stream(program) != nullptr;
  std::vector<KernelNeed> needs;
  if (bound) {
    Result<std::vector<KernelNeed>> imported = import_kernels(b, riscv, streams);
    if (!imported) return imported.diag();
    needs = *std::move(imported);
  } else {
    b.objects.insert(b.objects.end(), objects->kernels.begin(), objects->kernels.end());
  }
  const std::string script = linker_script(streams, bound ? "_bound" : "");
  if (const Status written = write_files(work->path(), {{"image.ld", script}}); !written)
    return written.diag();
  Result<ImageCode> code = link_twice(b);
  if (!code) return code.diag();
  code->rollback_counter = wanted.rollback_counter;
  code->needs = std::move(needs);
  return model_image(program, given, *code);
}

}  // namespace nookc
