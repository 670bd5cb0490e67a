#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/graph/stated.h"

namespace nookc {

// The model in which the signature of that name runs; an empty name: the first, which runs by default. Notes
// the omitted signatures. Bytes that are not a model are returned unchanged. Diags N2054: there is no such
// signature, or its subgraph or the first one is part of another; N3016.
Result<std::vector<std::byte>> choose_signature(std::vector<std::byte> bytes, const std::string& file,
                                                const std::string& name, Stated* stated);

// The names of a model's signatures, in its order; none if the bytes are not a model.
std::vector<std::string> signature_names(const std::vector<std::byte>& bytes);

// The names of all variables of a model, as the importer calls their tensors; none if the bytes are not a
// model.
std::set<std::string> variable_names(const std::vector<std::byte>& bytes);

}  // namespace nookc
