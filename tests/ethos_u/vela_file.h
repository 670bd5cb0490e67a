// A file like those that Vela writes for an Ethos-U: operators for the processor around two operators that
// hold commands. The commands are transfers alone, whose results are known: a stand-in for the device can
// compute them.
//
//   x -> CONV_2D a -> ethos-u h: the halves of a, exchanged, by way of the fast scratch
//   x -> RELU s
//   h, s -> ADD m -> ethos-u y: the second half of m, then bytes 16 to 144 of the constants
//   y -> RELU z; the results are y and z
#pragma once
#include <utility>

#include "tests/hostile/net.h"

namespace vela {

namespace fb = hostile::fb;

// Words of a command stream, with the registers of transfers.
class Commands {
 public:
  Commands& transfer(uint32_t from_region, uint32_t from, uint32_t to_region, uint32_t to, uint32_t bytes) {
    set(0x130, from_region), address(0x30, from), set(0x131, to_region), address(0x31, to),
        address(0x32, bytes);
    words.push_back(16), set(17, 0);
    return *this;
  }
  void set(uint32_t code, uint32_t value) { words.push_back(code | value << 16); }
  void address(uint32_t code, uint32_t value) { words.push_back(code | 1 << 14), words.push_back(value); }

  // The payload of the operator: actions of the driver, with the commands at a multiple of 16 bytes.
  std::vector<uint8_t> payload() const {
    const auto count = static_cast<uint32_t>(words.size()) + 1;
    std::vector<uint32_t> all = {0x31504f43, 1, 0x1807, 0x10060000, 5, 5, 5, 2 | count << 16};
    all.insert(all.end(), words.begin(), words.end());
    all.push_back(0xffff0000);
    std::vector<uint8_t> bytes(all.size() * 4);
    std::memcpy(bytes.data(), all.data(), bytes.size());
    return bytes;
  }

  std::vector<uint32_t> words;
};

constexpr int32_t kTensor = 256, kHalf = 128, kScratch = 1280, kConstants = 160, kFast = 128;

class File : public hostile::Net {
 public:
  File() {
    x = input({1, 8, 8, 4});
    a = image("a"), s = image("s"), h = image("h"), m = image("m"), y = image("y"), z = image("z");
    scratch = raw("scratch", kScratch, 0), fast = raw("scratch_fast", kFast, 0);
    std::vector<uint8_t> values(kConstants);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<uint8_t>(i * 7 + 3);
    constants = raw("flash", kConstants, buffer(values));
    fb::Conv2DOptionsT conv;
    conv.stride_h = conv.stride_w = 1;
    std::vector<uint8_t> w(16, 0);
    for (size_t i = 0; i < 4; ++i) w[i * 5] = 100, w[i * 4 + (i + 1) % 4] = static_cast<uint8_t>(-30);
    op(fb::BuiltinOperator_CONV_2D, {x, constant({4, 1, 1, 4}, buffer(w), 0.0078125f), -1}, a, conv);
    op(fb::BuiltinOperator_RELU, {x}, s);
    // The commands of each operator keep the other tensors that live: s and h.
    run(Commands().transfer(1, 128, 2, 0, kHalf).transfer(2, 0, 1, 512, kHalf).transfer(1, 0, 1, 640, kHalf),
        a, h);
    op(fb::BuiltinOperator_ADD, {h, s}, m, fb::AddOptionsT{});
    run(Commands().transfer(1, 896, 1, 0, kHalf).transfer(0, 16, 1, 128, kHalf), m, y);
    op(fb::BuiltinOperator_RELU, {y}, z);
    output(y), output(z);
    model.description = "Vela, as a test imitates it";
    place({{a, 0}, {s, 256}, {h, 512}, {m, 768}, {y, 0}, {z, 256}, {x, 1024}, {scratch, 0}, {fast, 0}});
  }

  // Replaces the plan: tensor and offset; the others have none.
  void place(const std::vector<std::pair<int32_t, int32_t>>& offsets) {
    std::vector<int32_t> words(3 + graph().tensors.size(), -1);
    words[0] = 0, words[1] = 1, words[2] = static_cast<int32_t>(graph().tensors.size());
    for (const auto& [tensor, offset] : offsets) words[3 + static_cast<size_t>(tensor)] = offset;
    std::vector<uint8_t> all(words.size() * 4);
    std::memcpy(all.data(), words.data(), all.size());
    model.metadata.clear();
    model.metadata.push_back(std::make_unique<fb::MetadataT>());
    model.metadata[0]->name = "OfflineMemoryAllocation";
    model.metadata[0]->buffer = buffer(std::move(all));
  }
  void move(int32_t tensor, int32_t offset) {
    std::vector<uint8_t>& all = model.buffers[model.metadata[0]->buffer]->data;
    std::memcpy(&all[(3 + static_cast<size_t>(tensor)) * 4], &offset, sizeof offset);
  }
  // The operators that hold commands: 0 and 1.
  fb::OperatorT& npu(size_t number) { return *graph().operators[number == 0 ? 2 : 4]; }
  std::vector<uint8_t>& payload(size_t number) {
    return model.buffers[(*this)[npu(number).inputs[0]].buffer]->data;
  }
  void set_commands(size_t number, const Commands& commands) {
    payload(number) = commands.payload();
    (*this)[npu(number).inputs[0]].shape = {static_cast<int32_t>(payload(number).size())};
  }

  int32_t x, a, s, h, m, y, z, scratch, fast, constants;

 private:
  int32_t image(const char* name) {
    const int32_t t = tensor({1, 8, 8, 4});
    (*this)[t].name = name;
    return t;
  }
  int32_t raw(const std::string& name, int32_t size, uint32_t in_buffer) {
    const int32_t t = constant({size}, in_buffer);
    (*this)[t].type = fb::TensorType_UINT8, (*this)[t].name = name, (*this)[t].quantization.reset();
    return t;
  }
  void run(const Commands& commands, int32_t from, int32_t to) {
    const std::vector<uint8_t> payload = commands.payload();
    const auto size = static_cast<int32_t>(payload.size());
    const int32_t stream = raw("command_stream", size, buffer(payload));
    op(fb::BuiltinOperator_CUSTOM, {stream, constants, scratch, fast, from}, to);
    model.operator_codes[code_of(fb::BuiltinOperator_CUSTOM)]->custom_code = "ethos-u";
    graph().operators.back()->custom_options = {1, 4, 1};
  }
};

}  // namespace vela
