// Models as objects that tests change, read from files and written to them by libflatbuffers. What reads and
// writes takes a compiler seconds: it is in objects.cc alone.
#pragma once
#include <memory>
#include <string>

#include "schema_objects_generated.h"

namespace objects {

namespace fb = nook::tflite_objects;

// Of a file that libflatbuffers' verifier accepts.
std::unique_ptr<fb::ModelT> read(const void* file);

std::string written(const fb::ModelT& model);

}  // namespace objects
