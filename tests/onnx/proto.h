// Writes ONNX files for tests: hand-made protocol buffers, so that any of them can be made invalid.
#pragma once
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace proto {

inline std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}
inline std::string number(uint32_t field, int64_t value) {
  return varint(field << 3) + varint(static_cast<uint64_t>(value));
}
inline std::string text(uint32_t field, const std::string& bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + bytes;
}

// float32 of these dimensions in raw_data.
inline std::string tensor(const std::string& name, const std::vector<int64_t>& dims,
                          const std::vector<float>& data) {
  std::string made;
  for (const int64_t dim : dims) made += number(1, dim);
  std::string raw(data.size() * sizeof(float), '\0');
  memcpy(raw.data(), data.data(), raw.size());
  return made + number(2, 1) + text(8, name) + text(9, raw);
}
inline std::string integers(const std::string& name, const std::vector<int64_t>& values) {
  std::string made = text(1, name) + number(20, 7);
  for (const int64_t value : values) made += number(8, value);
  return text(5, made);
}
inline std::string node(const std::string& op, const std::vector<std::string>& in, const std::string& out,
                        const std::string& attributes = {}) {
  std::string made;
  for (const std::string& name : in) made += text(1, name);
  return text(1, made + text(2, out) + text(3, out + "_node") + text(4, op) + attributes);
}
// An input (11) or output (12) of float32; a dimension of -1 has a name instead of a number.
inline std::string interface(uint32_t field, const std::string& name, const std::vector<int64_t>& dims) {
  std::string shape;
  for (const int64_t dim : dims) shape += text(1, dim < 0 ? text(2, "batch") : number(1, dim));
  return text(field, text(1, name) + text(2, text(1, number(1, 1) + text(2, shape))));
}
inline std::string model(const std::string& graph, int64_t opset = 13) {
  return number(1, 7) + text(2, "test") + text(7, graph) + text(8, text(1, "") + number(2, opset));
}

// A convolution of two channels and a RELU.
inline std::string small_model() {
  const std::vector<float> weights = {1, 2, 3, 4};
  return model(node("Conv", {"x", "w"}, "c", integers("kernel_shape", {1, 1})) + node("Relu", {"c"}, "y") +
               text(2, "net") + text(5, tensor("w", {2, 2, 1, 1}, weights)) +
               interface(11, "x", {-1, 2, 3, 3}) + interface(12, "y", {-1, 2, 3, 3}));
}

// Two calls of a function that calls another one and passes an attribute on. The functions come first: a file
// that is cut off anywhere lacks its graph or its opset.
inline std::string model_with_functions() {
  const std::string alpha = text(5, text(1, "alpha") + text(21, "slope") + number(20, 1));
  const std::string slope = text(5, text(1, "slope") + text(21, "slope") + number(20, 1));
  const std::string usual =
      text(1, "slope") + varint(2 << 3 | 5) + std::string("\0\0\x80\x3f", 4) + number(20, 1);
  const auto function = [](const std::string& name, const std::string& nodes, const std::string& attributes) {
    const std::string opset = text(9, text(1, "") + number(2, 13));
    return text(25,
                text(1, name) + text(4, "a") + text(5, "b") + attributes + nodes + opset + text(10, "pkg"));
  };
  // Nodes of a function are its field 7.
  const auto inner = [](const std::string& node) { return text(7, node.substr(node.size() < 130 ? 2 : 3)); };
  const std::string in_pkg = text(7, "pkg");
  return function("inner", inner(node("Elu", {"a"}, "b", alpha)), text(11, usual)) +
         function("outer", inner(node("inner", {"a"}, "t", in_pkg + slope)) + inner(node("Neg", {"t"}, "b")),
                  text(6, "slope")) +
         model(node("outer", {"x"}, "t", in_pkg) + node("outer", {"t"}, "y", in_pkg) +
               interface(11, "x", {1, 4}) + interface(12, "y", {1, 4}));
}

inline std::span<const std::byte> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

}  // namespace proto
