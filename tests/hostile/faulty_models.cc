// Writes small models, each with one fault: <name>.tflite.
//
// usage: faulty_models FOLDER
#include <functional>

#include "tests/ethos_u/vela_file.h"
#include "tests/hostile/net.h"

namespace hostile {
namespace {

constexpr auto kRelu = fb::BuiltinOperator_RELU, kJoin = fb::BuiltinOperator_CONCATENATION,
               kConv = fb::BuiltinOperator_CONV_2D, kIf = fb::BuiltinOperator_IF;

Net small() {
  Net net;
  net.output(net.chain(kRelu, net.input({1, 4}), 1));
  return net;
}

Net of_type(fb::TensorType type) {
  Net net = small();
  for (const auto& tensor : net.graph().tensors) tensor->type = type, tensor->quantization.reset();
  return net;
}

Net custom(const char* name) {
  Net net;
  const int32_t x = net.input({1, 4}), y = net.tensor({1, 4});
  net.op(fb::BuiltinOperator_CUSTOM, {x}, y);
  net.model.operator_codes[0]->custom_code = name;
  net.output(y);
  return net;
}

Net joined(float scale, int64_t zero, int count) {
  Net net;
  std::vector<int32_t> parts = {net.input({1, 4})};
  for (int i = 1; i < count; ++i) parts.push_back(net.input({1, 4}));
  const int32_t y = net.tensor({count, 4}, scale, zero);
  net.op(kJoin, parts, y, fb::ConcatenationOptionsT{});
  net.output(y);
  return net;
}

Net dequantized() {
  Net net;
  const int32_t x = net.input({4, 3}), y = net.tensor({4, 3});
  net[x].type = fb::TensorType_INT16;  // int8 may have a scale per channel
  net[x].quantization->scale = {0.1f, 0.2f, 0.3f, 0.4f}, net[x].quantization->zero_point = {0, 0, 0, 0};
  net[y].type = fb::TensorType_FLOAT32, net[y].quantization.reset();
  net.op(fb::BuiltinOperator_DEQUANTIZE, {x}, y);
  net.output(y);
  return net;
}

Net convolution(int32_t channels, uint8_t activation = 0) {
  Net net;
  const int32_t x = net.input({1, 4, 4, 2}), w = net.constant({2, 1, 1, channels}),
                y = net.tensor({1, 4, 4, 2});
  fb::Conv2DOptionsT made;
  made.stride_h = made.stride_w = 1;
  made.fused_activation_function = static_cast<fb::ActivationFunctionType>(activation);
  net.op(kConv, {x, w, -1}, y, made);
  net.output(y);
  return net;
}

Net branches(int32_t number) {
  Net net;
  const int32_t c = net.input({1}), y = net.tensor({1});
  net[c].type = fb::TensorType_BOOL, net[c].quantization.reset();
  net[y].type = fb::TensorType_BOOL, net[y].quantization.reset();
  fb::IfOptionsT options;
  options.then_subgraph_index = options.else_subgraph_index = number;
  net.op(kIf, {c, c}, y, options);
  net.output(y);
  net.model.subgraphs.push_back(std::make_unique<fb::SubGraphT>());
  fb::SubGraphT& inner = *net.model.subgraphs.back();
  inner.tensors.push_back(std::make_unique<fb::TensorT>(net[c]));
  inner.inputs = inner.outputs = {0};
  return net;
}

Net with(Net net, const std::function<void(Net&)>& change) {
  change(net);
  return net;
}

Net reversed() {
  Net net;
  net.output(net.chain(kRelu, net.input({1, 4}), 2));
  std::swap(net.graph().operators[0], net.graph().operators[1]);
  return net;
}

Net variable() {
  Net net;
  const int32_t x = net.input({1, 4}), state = net.tensor({1, 4}), y = net.tensor({1, 4});
  net[state].is_variable = true;
  net.op(fb::BuiltinOperator_ADD, {x, state}, y, fb::AddOptionsT{});
  net.output(y);
  return net;
}

// A float network that `nook quantize` would take, except that a branch of it keeps a value.
Net keeps_in_a_branch() {
  Net net;
  const auto real = [](fb::TensorT& tensor) {
    tensor.type = fb::TensorType_FLOAT32, tensor.quantization.reset();
  };
  const int32_t x = net.input({1, 1}), less = net.tensor({1, 1}), y = net.tensor({1, 1});
  net[less].type = fb::TensorType_BOOL, net[less].quantization.reset();
  real(net[x]), real(net[y]);
  net.op(fb::BuiltinOperator_LESS, {x, x}, less);
  fb::IfOptionsT options;
  options.then_subgraph_index = 1, options.else_subgraph_index = 2;
  net.op(kIf, {less, x}, y, options);
  net.output(net.chain(kRelu, y, 1));
  for (int branch = 0; branch < 2; ++branch) {
    net.model.subgraphs.push_back(std::make_unique<fb::SubGraphT>());
    fb::SubGraphT& inner = *net.model.subgraphs.back();
    for (int i = 0; i < 3; ++i) inner.tensors.push_back(std::make_unique<fb::TensorT>(net[x]));
    inner.tensors[1]->is_variable = true;
    inner.operators.push_back(std::make_unique<fb::OperatorT>());
    inner.operators[0]->opcode_index = net.code_of(fb::BuiltinOperator_ADD);
    inner.operators[0]->builtin_options.Set(fb::AddOptionsT{});
    inner.operators[0]->inputs = {0, 1}, inner.operators[0]->outputs = {2};
    inner.inputs = {0}, inner.outputs = {2};
  }
  return net;
}

Net many_inputs() {
  Net net = small();
  for (int i = 0; i < 1024; ++i) net.input({1, 1});
  return net;
}

// A result that exists only every second run.
Net waits() {
  Net net;
  const int32_t x = net.input({1, 1, 1, 4}), kept = net.tensor({1, 3, 1, 4}), y = net.tensor({1, 3, 1, 4});
  net[kept].is_variable = true;
  net.op(fb::BuiltinOperator_CUSTOM, {x}, kept);
  net.model.operator_codes[0]->custom_code = "CIRCULAR_BUFFER";
  net.op(kRelu, {kept}, y);
  for (const auto& tensor : net.graph().tensors)
    tensor->type = fb::TensorType_FLOAT32, tensor->quantization.reset();
  net.output(y);
  return net;
}

Net reads_no_variable() {
  return with(small(), [](Net& n) {
    n.model.operator_codes[0]->builtin_code = fb::BuiltinOperator_READ_VARIABLE;
    n.model.operator_codes[0]->deprecated_builtin_code = 127;
  });
}

struct Case {
  const char* name;
  std::function<Net()> make;
};

const Case kCases[] = {
    {"sound", small},
    {"no_subgraph", [] { return with(small(), [](Net& n) { n.model.subgraphs.clear(); }); }},
    {"no_output", [] { return with(small(), [](Net& n) { n.graph().outputs.clear(); }); }},
    {"complex", [] { return of_type(fb::TensorType_COMPLEX64); }},
    {"int64", [] { return of_type(fb::TensorType_INT64); }},
    {"uint8",
     [] {
       return with(convolution(2), [](Net& n) {
         for (const auto& tensor : n.graph().tensors) tensor->type = fb::TensorType_UINT8;
       });
     }},
    {"string", [] { return of_type(fb::TensorType_STRING); }},
    {"two_scales", [] { return with(small(), [](Net& n) {
                          n[0].quantization->scale = {1, 2, 3};
                        }); }},
    {"unknown_custom", [] { return custom("MyOperator"); }},
    {"ethos_u", [] { return custom("ethos-u"); }},
    {"vela", [] { return Net(vela::File()); }},
    {"vela_option",
     [] {
       vela::File file;
       file.npu(0).custom_options = {2, 4, 1};
       return Net(std::move(file));
     }},
    {"edge_tpu", [] { return custom("edgetpu-custom-op"); }},
    {"flex", [] { return custom("FlexErf"); }},
    {"unknown_operator",
     [] {
       return with(small(), [](Net& n) {
         n.model.operator_codes[0]->builtin_code = fb::BuiltinOperator_HASHTABLE_FIND;
         n.model.operator_codes[0]->deprecated_builtin_code = 127;
       });
     }},
    {"bad_options",
     [] {
       return with(custom("SignalEnergy"), [](Net& n) {
         n.graph().operators[0]->custom_options = {1, 2, 3, 4, 5};
       });
     }},
    {"channels", [] { return convolution(3); }},
    {"activation", [] { return convolution(2, 4); }},
    {"no_operands", [] { return with(small(), [](Net& n) { n.graph().operators[0]->inputs.clear(); }); }},
    {"other_scale", [] { return joined(0.25f, 3, 2); }},
    {"no_scale", [] { return with(joined(0.5f, 0, 2), [](Net& n) { n[2].quantization.reset(); }); }},
    {"scales_of_channels", dequantized},
    {"empty_input", [] { return with(small(), [](Net& n) {
                           n.input({0, 4});
                         }); }},
    {"wrong_order", reversed},
    {"variable", variable},
    {"keeps_in_a_branch", keeps_in_a_branch},
    {"many_inputs", many_inputs},
    {"waits", waits},
    {"reads_no_variable", reads_no_variable},
    {"unknown_size", [] { return with(small(), [](Net& n) {
                            n[1].shape = {1, -1};
                          }); }},
    {"outside",
     [] {
       return with(small(), [](Net& n) {
         n.buffer({1}), n.model.buffers.back()->offset = 16, n.model.buffers.back()->size = 4;
       });
     }},
    {"many_operands", [] { return joined(0.5f, 0, 80); }},
    {"runs_itself", [] { return branches(0); }},
    {"no_such_branch", [] { return branches(7); }},
    {"branches", [] { return branches(1); }},
};

}  // namespace
}  // namespace hostile

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  for (const hostile::Case& one : hostile::kCases)
    one.make().write(argv[1] + ("/" + std::string(one.name)) + ".tflite");
  return 0;
}
