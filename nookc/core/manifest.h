#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "nookc/core/diag.h"

namespace nookc {

// The files of a folder that nook wrote, with their digests: the file `.nook-files`, in the form that
// `sha256sum -c .nook-files` checks. A name may have several digests: while a file is being replaced both its
// old and its new bytes are nook's.
class Manifest {
 public:
  static constexpr const char* kName = ".nook-files";

  // Empty if the folder has none. Diag N4011: there is a file of that name which nook did not write; N4001.
  static Result<Manifest> read(const std::filesystem::path& folder);

  bool empty() const { return digests_.empty(); }
  bool lists(const std::string& name) const { return digests_.contains(name); }
  bool lists(const std::string& name, const std::string& digest) const;
  void add(const std::string& name, const std::string& digest) { digests_[name].insert(digest); }
  void set(const std::string& name, const std::string& digest) { digests_[name] = {digest}; }
  std::string text() const;

 private:
  std::map<std::string, std::set<std::string>> digests_;
};

}  // namespace nookc
