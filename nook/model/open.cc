#include "nook/model/model.h"
#include "nook/model/verify.h"

namespace nook {
namespace {

constexpr uint32_t kIdentifier = 0x334C4654;  // "TFL3"

ModelFault check(Span<const uint8_t> file) {
  ModelFault fault;
  const uintptr_t address = reinterpret_cast<uintptr_t>(file.data());
  if (!file.data() && file.size() > 0) {
    fault.fault = Fault::kNoFile;
  } else if (address % 4) {
    fault.fault = Fault::kFileMisaligned;
  } else if (file.size() < 8 || file.size() > INT32_MAX) {
    fault.fault = Fault::kFileSize;
    fault.have = static_cast<int32_t>(file.size());
  } else if (file.size() - 1 > UINTPTR_MAX - address) {
    fault.fault = Fault::kFileWraps;
  } else if (detail::load<uint32_t>(file.data() + 4) != kIdentifier) {
    fault.fault = Fault::kIdentifier;
  } else {
    fault = verify_model(file, root_table(file));
  }
  return fault;
}

}  // namespace

Result<Model> Model::open(Span<const uint8_t> file, ModelFault* fault) {
  const ModelFault found = check(file);
  if (fault) *fault = found;
  if (found.fault != Fault::kNone) return code_of(found.fault);
  return trusted(file);
}

}  // namespace nook
