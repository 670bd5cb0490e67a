// Functions that an ONNX model brings along (ModelProto.functions). A node calls one by its domain, name and
// overload, as if it were an operator; the body of the function takes the place of the node.
#pragma once
#include <string>
#include <vector>

#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// Replaces every node that calls a function of the model, in all graphs and in the functions themselves.
// Values inside a body get names of their own; an attribute that refers to one of the function gets the
// caller's value, otherwise the default, otherwise it is absent. Operators that nook maps by itself win over
// functions of the same name. Returns the calls that can't be replaced, with the reasons: of a function that
// calls itself, with more operands than the function has, of too many nodes.
std::vector<std::string> inline_functions(OnnxModel& model);

}  // namespace nookc::onnx
