#include "nookc/back/run/host_tool.h"

#include <unistd.h>

#include "nookc/back/run/board.h"
#include "nookc/back/run/cache.h"
#include "nookc/back/run/process.h"
#include "nookc/core/text.h"

namespace nookc {

Result<std::filesystem::path> host_tool(const std::vector<std::string>& sources,
                                        const std::vector<std::string>& flags, const std::string& ending,
                                        const std::vector<std::string>& last) {
  const Result<std::filesystem::path> cache = cache_folder();
  if (!cache) return cache.diag();
  const Result<std::filesystem::path> folder = source_folder();
  if (!folder) return folder.diag();
  const Result<std::string> compiler = find_compiler(host_board());
  if (!compiler) return compiler.diag();
  Command command{{*compiler, "-std=c99", "-O2"}, {}, 0};
  command.words.insert(command.words.end(), flags.begin(), flags.end());
  const std::filesystem::path made =
      object_path(*cache, to_string(command) + " " + join_text(sources, " "), *compiler)
          .replace_extension(ending);
  std::error_code error;
  if (std::filesystem::exists(made, error)) return made;
  std::filesystem::create_directories(made.parent_path(), error);
  const std::string first = made.string() + "." + std::to_string(getpid());
  for (const std::string& source : sources) command.words.push_back((*folder / "tools" / source).string());
  command.words.insert(command.words.end(), {"-o", first});
  command.words.insert(command.words.end(), last.begin(), last.end());
  const Result<Finished> ended = run_command(command);
  if (!ended) return ended.diag();
  if (ended->exit_code != 0)
    return Diag{Exit::kInputOutput, "N4006", *compiler, ended->text,
                "the command was: " + to_string(command)};
  std::filesystem::rename(first, made, error);
  if (error) return Diag{Exit::kInputOutput, "N4002", made.string(), error.message(), {}};
  return made;
}

}  // namespace nookc
