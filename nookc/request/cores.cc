#include "nookc/request/cores.h"

namespace nookc {

Status check_cores_format(const Request& request, const std::string& format, bool events) {
  const auto refused = [](const std::string& where, const std::string& what) {
    return Diag{Exit::kUsage, "N2105", where, what, "leave out one of the two"};
  };
  if (request.cores == 1) return Done{};
  if (request.cores != 2)
    return Diag{Exit::kUsage, "N2105", "--cores " + std::to_string(request.cores), "need 1 or 2",
                "--cores 2 divides each run between two cores"};
  if (format != "c")
    return refused("--format " + format,
                   "can't be combined with --cores 2: its example starts no second core");
  return events ? Status(refused("--events", "can't be combined with --cores 2: both cores would report"))
                : Status(Done{});
}

}  // namespace nookc
