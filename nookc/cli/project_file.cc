#include "nookc/cli/project_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <sstream>

#include "nookc/cli/engine.h"
#include "nookc/core/read_file.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = 64 << 10;

Diag bad(const std::string& file, int line, const std::string& what) {
  return {Exit::kUsage, "N2084", file + (line > 0 ? ":" + std::to_string(line) : ""), what,
          "as in: input-in-scratch = true, or workspace-pool = [\"name=dtcm,size=64KiB\", \"name=sram\"]"};
}

// Scans a line from `at` on.
class Line {
 public:
  explicit Line(const std::string& text) : text_(text) { skip(); }
  bool ended() const { return at_ >= text_.size() || text_[at_] == '#'; }
  bool take(char c) {
    if (ended() || text_[at_] != c) return false;
    ++at_, skip();
    return true;
  }
  // "text", with \" and \\ inside.
  std::optional<std::string> quoted() {
    if (at_ >= text_.size() || text_[at_] != '"') return {};
    std::string value;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      value += text_[at_];
    }
    if (at_ >= text_.size()) return {};
    ++at_, skip();
    return value;
  }
  std::string word() {
    std::string value;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-' ||
                                  text_[at_] == '_' || text_[at_] == '.'))
      value += text_[at_++];
    skip();
    return value;
  }

 private:
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  const std::string& text_;
  size_t at_ = 0;
};

// Returns the error in the value, or nothing.
std::string parse_value(Line& line, ProjectOption* option) {
  if (line.take('[')) {
    while (!line.take(']')) {
      const auto value = line.quoted();
      if (!value) return "need a list of strings in quotes, on one line";
      option->values.push_back(*value);
      if (line.take(',')) continue;
      if (line.take(']')) break;
      return "need , or ] after each string of a list";
    }
    return option->values.empty() ? "the list is empty" : "";
  }
  if (const auto value = line.quoted()) {
    option->values.push_back(*value);
    return {};
  }
  const std::string word = line.word();
  if (word == "true") return {};
  option->off = word == "false";
  if (option->off) return {};
  if (word.empty() || !std::isdigit(static_cast<unsigned char>(word[0])))
    return "need a string in quotes, a number, true or false";
  option->values.push_back(word);
  return {};
}

std::string dashed(const std::string& name) { return (name.size() == 1 ? "-" : "--") + name; }

bool is_given(const std::vector<std::string>& words, const std::string& option) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    return word == option || word.starts_with(option + "=") ||
           (option.size() == 2 && word.size() > 2 && word.starts_with(option) && word[1] != '-');
  });
}

// Whether the command line or, failing that, the file chooses the interpreter.
bool interprets(const std::vector<std::string>& words, const std::vector<ProjectOption>& options) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--engine=")) return words[i] == "--engine=interpreter";
    if (words[i] == "--engine" && i + 1 < words.size()) return words[i + 1] == "interpreter";
  }
  return std::ranges::any_of(options, [](const ProjectOption& option) {
    return option.name == "engine" && option.values == std::vector<std::string>{"interpreter"};
  });
}

// Whether an option on the command line excludes this one.
bool is_excluded(const std::vector<std::string>& words, const std::string& option, const Commands& commands) {
  if ((option == "--board" && is_given(words, "--target")) ||
      (option == "--target" && is_given(words, "--board")))
    return true;
  return std::ranges::any_of(words, [&](const std::string& word) {
    if (!word.starts_with('-')) return false;
    return commands.exclude(words[0], option,
                            word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2));
  });
}

// Whether a command that has this option can use it together with the others.
bool has_use(const std::string& command, const std::string& option, bool interpreter) {
  if (command != "plan") return !is_of_other_engine(option, interpreter);
  const bool in_scratch = option == "--input-in-scratch" || option == "--output-in-scratch";
  return interpreter || (!in_scratch && !is_of_other_engine(option, false));
}

}  // namespace

Result<std::vector<ProjectOption>> parse_project(const std::string& text, const std::string& file) {
  std::vector<ProjectOption> options;
  std::istringstream in(text);
  std::string content;
  for (int number = 1; std::getline(in, content); ++number) {
    Line line(content);
    if (line.ended()) continue;
    ProjectOption option;
    option.name = line.word();
    if (option.name.empty() || !line.take('='))
      return bad(file, number, "need the name of an option, = and a value");
    const std::string wrong = parse_value(line, &option);
    if (!wrong.empty()) return bad(file, number, option.name + ": " + wrong);
    if (!line.ended()) return bad(file, number, option.name + ": there is text after its value");
    if (std::ranges::find(options, option.name, &ProjectOption::name) != options.end())
      return bad(file, number, option.name + " is listed twice");
    options.push_back(std::move(option));
  }
  return options;
}

Result<std::vector<std::string>> with_project(const std::vector<std::string>& words,
                                              const Commands& commands) {
  const auto model = std::ranges::find_if(words, [](const std::string& word) {
    return !word.starts_with('-') && (word.ends_with(".tflite") || word.ends_with(".onnx"));
  });
  if (words.empty() || model == words.end()) return words;
  const fs::path file = fs::path(*model).parent_path() / "nook.toml";
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return words;
  if (fs::file_size(file, error) > kMostBytes) return bad(file.string(), 0, "it has more than 64 KiB");
  const Result<std::vector<std::byte>> bytes = read_file(file.string());
  if (!bytes) return bytes.diag();
  const Result<std::vector<ProjectOption>> options =
      parse_project({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string());
  if (!options) return options.diag();
  std::vector<std::string> all = words;
  const bool interpreter = commands.have(words[0], "--engine") && interprets(words, *options);
  for (const ProjectOption& option : *options) {
    const std::string name = dashed(option.name);
    if (!commands.have("", name)) return bad(file.string(), 0, "no command has the option " + name);
    if (name == "--help" || name == "-h")
      return bad(file.string(), 0, option.name + ": only the command line asks for help");
    if (option.off || !commands.have(words[0], name)) continue;
    const std::vector<std::string> spellings = commands.spellings(words[0], name);
    if (std::ranges::any_of(spellings, [&](const std::string& way) { return is_given(words, way); }))
      continue;
    if (is_excluded(words, name, commands)) continue;
    if (!has_use(words[0], name, interpreter)) continue;
    const bool letter = name.size() == 2;
    if (option.values.empty()) all.push_back(name);
    for (const std::string& value : option.values) {
      all.push_back(letter ? name : name + "=" + value);
      if (letter) all.push_back(value);
    }
  }
  return all;
}

}  // namespace nookc
