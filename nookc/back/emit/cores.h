// Code for a run that two cores share: the first runs <name>_run(), the second <name>_core1(). Programs for
// one core have none of it.
#pragma once
#include <functional>
#include <string>

#include "nookc/back/emit/parts.h"
#include "nookc/back/emit/uses.h"

namespace nookc {

// Writes a call, and the address of a tensor or of the handover.
using CallText = std::function<std::string(size_t)>;
using PlaceText = std::function<std::string(const Location&)>;

// The statements of the first core: its calls, signals and waits.
std::string first_core(const EmitContext& c, const CallText& call, const PlaceText& place);

// The statements with which the first core ends a run early for both (ends_for_both()).
std::string leave_both();

// The statements of the second core after its first wait; the start of its function, and the rest.
std::string second_core(const EmitContext& c, const CallText& call, const PlaceText& place);
std::string second_core_head(const EmitContext& c);
std::string second_core_body(const EmitContext& c, const Code& statements, const PlaceText& place);

// The struct by which the second core gets the buffers of a run.
std::string handover_type(const EmitContext& c);

// For <name>.h.
std::string core_declarations(const EmitContext& c);

}  // namespace nookc
