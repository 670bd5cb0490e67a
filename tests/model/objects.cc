#include "tests/model/objects.h"

namespace objects {

std::unique_ptr<fb::ModelT> read(const void* file) { return fb::UnPackModel(file); }

std::string written(const fb::ModelT& model) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(fb::Model::Pack(builder, &model), fb::ModelIdentifier());
  return {reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize()};
}

}  // namespace objects
