#pragma once
#include <string>

#include "nook/core/span.h"

// Whether libflatbuffers' verifier accepts the file as a .tflite.
bool flatbuffers_accepts(nook::Span<const uint8_t> file);

// Reads a file that both open() and libflatbuffers' verifier accept with both readers. Empty if all facts of
// nook's view are equal, otherwise the first difference.
std::string first_difference(nook::Span<const uint8_t> file);
