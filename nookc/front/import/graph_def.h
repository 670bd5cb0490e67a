// Recognises protobuf messages by their first fields, without a schema.
#pragma once
#include <string_view>

namespace nookc {

bool is_saved_model(std::string_view bytes);
bool is_core_ml(std::string_view bytes);
bool is_frozen_graph(std::string_view bytes);

}  // namespace nookc
