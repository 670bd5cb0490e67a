#include "nookc/back/interpreter_export/pack.h"

#include "nook/interp/build.h"
#include "nook/interp/interpreter.h"
#include "nookc/back/interpreter_export/elsewhere.h"

namespace nookc {
namespace {

constexpr int64_t kMostPacked = 16 << 20, kMostPackedOfAByte = 8;

}  // namespace

Result<std::vector<std::byte>> pack_weights(const nook::Model& model, const std::string& file,
                                            const Target& target) {
  nook::InterpreterOptions options;
  options.packer = &nook_pack_weights, options.variables = &nook_resource_variables;
  options.control = &nook_control_flow;
  nook_interpreter_fault fault{};
  std::vector<uint64_t> working(nook::packing_bytes(model) / 8 + 1);
  struct alignas(nook::kConstantAlignment) Block {
    std::byte bytes[nook::kConstantAlignment];
  };
  std::vector<Block> blocks;
  nook::interp::Built built;
  for (int round = 0; round < 2; ++round) {  // the first round counts, the second packs
    nook::Arena arena({reinterpret_cast<uint8_t*>(working.data()), working.size() * 8});
    nook::interp::Store store = nook::interp::Store::counting();
    built = {};
    const nook::Span<const uint8_t> given{reinterpret_cast<uint8_t*>(blocks.data()),
                                          blocks.size() * sizeof(Block)};
    if (options.packer->build(model, fast_resolver(), options, widths_of(target), store, arena, given, &built,
                              &fault) != nook::Code::kOk)
      return interpreter_fault(model, file, fault);
    if (built.constant_bytes > kMostPacked + kMostPackedOfAByte * static_cast<int64_t>(model.file().size()))
      return Diag{Exit::kUnsupported, "N3019", file,
                  "its packed weights take more than 16 MiB and more than eight times the file: need " +
                      std::to_string(built.constant_bytes) + " bytes",
                  "without packed weights the interpreter reads them in the model"};
    blocks.resize(built.constant_bytes / sizeof(Block));
  }
  const std::byte* const first = blocks.front().bytes;
  return std::vector<std::byte>(first, first + built.constant_bytes);
}

}  // namespace nookc
