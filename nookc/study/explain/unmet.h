#pragma once
#include <string>
#include <vector>

#include "nook/ops/contract/kernel_fits.h"

namespace nookc {

// The properties that a layer lacks for a kernel, in words: "input channels: need 4 to 8, have 12". Empty if
// nook::fits() is true.
std::vector<std::string> unmet(const nook::KernelFits& row, const nook::Layer& layer);
// Likewise, those that it lacks for the kernel to be worth its code at other levels than -O time. Empty if
// nook::worth_for() is true.
std::vector<std::string> unworthy(const nook::KernelFits& row, const nook::Layer& layer);
// The condition of a row that is a function, in words; its name in nook's sources if it has no words.
std::string condition_in_words(const std::string& name);

}  // namespace nookc
