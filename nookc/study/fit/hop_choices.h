// The figures of choices between state and work (nook analyze --hop): each of them is compiled.
#pragma once
#include "nookc/request/request.h"

namespace nookc {

// Fills in the RAM of the choices that reports show and, if the request names a board, the time of a hop
// there. Choices for which the request's pools have no room stay without figures. `program` was compiled from
// this model by this request.
void measure_choices(Program& program, const ModelBytes& model, const Request& request);

}  // namespace nookc
