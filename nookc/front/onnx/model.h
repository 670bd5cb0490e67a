// The parts of an ONNX file that nook reads, as plain data.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/onnx/constant.h"

namespace nookc::onnx {

struct OnnxGraph;

struct Attribute {
  enum class Kind : uint8_t { kNone, kFloat, kInt, kText, kTensor, kFloats, kInts, kTexts, kOther };
  Kind kind = Kind::kNone;
  float real = 0;
  int64_t integer = 0;
  std::string text;
  ConstantPtr tensor;
  std::vector<double> doubles;  // the numbers of a tensor of float64
  std::vector<float> reals;
  std::vector<int64_t> integers;
  std::vector<std::string> texts;
  std::shared_ptr<OnnxGraph> graph;  // a branch or a body; null: not a graph
  std::string reference;             // in a function: the attribute of the function that gives the value
};

struct OnnxNode {
  size_t number = 0;  // index among the nodes of its graph
  std::string name, op, domain, overload;
  int64_t opset = 0;                 // opset of ONNX's operators if it is not the model's
  std::vector<std::string> in, out;  // names of values; empty: absent; at least one result
  std::map<std::string, Attribute> attributes;

  bool has(const std::string& attribute) const { return attributes.count(attribute) > 0; }
  int64_t integer(const std::string& attribute, int64_t otherwise) const;
  float real(const std::string& attribute, float otherwise) const;
  std::string text(const std::string& attribute, const std::string& otherwise) const;
  std::vector<int64_t> integers(const std::string& attribute) const;  // empty if absent
  const std::string& input(size_t i) const;                           // empty if absent
};

// An input or output of the graph.
struct Interface {
  std::string name;
  int32_t type = 0;  // the format's number
  bool has_shape = false;
  Dims dims;                         // -1: named or unknown
  std::vector<std::string> symbols;  // per dimension: its name; empty: a number or unknown
};

struct OnnxGraph {
  std::vector<OnnxNode> nodes;
  std::map<std::string, ConstantPtr> constants;
  std::vector<Interface> inputs, outputs;
};

// A function of the model. Inputs and outputs of its body have names only.
struct OnnxFunction {
  std::string domain, name, overload;
  int64_t opset = 0;  // as in OnnxNode
  OnnxGraph body;
  std::map<std::string, Attribute> defaults;  // attributes that a call may leave out
};

struct OnnxModel : OnnxGraph {
  int64_t opset = 0;  // opset of the operators without a domain
  std::vector<OnnxFunction> functions;
  std::string producer, name;
};

// Visits all graphs inside a node, at any depth. They read values of enclosing graphs by name.
void each_inner(const OnnxNode& node, const std::function<void(const OnnxGraph&)>& visit);

// Reads bytes of a file next to the model: file name, offset, count (-1: up to the end).
using ReadExternal = std::function<Result<Bytes>(const std::string&, int64_t, int64_t)>;

// Diag N3030: damaged, with the position. N3031: an unsupported opset. N3032: numbers in another file that
// can't be read.
Result<OnnxModel> read_onnx(std::span<const std::byte> bytes, const std::string& file,
                            const ReadExternal& external);

// nook's type for a number of the format's type table, kNone: unsupported. float16, bfloat16 and double
// become float32, uint32 and uint64 become int64.
nook::DType type_of(int32_t onnx_type);
// "float16"
std::string type_name(int32_t onnx_type);

}  // namespace nookc::onnx
