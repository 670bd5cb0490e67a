#include "nookc/back/run/execute.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "nookc/back/run/host_tool.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr int kExitFault = 1;  // exit code of the runner

unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

// In QEMU's options a comma is a separator; two commas stand for a literal one.
std::string escaped(const std::string& word) {
  std::string text;
  for (char c : word) text += c == ',' ? ",," : std::string(1, c);
  return text;
}

RunnerReport parse(const std::string& text) {
  RunnerReport report;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto number = [&](const char* key) {
      return std::atoll(line.c_str() + std::string_view(key).size());
    };
    if (line.starts_with("fault: ")) report.faults.push_back(line.substr(7));
    if (line.starts_with("stack ")) report.stack_bytes = number("stack ");
    if (line.starts_with("sizes ")) report.sizes = number("sizes ");
    if (line.starts_with("ticks ")) report.ticks.push_back(number("ticks "));
    if (line.starts_with("operator ")) report.operators.push_back(number("operator "));
    if (line.starts_with("hz ")) report.ticks_per_second = number("hz ");
  }
  return report;
}

}  // namespace

Result<Command> program_command(const Board& board, const fs::path& program,
                                const std::vector<std::string>& arguments, const std::string& plugin) {
  if (!board.emulated()) {
    Command command{{program.string()}, {}, 0};
    command.words.insert(command.words.end(), arguments.begin(), arguments.end());
    return command;
  }
  const Result<std::string> emulator = find_tool(std::string(board.emulator));
  if (!emulator) return emulator.diag();
  Command command{{*emulator}, {}, 0};
  std::vector<std::string>& words = command.words;
  for (const std::string& flag : split_words(board.machine)) words.push_back(flag);
  std::string semihosting = "enable=on,target=native,chardev=console,arg=" + program.filename().string();
  for (const std::string& argument : arguments) semihosting += ",arg=" + escaped(argument);
  for (const char* word : {"-display", "none", "-monitor", "none", "-serial", "none", "-chardev",
                           "stdio,id=console", "-semihosting-config"})
    words.push_back(word);
  words.push_back(semihosting);
  if (!plugin.empty()) words.insert(words.end(), {"-plugin", plugin});
  words.insert(words.end(), {"-kernel", program.string()});
  return command;
}

Result<fs::path> count_plugin() {
  return host_tool({"count/count.c", "count/dual.c", "count/operands.c", "count/thumb.c", "count/timing.c"},
                   {"-fPIC", "-shared", "-fvisibility=hidden"}, ".so");
}

Diag faults_diag(const std::vector<std::string>& faults) {
  constexpr size_t kMost = 3;
  std::string all;
  for (size_t i = 0; i < std::min(kMost, faults.size()); ++i) all += (all.empty() ? "" : "; ") + faults[i];
  if (faults.size() > kMost) all += "; and " + std::to_string(faults.size() - kMost) + " more";
  return {Exit::kDoesNotFit, "N1004", "the model as it ran", all,
          "a defect of nook, or of firmware of your own: report it with the model"};
}

Result<RunnerReport> check_report(const std::string& said, int exit_code, const std::string& where) {
  RunnerReport report = parse(said);
  if (exit_code == 0 || (exit_code == kExitFault && !report.faults.empty())) return report;
  std::string text = said.substr(0, 2000);
  while (text.ends_with('\n')) text.pop_back();
  if (text.empty()) text = "it said nothing";
  return Diag{Exit::kInputOutput, "N4007", where, "exit code " + std::to_string(exit_code) + "\n" + text, {}};
}

Result<std::vector<RunnerReport>> run_runners(const Board& board, const fs::path& program,
                                              const std::vector<RunnerWork>& works, const std::string& plugin,
                                              int timeout_seconds,
                                              const std::function<void(size_t)>& progress) {
  std::vector<Command> commands;
  for (const RunnerWork& work : works) {
    Result<Command> command = program_command(board, program, work.arguments, plugin);
    if (!command) return command.diag();
    command->directory = work.folder;
    command->timeout_seconds = timeout_seconds;
    commands.push_back(*std::move(command));
  }
  const Result<std::vector<Finished>> all = run_commands(commands, processors(), progress);
  if (!all) return all.diag();
  const std::string where = program.filename().string() + " on " + std::string(board.target);
  std::vector<RunnerReport> reports;
  for (size_t i = 0; i < all->size(); ++i) {
    const Finished& ended = (*all)[i];
    if (ended.timed_out)
      return Diag{Exit::kInputOutput, "N4007", where,
                  "not finished after " + std::to_string(timeout_seconds) + " s", "--timeout allows more"};
    Result<RunnerReport> report = check_report(ended.text, ended.exit_code, where);
    if (!report) {
      Diag diag = report.diag();
      diag.hint = "the command was: " + to_string(commands[i]);
      return diag;
    }
    reports.push_back(*std::move(report));
  }
  return reports;
}

Result<RunnerReport> run_runner(const Board& board, const fs::path& program, const fs::path& folder,
                                const std::vector<std::string>& arguments, const std::string& plugin,
                                int timeout_seconds) {
  Result<std::vector<RunnerReport>> reports =
      run_runners(board, program, {{folder, arguments}}, plugin, timeout_seconds, [](size_t) {});
  if (!reports) return reports.diag();
  return std::move(reports->front());
}

}  // namespace nookc
