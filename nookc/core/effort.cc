#include "nookc/core/effort.h"

#include "nookc/core/interrupt.h"

namespace nookc {

bool over(const Deadline& deadline) {
  return interrupted() || (deadline && std::chrono::steady_clock::now() >= *deadline);
}

}  // namespace nookc
