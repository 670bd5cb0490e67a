// A network of a window that moves: the rows that each operator keeps and computes, and the choices between
// state and work.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Empty for a network that runs on whole windows.
std::string hop_text(const Program& program, int width);
// {window frames runs axis inputs[] operators[] choices[]}; docs/formats.md lists the keys.
nlohmann::ordered_json hop_json(const Program& program);

}  // namespace nookc
