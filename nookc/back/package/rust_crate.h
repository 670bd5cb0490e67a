// The files with which cargo builds a crate around generated C.
#pragma once
#include <string>

#include "nookc/back/package/description.h"

namespace nookc {

std::string cargo_manifest(const Package& package);
// sources.rs, which the build script ports/rust/build.rs includes.
std::string cargo_sources(const Package& package);

}  // namespace nookc
