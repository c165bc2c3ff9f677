// Whether a result is what a script expects.
#pragma once

#include <span>
#include <string>

#include "runtime/store.hpp"
#include "text/script.hpp"

namespace assay::spectest {

/// Bit for bit, NaN patterns by their sets, references by kind and, for host values, by number.
bool matches(const runtime::Value& value, const text::ResultPattern& pattern);

/// Values and patterns in the words of the text format.
std::string to_string(const runtime::Value& value);
std::string to_string(std::span<const runtime::Value> values);
std::string to_string(const text::ResultPattern& pattern);
std::string to_string(std::span<const text::ResultPattern> patterns);

/// Whether one of two messages begins with the other, as the suite wants it.
bool same_message(std::string_view got, std::string_view expected);

}  // namespace assay::spectest
