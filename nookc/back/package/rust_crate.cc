#include "nookc/back/package/rust_crate.h"

#include <nlohmann/json.hpp>

#include "nookc/back/package/cores.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

// A quoted JSON string, which TOML and Rust read as well: check_facts() refuses control characters.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += "\n    " + quoted(word) + ",";
  return "&[" + text + (words.empty() ? "]" : "\n]");
}

std::string constant(const std::string& name, const std::string& type, const std::string& value) {
  return "const " + name + ": " + type + " = " + value + ";\n";
}

}  // namespace

std::string cargo_manifest(const Package& package) {
  const PackageFacts& facts = package.facts;
  return "[package]\nname = \"" + package_name(package) + "\"\nversion = \"" + package.version +
         "\"\nedition = \"2021\"\nrust-version = \"1.63\"\ndescription = " + quoted(package.what) + "\n" +
         (facts.license.empty() ? "" : "license = " + quoted(facts.license) + "\n") +
         (facts.author.empty() ? "" : "authors = [" + quoted(facts.author) + "]\n") +
         (facts.url.empty() ? "" : "homepage = " + quoted(facts.url) + "\n") +
         "categories = [\"embedded\", \"no-std\", \"science\"]\nlinks = \"" + package_name(package) + "\"\n";
}

std::string cargo_sources(const Package& package) {
  return "// What build.rs compiles, and for which targets of cargo.\n" +
         constant("NAME", "&str", quoted(package_name(package))) +
         constant("TARGET", "&str", quoted(package.target)) +
         constant("MATH", "bool", package.math ? "true" : "false") +
         "// The flags of the core; empty: those of cargo's target.\n" +
         constant("FLAGS", "&[&str]", list_of(split_text(package.flags, ' '))) +
         "// Cargo's targets that run the code begin so; empty: all do.\n" +
         constant("TARGETS", "&[&str]", list_of(cargo_targets(*find_target(package.target)))) +
         constant("SOURCES", "&[&str]", list_of(package.sources));
}

}  // namespace nookc
