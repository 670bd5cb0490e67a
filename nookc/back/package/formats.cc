#include "nookc/back/package/formats.h"

#include <algorithm>
#include <cctype>

#include "nookc/back/package/archive.h"
#include "nookc/back/package/build_files.h"
#include "nookc/back/package/cores.h"
#include "nookc/back/package/esphome.h"
#include "nookc/back/package/micropython.h"
#include "nookc/back/package/package.h"
#include "nookc/back/package/readme.h"
#include "nookc/back/package/rust_crate.h"
#include "nookc/back/package/rust_source.h"
#include "nookc/back/resources/resources.h"
#include "nookc/core/invariant.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

// Moves sources and headers below `folder`.
void move_code(Files& files, const std::string& folder) {
  for (File& file : files)
    if (file.path.starts_with("nook/") || is_source(file.path) || file.path.ends_with(".h"))
      file.path = folder + file.path;
}

void drop(Files& files, const std::string& path) {
  std::erase_if(files, [&](const File& file) { return file.path == path; });
}

Result<Files> with_makefile(const Package& p, Files files) {
  drop(files, "CMakeLists.txt");
  files.push_back({"Makefile", makefile(p)});
  return files;
}

Result<Files> arduino(const Package& p, Files files) {
  drop(files, "CMakeLists.txt");
  move_code(files, "src/");
  for (File& file : files)  // some versions of Arduino's builder do not accept .cc
    if (file.path.ends_with(".cc")) file.path.replace(file.path.size() - 2, 2, "cpp");
  files.push_back({"library.properties", arduino_properties(p)});
  files.push_back({"examples/run_" + p.name + "/run_" + p.name + ".ino", example(p, Example::kArduino)});
  return files;
}

Result<Files> platformio(const Package& p, Files files) {
  drop(files, "CMakeLists.txt");
  move_code(files, "src/");
  files.push_back({"library.json", platformio_json(p)});
  files.push_back({"examples/main.c", example(p, Example::kMain)});
  return files;
}

Result<Files> esp_idf(const Package& p, Files files) {
  drop(files, "CMakeLists.txt");
  files.push_back({"CMakeLists.txt", esp_idf_cmake(p)});
  files.push_back({"idf_component.yml", esp_idf_manifest(p)});
  return files;
}

Result<Files> zephyr(const Package& p, Files files) {
  drop(files, "CMakeLists.txt");
  files.push_back({"CMakeLists.txt", zephyr_cmake(p)});
  files.push_back({"Kconfig", zephyr_kconfig(p)});
  files.push_back({"zephyr/module.yml", zephyr_module(p)});
  return files;
}

Result<Files> cmsis_pack(const Package& p, Files files) {
  drop(files, "CMakeLists.txt");
  std::vector<std::string> headers;
  for (const File& file : files)
    if (file.path.ends_with(".h")) headers.push_back(file.path);
  std::ranges::sort(headers);
  for (File& file : files)
    if (file.path.starts_with("nook/") && is_source(file.path))
      file.content = in_pack(p, file.path, file.content);
  if (!p.facts.license.empty())
    files.push_back({kPackLicense, "SPDX-License-Identifier: " + p.facts.license + "\n"});
  files.push_back({"nook." + p.name + ".pdsc", pack_description(p, headers)});
  Result<std::string> archive = zip(files);
  if (!archive) return archive.diag();
  files.push_back({"nook." + p.name + "." + p.version + ".pack", *std::move(archive)});
  return files;
}

Result<Files> rust(const Package& given, Files files) {
  drop(files, "CMakeLists.txt");
  move_code(files, "c/");
  Package p = given;
  for (std::string& source : p.sources) source = "c/" + source;
  files.push_back({"Cargo.toml", cargo_manifest(p)});
  files.push_back({"sources.rs", cargo_sources(p)});
  files.push_back({"build.rs", file_of("ports/rust/build.rs").content});
  return files;
}

Result<Files> as_it_is(const Package&, Files files) { return files; }

constexpr const char *kRust = "rust", *kEsphome = "esphome", *kMicropython = "micropython";

struct Format {
  const char* name;
  Result<Files> (*arrange)(const Package& package, Files files);
  bool example;  // the format contains an example program
};
constexpr Format kFormats[] = {{"standalone", as_it_is, false},
                               {"cmake", as_it_is, false},
                               {"makefile", with_makefile, false},
                               {"arduino", arduino, true},
                               {"platformio", platformio, true},
                               {"esp-idf", esp_idf, false},
                               {"zephyr", zephyr, false},
                               {"cmsis-pack", cmsis_pack, false},
                               {kRust, rust, false},
                               {kEsphome, esphome_folder, true},
                               {kMicropython, micropython_folder, true}};

bool is_version(const std::string& text) {
  int numbers = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t first = at;
    while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) ++at;
    if (at == first || at - first > 6) return false;
    ++numbers;
    if (at < text.size() && (text[at] != '.' || at + 1 == text.size())) return false;
  }
  return numbers == 3;
}

const Format& format_named(const std::string& name) {
  return *std::ranges::find(kFormats, name, &Format::name);
}

// Whether the format's example can run such a network: a run needs only memory.
Status check_example(const Format& format, const Program& program) {
  if (!format.example || (program.units.empty() && program.stored.empty())) return Done{};
  return Diag{Exit::kUsage, "N2083", "--format " + std::string(format.name),
              std::string("its example can't have the ") +
                  (program.units.empty() ? "storage of --weights-from, which is the application's"
                                         : "devices of --unit, which are the application's"),
              "--format standalone"};
}

// Whether the code that the format puts around a network has a place for all of it.
Status check_wrapped(const std::string& format, const Program& program, const EmitOptions& options) {
  if (format == kEsphome) return check_esphome(program, options);
  if (format == kMicropython) return check_micropython(program, options);
  return format == kRust ? check_rust(program, options) : Status(Done{});
}

Files wrapped(const std::string& format, const Package& package,
              const std::vector<CompiledNetwork>& networks) {
  if (format == kEsphome) return esphome_files(package, networks[0]);
  if (format == kMicropython) return micropython_files(package, networks[0]);
  return format == kRust ? rust_sources(package, networks) : Files();
}

void add_new(Files& files, Files more) {
  for (File& file : more)
    if (std::ranges::find(files, file.path, &File::path) == files.end()) files.push_back(std::move(file));
}

}  // namespace

Status check_facts(const PackageFacts& facts, const std::string& format) {
  constexpr std::string_view kDescribed[] = {"arduino", "platformio", "esp-idf", "cmsis-pack", kRust};
  for (const auto& [value, name] : {std::pair(&facts.license, "--license"),
                                    {&facts.author, "--author"},
                                    {&facts.url, "--url"},
                                    {&facts.version, "--package-version"}}) {
    if (value->empty()) continue;
    if (std::ranges::find(kDescribed, format) == std::end(kDescribed))
      return Diag{Exit::kUsage, "N2022", name, "--format " + format + " has no place for it",
                  "for --format arduino, platformio, esp-idf, cmsis-pack or rust"};
    if (std::ranges::any_of(*value, [](unsigned char c) { return c < ' ' || c == 127; }))
      return Diag{Exit::kUsage, "N2022", name, "need one line of text", "leave out control characters"};
  }
  if (!facts.version.empty() && !is_version(facts.version))
    return Diag{Exit::kUsage, "N2022", "--package-version " + facts.version, "need three numbers",
                "as in: --package-version 1.2.0"};
  return Done{};
}

Status need_format_c(const std::vector<GivenOption>& options, const std::string& format) {
  for (const GivenOption& option : options)
    if (option.given && format != "c")
      return Diag{Exit::kUsage, "N2022", option.name, "this is for --format c, not for " + format,
                  "leave out one of the two"};
  return Done{};
}

Status check_stored_format(bool stored, const std::string& format) {
  const bool fits = format == "c" || std::ranges::find(kFormats, format, &Format::name) != std::end(kFormats);
  if (!stored || fits) return Done{};
  return Diag{Exit::kUsage, "N2022", "--weights-from storage", format + " has no place for its functions",
              "--format c or standalone"};
}

Status check_hop_format(const std::string& format, const std::string& archive) {
  if (archive.empty() && format != "managed" && format != "weights" && format != "tvm") return Done{};
  return Diag{Exit::kUsage, "N2093", archive.empty() ? "--format " + format : "--archive " + archive,
              "can't be combined with --hop: it has no place for a push", "--format c"};
}

std::vector<std::string> package_formats() {
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.emplace_back(format.name);
  return names;
}

std::vector<std::string> interpreter_formats() {
  std::vector<std::string> names = package_formats();
  std::erase(names, kRust);  // these call a compiled model
  std::erase(names, kEsphome);
  std::erase(names, kMicropython);
  return names;
}

Result<Files> package(const Program& program, const EmitOptions& given, const std::string& format,
                      Files more) {
  const Format& row = format_named(format);
  if (const Status builds = check_builder(format, *program.target); !builds) return builds.diag();
  if (const Status runs = check_example(row, program); !runs) return runs.diag();
  if (const Status fits = check_wrapped(format, program, given); !fits) return fits.diag();
  EmitOptions options = given;
  options.declare_memory |= row.example;
  Result<Files> files = standalone(program, options);
  if (!files) return files;
  drop(*files, "README.md");
  files->push_back({"README.md", readme(describe_package(program, options, *files), format)});
  for (File& file : more) {
    drop(*files, file.path);
    files->push_back(std::move(file));
  }
  Package described = describe_package(program, options, *files);
  add_example(described, program);
  add_new(*files, wrapped(format, described, {{&program, &options}}));
  Result<Files> arranged = row.arrange(described, *std::move(files));
  invariant(!arranged || distinct_paths(*arranged), "each file of a package has its own path");
  return arranged;
}

Result<Files> package(const std::vector<CompiledNetwork>& networks, const std::string& name,
                      const std::string& format) {
  const Format& row = format_named(format);
  const Program& program = *networks[0].program;
  if (format == kEsphome || format == kMicropython)
    return Diag{Exit::kUsage, "N2022", "--all-signatures", "--format " + format + " runs one network",
                "a folder for each: --signature NAME"};
  if (const Status builds = check_builder(format, *program.target); !builds) return builds.diag();
  Files files{emit_together(name, networks)};
  for (const CompiledNetwork& network : networks) {
    if (const Status runs = check_example(row, *network.program); !runs) return runs.diag();
    if (const Status fits = check_wrapped(format, *network.program, *network.options); !fits)
      return fits.diag();
    EmitOptions options = *network.options;
    options.check_core = true;
    options.declare_memory |= row.example && network.program == &program;  // the example runs the first
    Result<Files> own = emit_c(*network.program, options);
    if (!own) return own;
    add_new(files, *std::move(own));
    add_new(files, report_files(*network.program, options));
    add_new(files, kernel_files(*network.program));
  }
  EmitOptions named = *networks[0].options;
  named.name = name;
  Package described = describe_package(program, named, files);
  described.network = networks[0].options->name, described.entry = described.network + "_run";
  files.push_back({"CMakeLists.txt", cmake_lists(*program.target, name, files)});
  files.push_back({"README.md", readme(described, format)});
  if (const auto license = resource("LICENSE")) files.push_back({"LICENSE", std::string(*license)});
  add_example(described, program);
  add_new(files, wrapped(format, described, networks));
  return row.arrange(described, std::move(files));
}

Result<Files> package(const InterpretedModel& model, const EmitOptions& options, const std::string& format) {
  if (const Status builds = check_builder(format, *model.program.target); !builds) return builds.diag();
  Result<Files> files = interpreted_files(model, options);
  if (!files) return files;
  const std::string& n = options.name;
  Package described = describe_package(model.program, options, *files);
  described.declared = "static nook_interpreter interpreter;\n";
  described.once = n + "_init(&interpreter, NULL)";
  described.each = "nook_interpreter_invoke(&interpreter)";
  files->push_back({"CMakeLists.txt", cmake_lists(*model.program.target, n, *files)});
  files->push_back({"README.md", readme(described, format)});
  if (const auto license = resource("LICENSE")) files->push_back({"LICENSE", std::string(*license)});
  return std::ranges::find(kFormats, format, &Format::name)->arrange(described, *std::move(files));
}

}  // namespace nookc
