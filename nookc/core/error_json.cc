#include "nookc/core/error_json.h"

namespace nookc {

nlohmann::ordered_json error_json(const Diag& diag) {
  return {{"error",
           {{"exit", static_cast<int>(diag.exit)},
            {"code", diag.code},
            {"where", diag.where},
            {"what", diag.what},
            {"hint", diag.hint}}}};
}

}  // namespace nookc
