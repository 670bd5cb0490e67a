// The part of <name>.c that calls devices.
#pragma once
#include <functional>
#include <string>

#include "nookc/back/emit/parts.h"
#include "nookc/middle/lower/unit_calls.h"

namespace nookc {

// Macros with which a program declares that it has the unit and needs no cpu code for its operators. A unit
// that only runs commands has none.
std::string unit_macros(const Interface& face, const std::vector<UnitCall>& calls);
// Wraps `text`, cpu code for operators of a unit (empty: the cpu), so that such a program omits it.
std::string of_cpu_code(const Interface& face, const std::string& unit, const std::string& text);

// `number` is the index of a unit's call among all such calls of the model.

// Statements of the run that pass the calls to the unit's device.
std::string call_on_unit(const Interface& face, const UnitCall& unit, size_t number);

// The function that executes the operators on the cpu; `body`: its local variables and calls. Commands have
// none.
std::string unit_on_cpu(const Program& program, const UnitCall& unit, size_t number, const Interface& face,
                        const std::string& body);

// The function that calls the device: its beginning, and its rest after the local variables. `at`: a location
// as an argument.
std::string unit_head(const Interface& face, size_t number);
std::string unit_arguments(const Program& program, const UnitCall& unit, size_t number, const Interface& face,
                           const std::function<std::string(const Location&)>& at);

// The function with all calls of a run; `body`: its local variables, calls and return.
std::string calls_with_devices(const Interface& face, const std::string& body);
// The rest of the run: activates the devices, and calls that function.
std::string run_with_devices(const Interface& face);

}  // namespace nookc
