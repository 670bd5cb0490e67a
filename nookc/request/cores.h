#pragma once
#include "nookc/request/request.h"

namespace nookc {

// Diag N2105: another number of cores than 1 or 2; two cores in a format whose example starts no second core,
// or with events.
Status check_cores_format(const Request& request, const std::string& format, bool events);

}  // namespace nookc
