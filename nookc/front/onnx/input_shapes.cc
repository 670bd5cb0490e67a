#include "nookc/front/onnx/input_shapes.h"

#include <algorithm>

#include "nookc/core/text.h"

namespace nookc::onnx {

Result<std::map<std::string, std::vector<int64_t>>> parse_input_shapes(
    const std::vector<std::string>& texts) {
  std::map<std::string, std::vector<int64_t>> shapes;
  for (const std::string& one : texts) {
    const size_t sign = one.rfind('=');
    const std::string name = sign == std::string::npos ? "" : one.substr(0, sign);
    std::vector<int64_t> shape;
    if (shapes.contains(name))
      return Diag{
          Exit::kUsage, "N2051", "--input-shape",
          name.empty() ? "is given twice without a name" : "gives two shapes to '" + printable(name) + "'",
          "one shape for each input, as in --input-shape x=1,3,96,96 --input-shape y=1,10"};
    const std::string sizes = one.substr(sign == std::string::npos ? 0 : sign + 1);
    const std::vector<std::string> parts = split_text(sizes, ',');
    // split_text() drops a size that is missing between two commas.
    bool sound = static_cast<size_t>(std::ranges::count(sizes, ',')) + 1 == parts.size();
    for (const std::string& part : parts) {
      shape.push_back(0);
      sound = sound && parse_int(part, &shape.back()) && shape.back() > 0 && shape.back() <= INT32_MAX;
    }
    if (!sound || shape.empty())
      return Diag{Exit::kUsage, "N2051", "--input-shape",
                  "'" + printable(one) + "' is not a shape: need whole numbers above 0 with commas",
                  "--input-shape 1,3,96,96, or with the name of the input: --input-shape x=1,3,96,96"};
    shapes[name] = shape;
  }
  return shapes;
}

Result<std::map<std::string, std::vector<std::string>>> parse_input_values(
    const std::vector<std::string>& texts) {
  std::map<std::string, std::vector<std::string>> values;
  for (const std::string& one : texts) {
    const size_t sign = one.rfind('=');
    const std::string name = sign == std::string::npos ? "" : one.substr(0, sign);
    const std::string numbers = one.substr(sign == std::string::npos ? 0 : sign + 1);
    const std::vector<std::string> parts = split_text(numbers, ',');
    const bool complete = static_cast<size_t>(std::ranges::count(numbers, ',')) + 1 == parts.size();
    if (name.empty() || !complete)
      return Diag{
          Exit::kUsage, "N2051", "--input-value",
          "'" + printable(one) + "' is not a value: need the name of an input and numbers with commas",
          "--input-value sr=16000, --input-value on=true or --input-value x=0.5,1"};
    if (!values.emplace(name, parts).second)
      return Diag{Exit::kUsage, "N2051", "--input-value", "gives two values to '" + printable(name) + "'",
                  "one value for each input"};
  }
  return values;
}

Result<std::map<std::string, std::string>> parse_states(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> states;
  for (const std::string& one : texts) {
    const size_t sign = one.rfind('=');
    const bool pair = sign != std::string::npos && sign > 0 && sign + 1 < one.size();
    if (!pair)
      return Diag{Exit::kUsage, "N2056", "--state",
                  "'" + printable(one) + "' is not a state: need the names of an input and of an output",
                  "--state h0=hn"};
    const std::string input = one.substr(0, sign);
    if (!states.emplace(input, one.substr(sign + 1)).second)
      return Diag{Exit::kUsage, "N2056", "--state", "gives two outputs to '" + printable(input) + "'",
                  "one output for each input"};
  }
  return states;
}

}  // namespace nookc::onnx
