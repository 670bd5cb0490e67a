#include "nookc/core/diag.h"

namespace nookc {

std::string to_string(const Diag& diag) {
  std::string text = "error[" + diag.code + "] ";
  if (!diag.where.empty()) text += diag.where + ": ";
  text += diag.what;
  if (!diag.hint.empty()) text += "\n  hint: " + diag.hint;
  return text;
}

}  // namespace nookc
