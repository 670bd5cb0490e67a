// Looks at the folder of a firmware project: its build system, its board and its models.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/cli/board_words.h"
#include "nookc/core/diag.h"

namespace nookc {

struct BuildSystem {
  const char* format;  // --format of nook compile: "zephyr"
  const char* name;    // "Zephyr"
};

struct ProjectFolder {
  const BuildSystem* system = nullptr;
  std::string system_file;  // the file by which it was recognized; empty: no file
  Place place;
  std::string place_word, place_file;  // the word that names the place, and its file; empty: none
  std::vector<std::string> unknown;    // words for a board that nook does not know, with their files
  std::string program;                 // the program that the build makes; empty: not found
};

// Reads at most 64 files of at most 256 KiB. Diag N4001: the folder can't be read.
Result<ProjectFolder> look_at_folder(const std::filesystem::path& folder);

// The .tflite and .onnx files in a folder and up to three levels below it, sorted; hidden folders and folders
// of builds are left out. Diag N4001.
Result<std::vector<std::filesystem::path>> models_below(const std::filesystem::path& folder);

}  // namespace nookc
