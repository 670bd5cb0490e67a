// Models as objects that tests change, read and written by libflatbuffers. The code that does so takes
// seconds to compile, so it is only in objects.cc.
#pragma once
#include <memory>
#include <string>

#include "schema_objects_generated.h"

namespace objects {

namespace fb = nook::tflite_objects;

// The file must be accepted by libflatbuffers' verifier.
std::unique_ptr<fb::ModelT> read(const void* file);

std::string written(const fb::ModelT& model);

}  // namespace objects
