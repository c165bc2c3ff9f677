// Vector literals: a shape and its lanes.
#pragma once

#include <cstdint>
#include <optional>

#include "text/script.hpp"
#include "text/token_cursor.hpp"
#include "wasm/v128.hpp"

namespace assay::text {

/// The shape of a word like i32x4, if it is one.
std::optional<LaneShape> shape_of(Word word);

/// Parses `shape lane*`, fails with the suite's messages. spec: text-vec
wasm::V128 parse_v128(TokenCursor& cursor);

/// Parses the bits of one lane. spec: text-lane
std::uint64_t parse_lane_literal(TokenCursor& cursor, LaneShape shape);

/// Puts the bits of a lane in its place.
void set_lane(wasm::V128& vector, LaneShape shape, unsigned lane, std::uint64_t bits);

}  // namespace assay::text
