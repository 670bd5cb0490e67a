// nook::verify() for many buffers: the same verdict in less than quadratic time.
#pragma once
#include "nook/plan/verify.h"

namespace nookc {

// Verifies the buffers of one window of time after the other, so that buffers that never meet are not
// compared.
nook::PlanVerdict verify_by_time(const nook::Problem& problem, const nook::Plan& plan);

}  // namespace nookc
