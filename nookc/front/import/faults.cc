#include "nookc/front/import/faults.h"

#include "nookc/core/model_fault.h"
#include "nookc/core/text.h"
#include "nookc/front/import/file_kind.h"

namespace nookc {

Diag file_fault(std::span<const std::byte> bytes, const std::string& file, nook::Code code,
                const nook::ModelFault& fault) {
  if (fault.fault == nook::Fault::kIdentifier || fault.fault == nook::Fault::kFileSize)
    if (std::optional<Diag> kind = other_kind(bytes, file)) return *std::move(kind);
  Diag diag = model_fault(file, code, fault);
  if (fault.fault == nook::Fault::kIdentifier && bytes.size() >= 8)
    diag.what = "is not a .tflite: need 'TFL3' in its bytes 4 to 7, have '" +
                printable({reinterpret_cast<const char*>(bytes.data()) + 4, 4}) + "'";
  return diag;
}

}  // namespace nookc
