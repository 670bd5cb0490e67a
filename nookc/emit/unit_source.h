// The part of <name>.c that calls devices: what is not the cpu's.
#pragma once
#include <functional>
#include <string>

#include "nookc/emit/parts.h"
#include "nookc/lower/unit_calls.h"

namespace nookc {

// Macros by which a program says that it has the unit and needs none of the cpu's code for its operators.
std::string unit_macros(const Interface& face);
// `text`, of the cpu's code for operators of a unit (empty: the cpu), which such a program leaves out.
std::string of_cpu_code(const Interface& face, const std::string& unit, const std::string& text);

// `number` is that of a unit's call among all of the model.

// Lines of the run that hand the calls to the device of their unit.
std::string call_on_unit(const Interface& face, const UnitCall& unit, size_t number);

// The function that executes the operators on the cpu; `body`: its locals and calls.
std::string unit_on_cpu(const Program& program, const UnitCall& unit, size_t number, const Interface& face,
                        const std::string& body);

// The function that calls the device, up to its locals, and the rest of it. `place`: a tensor as an argument.
std::string unit_head(const Interface& face, size_t number);
std::string unit_arguments(const Program& program, const UnitCall& unit, size_t number, const Interface& face,
                           const std::function<std::string(TensorId)>& place);

// The function with all calls of a run; `body`: its locals, calls and return.
std::string calls_with_devices(const Interface& face, const std::string& body);
// The rest of the run: that function with the devices active around it.
std::string run_with_devices(const Interface& face);

}  // namespace nookc
