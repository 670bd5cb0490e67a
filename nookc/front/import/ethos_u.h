#pragma once
#include "nookc/front/import/draft.h"

namespace nookc::importing {

// The operator `ethos-u` of a file that Vela wrote (nookc/graph/ethos_u.h). Diags: N3005, this command can't
// take it; N3040, it is not as Vela writes it, or its commands use more memory than it has.
void read_ethos_u(Import& d, uint32_t i, const nook::OperatorView& op, Node node);

// Gives these operators their operand EthosU::kPlaces, after the last operator was read.
void note_arena(Import& d);

}  // namespace nookc::importing
