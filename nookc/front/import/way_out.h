// How to obtain a model for nook from a file of another kind: a command, or an instruction.
#pragma once
#include <string>

namespace nookc::way_out {

// Quotes a path for a shell command.
std::string quoted(const std::string& path);
// A path with another suffix.
std::string with_ending(const std::string& file, const char* end);

std::string from_keras(const std::string& file);
std::string from_weights(const std::string& file);
std::string from_torchscript(const std::string& file);
std::string from_torch(const std::string& file);
std::string from_saved_model_file(const std::string& file);
std::string from_frozen(const std::string& file);
std::string from_core_ml(const std::string& file);
std::string from_tfjs(const std::string& file);
std::string from_c_array(const std::string& file);
std::string from_array(const std::string& file);
std::string from_lfs(const std::string& file);
std::string from_html(const std::string& file);
std::string from_gzip(const std::string& file);
std::string from_xz(const std::string& file);
std::string from_tar(const std::string& file);
std::string from_zip(const std::string& file);
std::string from_pickle(const std::string& file);
std::string from_exported_program(const std::string& file);
std::string from_executorch(const std::string& file);
std::string from_compiled(const std::string& file);
std::string from_converted(const std::string& file);
std::string from_checkpoint(const std::string& file);
std::string from_config(const std::string& file);
std::string from_paddle(const std::string& file);
std::string from_language_model(const std::string& file);
std::string from_bundle(const std::string& file);
std::string from_bzip2(const std::string& file);
std::string from_zstd(const std::string& file);
std::string from_7z(const std::string& file);
std::string from_rar(const std::string& file);
std::string from_annex(const std::string& file);
std::string from_dvc(const std::string& file);
std::string from_samples(const std::string& file);
std::string from_program(const std::string& file);
std::string from_text(const std::string& file);
std::string from_zeros(const std::string& file);

}  // namespace nookc::way_out
