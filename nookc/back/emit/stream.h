// The functions of a model whose input arrives row by row: begin, push_rows, finish.
#pragma once
#include <string>

#include "nookc/back/emit/parts.h"

namespace nookc {

inline constexpr std::string_view kBeginSignature = "nook_status $_begin(const $_memory* memory)";
inline constexpr std::string_view kPushSignature =
    "nook_status $_push_rows(const $_memory* memory, const void* rows, int32_t count)";
inline constexpr std::string_view kFinishSignature =
    "nook_status $_finish(const $_memory* memory, $_output* output)";
inline constexpr std::string_view kFinishRefSignature =
    "nook_status $_finish_ref(const $_memory* memory, const $_outputs_ref* outputs)";

// Their declarations and the sizes of rows; empty if the input does not arrive row by row.
std::string stream_declarations(const EmitContext& c);
// begin and push_rows. `chain_function` computes every row that the delivered rows allow.
std::string stream_functions(const EmitContext& c, const RowChain& chain, const std::string& chain_function);
// The statements of a run that gets the whole input; `input` is its buffer.
std::string stream_whole(const EmitContext& c, const RowChain& chain, const std::string& input);
// The statements that return an error before the last row has arrived.
std::string stream_complete(const EmitContext& c, const RowChain& chain);

}  // namespace nookc
