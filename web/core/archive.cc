// Archives are written by libarchive, which this build does not have; formats() offers none that needs one.
#include "nookc/back/package/archive.h"

namespace nookc {

Result<std::string> zip(Files) {
  return Diag{Exit::kUnsupported, "N4003", "--format cmsis-pack", "archives are not written here",
              "use the nook command"};
}

}  // namespace nookc
