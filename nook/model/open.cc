#include <string.h>

#include "nook/model/model.h"
#include "nook/model/verify.h"

namespace nook {
namespace {

ModelFault check(Span<const uint8_t> file, Table* root) {
  ModelFault fault;
  if (reinterpret_cast<uintptr_t>(file.data()) % 4) {
    fault.fault = Fault::kFileMisaligned;
  } else if (file.size() < 8 || file.size() > INT32_MAX) {
    fault.fault = Fault::kFileSize;
    fault.have = static_cast<int32_t>(file.size());
  } else if (memcmp(file.data() + 4, "TFL3", 4) != 0) {
    fault.fault = Fault::kIdentifier;
  } else {
    *root = root_table(file);
    fault = verify_model(file, *root);
  }
  return fault;
}

}  // namespace

Result<Model> Model::open(Span<const uint8_t> file, ModelFault* fault) {
  Table root;
  const ModelFault found = check(file, &root);
  if (fault) *fault = found;
  if (found.fault != Fault::kNone) return code_of(found.fault);
  return Model(file, root);
}

}  // namespace nook
