#pragma once
#include <string>

#include "nook/core/span.h"

// Whether libflatbuffers' verifier accepts the file as a .tflite.
bool flatbuffers_accepts(nook::Span<const uint8_t> file);

// Reads a file that both open() and libflatbuffers' verifier accept with both readers. Empty when all that
// nook's view can say is equal, else the first thing that is not.
std::string first_difference(nook::Span<const uint8_t> file);
