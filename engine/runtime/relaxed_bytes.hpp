// Bulk access to memory that other threads use at the same time: every byte by a relaxed atomic access, none twice.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::runtime {

/// As memmove. Cells of eight bytes are moved whole where source and destination are equally aligned.
void relaxed_copy(std::byte* to, const std::byte* from, std::size_t count);
/// As memset.
void relaxed_fill(std::byte* at, std::uint8_t value, std::size_t count);

}  // namespace assay::runtime
