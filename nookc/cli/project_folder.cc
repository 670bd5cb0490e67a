#include "nookc/cli/project_folder.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <set>
#include <sstream>

#include "nookc/core/read_file.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFiles = 64, kMostBytes = 256 << 10;

constexpr BuildSystem kPlatformio{"platformio", "PlatformIO"}, kZephyr{"zephyr", "Zephyr"},
    kEspIdf{"esp-idf", "ESP-IDF"}, kArduino{"arduino", "Arduino"}, kCmake{"cmake", "CMake"},
    kMake{"makefile", "make"}, kCargo{"rust", "Cargo"}, kNone{"standalone", "no build system"};

// A word that names a board or a core, in files that end so: the word after a text.
struct Rule {
  const BuildSystem* system;
  const char *file, *before;
};
constexpr Rule kRules[] = {
    {&kPlatformio, "platformio.ini", "board"},
    {&kZephyr, "CMakeLists.txt", "set(BOARD"},
    {&kZephyr, "CMakePresets.json", "\"BOARD\":"},
    {&kZephyr, "build/CMakeCache.txt", "CACHED_BOARD:STRING="},
    {&kZephyr, "build/CMakeCache.txt", "BOARD:STRING="},
    {&kEspIdf, "sdkconfig", "CONFIG_IDF_TARGET="},
    {&kEspIdf, "sdkconfig.defaults", "CONFIG_IDF_TARGET="},
    {&kEspIdf, "CMakeLists.txt", "set(IDF_TARGET"},
    {&kArduino, "sketch.yaml", "default_fqbn:"},
    {&kArduino, "sketch.yaml", "fqbn:"},
    {&kArduino, ".vscode/arduino.json", "\"board\":"},
    {&kCargo, ".cargo/config.toml", "--chip"},
    {&kCargo, "Embed.toml", "chip"},
    {&kCmake, "CMakeLists.txt", "set(PICO_BOARD"},
    {&kCmake, "build/CMakeCache.txt", "PICO_BOARD:STRING="},
};
// In all projects of CMake and make, the part first: it also says how much memory there is.
constexpr const char* kAnywhere[] = {"Mcu.UserName=", "STM32", "NRF5", "-mcpu=", "-march="};

std::string text_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kMostBytes) return {};
  const Result<std::vector<std::byte>> bytes = read_file(file);
  return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : std::string();
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool is_comment(const std::string& line) {
  const size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos || line[first] == '#' || line[first] == ';' ||
         line.compare(first, 2, "//") == 0;
}

// The word after `before`, which must begin and end at the end of a word. STM32 is a part of the word.
std::optional<std::string> word_after(const std::string& line, const std::string& before) {
  for (size_t at = line.find(before); at != std::string::npos; at = line.find(before, at + 1)) {
    const bool inside = before == "STM32" || before == "NRF5";
    size_t from = at + before.size();
    // "-DSTM32F407xx": a macro may follow the letter of its option.
    const bool begins =
        at == 0 || !is_name(line[at - 1]) || (inside && at >= 2 && line.compare(at - 2, 2, "-D") == 0);
    if (!begins || (!inside && is_name(before.back()) && from < line.size() && is_name(line[from]))) continue;
    while (!inside && from < line.size() &&
           (std::isspace(static_cast<unsigned char>(line[from])) || line[from] == '=' || line[from] == '"'))
      ++from;
    size_t end = from;
    while (end < line.size() &&
           (is_name(line[end]) || (line[end] != '\0' && std::strchr("+-./:@", line[end]))))
      ++end;
    if (end > from) return inside ? line.substr(at, end - at) : line.substr(from, end - from);
  }
  return {};
}

// The first word that names a place; others are kept as unknown.
void find_place(const std::string& file, const std::string& text, const std::string& before,
                ProjectFolder* found) {
  std::istringstream lines(text);
  for (std::string line; found->place.target.empty() && std::getline(lines, line);) {
    if (is_comment(line)) continue;
    const std::optional<std::string> word = word_after(line, before);
    if (!word) continue;
    found->place = place_of(*word);
    if (!found->place.target.empty())
      found->place_word = *word, found->place_file = file;
    else if (before[0] != '-' && before != std::string("STM32") && found->unknown.empty())
      found->unknown.push_back(*word + " (" + file + ")");
  }
}

// Zephyr's overlays are named after boards: boards/nrf52840dk_nrf52840.overlay.
void find_overlay(const fs::path& folder, ProjectFolder* found) {
  Result<std::vector<fs::path>> files = Diag{};
  if (is_folder(folder / "boards")) files = list_folder(folder / "boards");
  if (!files) return;
  std::ranges::sort(*files);
  for (const fs::path& file : *files) {
    if (!found->place.target.empty()) return;
    if (file.extension() != ".overlay" && file.extension() != ".conf") continue;
    found->place = place_of(file.stem().string());
    if (!found->place.target.empty())
      found->place_word = file.stem().string(), found->place_file = "boards/" + file.filename().string();
  }
}

// The files of the folder, of cmake/ and of toolchain/ that may have flags or a part.
std::vector<std::string> build_files(const fs::path& folder) {
  std::vector<std::string> names;
  for (const char* const below : {"", "cmake", "toolchain"}) {
    if (!is_folder(folder / below)) continue;
    Result<std::vector<fs::path>> files = list_folder(folder / below);
    if (!files) continue;
    for (const fs::path& file : *files) {
      const std::string extension = file.extension().string(), name = file.filename().string();
      if (extension == ".ioc" || extension == ".cmake" || extension == ".mk" || name == "CMakeLists.txt" ||
          name == "CMakePresets.json" || name == "Makefile" || name == "makefile" || name == "GNUmakefile")
        names.push_back((fs::path(below) / name).generic_string());
    }
  }
  std::ranges::sort(names);
  if (names.size() > kMostFiles) names.resize(kMostFiles);
  return names;
}

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

void find_system(const fs::path& folder, const std::string& cmake, ProjectFolder* found) {
  const auto is = [&](const BuildSystem& system, const std::string& file) {
    found->system = &system, found->system_file = file;
  };
  if (is_file(folder / "platformio.ini")) return is(kPlatformio, "platformio.ini");
  if (cmake.find("find_package(Zephyr") != std::string::npos) return is(kZephyr, "CMakeLists.txt");
  if (cmake.find("/tools/cmake/project.cmake") != std::string::npos) return is(kEspIdf, "CMakeLists.txt");
  if (is_file(folder / "Cargo.toml")) return is(kCargo, "Cargo.toml");
  for (const auto& [file, system] : {std::pair("prj.conf", &kZephyr),
                                     {"sdkconfig", &kEspIdf},
                                     {"sdkconfig.defaults", &kEspIdf},
                                     {"sketch.yaml", &kArduino}})
    if (is_file(folder / file)) return is(*system, file);
  if (Result<std::vector<fs::path>> files = list_folder(folder); files) {
    std::ranges::sort(*files);
    for (const fs::path& file : *files)
      if (file.extension() == ".ino") return is(kArduino, file.filename().string());
  }
  if (!cmake.empty()) return is(kCmake, "CMakeLists.txt");
  for (const char* const file : {"GNUmakefile", "makefile", "Makefile"})
    if (is_file(folder / file)) return is(kMake, file);
  found->system = &kNone;
}

// The first add_executable() of CMake; the first target of a Makefile, or the first thing that "all" needs.
std::string program_of(const fs::path& folder, const ProjectFolder& found) {
  if (found.system == &kCmake) {
    std::istringstream lines(text_of(folder / "CMakeLists.txt"));
    for (std::string line; std::getline(lines, line);) {
      const std::string before = "add_executable(";
      const size_t at = line.find(before);
      if (at == std::string::npos || is_comment(line)) continue;
      const size_t end = line.find_first_of(" \t)", at + before.size());
      return line.substr(at + before.size(), end == std::string::npos ? end : end - at - before.size());
    }
  } else if (found.system == &kMake) {
    std::istringstream lines(text_of(folder / found.system_file));
    for (std::string line; std::getline(lines, line);) {
      const size_t colon = line.find(':');
      if (is_comment(line) || line[0] == '\t' || line[0] == '.' || colon == std::string::npos ||
          line.find_first_of("=%") != std::string::npos)
        continue;
      std::istringstream needs(line.substr(colon + 1));
      std::string first;
      if (line.substr(0, colon) == "all" && needs >> first) return first;
      return line.substr(0, line.find_first_of(" \t:"));
    }
  }
  return {};
}

}  // namespace

Result<ProjectFolder> look_at_folder(const fs::path& folder) {
  if (const Result<std::vector<fs::path>> files = list_folder(folder); !files) return files.diag();
  ProjectFolder found;
  find_system(folder, text_of(folder / "CMakeLists.txt"), &found);
  for (const Rule& rule : kRules)
    if (rule.system == found.system && found.place.target.empty())
      find_place(rule.file, text_of(folder / rule.file), rule.before, &found);
  if (found.system == &kZephyr) find_overlay(folder, &found);
  if (found.system == &kCmake || found.system == &kMake || found.system == &kNone)
    for (const char* const before : kAnywhere)
      for (const std::string& file : build_files(folder))
        if (found.place.target.empty()) find_place(file, text_of(folder / file), before, &found);
  found.program = program_of(folder, found);
  return found;
}

Result<std::vector<fs::path>> models_below(const fs::path& folder) {
  constexpr int kDepth = 3;
  const std::set<std::string> of_builds = {"build", "node_modules", "managed_components", "__pycache__"};
  std::vector<fs::path> models;
  std::vector<std::pair<fs::path, int>> left = {{folder, 0}};
  while (!left.empty()) {
    const auto [here, depth] = left.back();
    left.pop_back();
    Result<std::vector<fs::path>> files = list_folder(here);
    if (!files && depth == 0) return files.diag();
    if (!files) continue;  // a folder that may not be read has none of the project's models
    for (const fs::path& file : *files) {
      const std::string name = file.filename().string();
      std::error_code error;
      if (fs::is_symlink(file, error) && is_folder(file)) continue;
      if (is_folder(file)) {
        if (depth < kDepth && !name.starts_with('.') && !of_builds.contains(name))
          left.emplace_back(file, depth + 1);
      } else if (file.extension() == ".tflite" || file.extension() == ".onnx") {
        models.push_back(file.lexically_relative(folder));
      }
    }
  }
  std::ranges::sort(models);
  return models;
}

}  // namespace nookc
