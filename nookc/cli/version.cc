#include "nookc/cli/version.h"

namespace nookc {

// The build defines both macros.
std::string version() { return NOOK_VERSION; }
std::string commit() { return NOOK_COMMIT; }

std::string version_text() {
  const std::string from = commit();
  return "nook " + version() + (from.empty() ? "" : " (" + from + ")");
}

}  // namespace nookc
