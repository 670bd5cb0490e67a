// Reads the values of a JSON document that may come from anywhere.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "nookc/core/diag.h"

namespace nookc {

// Remembers the first invalid value; an invalid value reads as empty.
class JsonFields {
 public:
  // `otherwise`: code and hint of the fault; `where` names the document.
  explicit JsonFields(Diag otherwise) : otherwise_(std::move(otherwise)) {}

  // Null where the object lacks the key.
  const nlohmann::json& at(const nlohmann::json& object, const char* key) const;
  int64_t whole(const nlohmann::json& object, const char* key, int64_t least = 0, int64_t most = INT32_MAX);
  int64_t whole_or(const nlohmann::json& object, const char* key, int64_t otherwise);
  double real(const nlohmann::json& object, const char* key, double least, double most);
  std::string text(const nlohmann::json& object, const char* key);
  const nlohmann::json& list(const nlohmann::json& object, const char* key);

  void fault(const std::string& key, const std::string& need, const nlohmann::json& have);
  // A fault that is not about one value.
  void refuse(const std::string& key, const std::string& what, const std::string& hint);
  const std::optional<Diag>& fault() const { return fault_; }

 private:
  Diag otherwise_;
  std::optional<Diag> fault_;
};

}  // namespace nookc
