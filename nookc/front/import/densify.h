#pragma once
#include "nookc/front/import/draft.h"

namespace nookc::importing {

// DENSIFY: its result is the constant that it reads, which is dense already (sparse.h), so that no node
// remains.
void read_densify(Import& d, uint32_t i, const nook::OperatorView& op, const Node& node);

}  // namespace nookc::importing
