#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"

namespace nookc {

// The overlap that a call's kernel allows (nook/ops/contract/op.h), as a distance between the roots of input
// `k` and of the output.
int32_t overlap_of_roots(const Call& call, size_t k, const Storage& storage);

}  // namespace nookc
