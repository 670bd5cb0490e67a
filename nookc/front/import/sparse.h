#pragma once
#include <string>

#include "nook/model/model.h"
#include "nookc/core/bytes.h"

namespace nookc::importing {

// The elements of a constant that the file stores sparse (SparsityParameters), all of them, as TensorFlow
// Lite's DENSIFY makes them: elements that are not stored have the bits 0, whatever the zero point. `info`
// has the type and shape. The work is linear in the bytes of the result, which must be at most `most`; that
// is subtracted from `most`. Returns the error, or an empty text.
std::string make_dense(const nook::Model& model, const nook::TensorView& tensor, const nook::TensorInfo& info,
                       int64_t* most, Bytes* dense);

}  // namespace nookc::importing
