// What the validator says: each message begins with the suite's words.
#pragma once

namespace assay::validate::message {

inline constexpr const char* type_mismatch = "type mismatch";
inline constexpr const char* unknown_type = "unknown type";
inline constexpr const char* unknown_function = "unknown function";
inline constexpr const char* unknown_table = "unknown table";
inline constexpr const char* unknown_memory = "unknown memory";
inline constexpr const char* unknown_global = "unknown global";
inline constexpr const char* unknown_tag = "unknown tag";
inline constexpr const char* unknown_local = "unknown local";
inline constexpr const char* unknown_label = "unknown label";
inline constexpr const char* unknown_field = "unknown field";
inline constexpr const char* unknown_data_segment = "unknown data segment";
inline constexpr const char* unknown_elem_segment = "unknown elem segment";

inline constexpr const char* not_a_function_type = "type mismatch: not a function type";
inline constexpr const char* not_a_structure_type = "type mismatch: not a structure type";
inline constexpr const char* not_an_array_type = "type mismatch: not an array type";
inline constexpr const char* field_not_packed = "type mismatch: sign extension of a field that is not packed";
inline constexpr const char* field_packed = "type mismatch: packed field without sign extension";
inline constexpr const char* field_not_defaultable = "type mismatch: field type is not defaultable";
inline constexpr const char* immutable_field = "immutable field";
inline constexpr const char* immutable_array = "immutable array";
inline constexpr const char* immutable_global = "immutable global";
inline constexpr const char* array_not_numeric = "array type is not numeric or vector";
inline constexpr const char* arrays_differ = "array types do not match";

inline constexpr const char* alignment_too_large = "alignment must not be larger than natural";
inline constexpr const char* alignment_not_natural = "atomic alignment must be natural";
inline constexpr const char* offset_out_of_range = "offset out of range";
inline constexpr const char* invalid_lane = "invalid lane index";
inline constexpr const char* invalid_result_arity = "invalid result arity";
inline constexpr const char* uninitialized_local = "uninitialized local";
inline constexpr const char* undeclared_reference = "undeclared function reference";
inline constexpr const char* invalid_rethrow_label = "invalid rethrow label";
inline constexpr const char* constant_required = "constant expression required";
inline constexpr const char* data_count_required = "data count section required";
inline constexpr const char* unexpected_end_of_body = "unexpected end of section or function";

inline constexpr const char* sub_type = "sub type does not match its super type";
inline constexpr const char* non_empty_tag_result = "non-empty tag result type";
inline constexpr const char* duplicate_export = "duplicate export name";
inline constexpr const char* start_function = "start function must have no parameters and no results";
inline constexpr const char* min_above_max = "size minimum must not be greater than maximum";
inline constexpr const char* memory_too_large = "memory size must be at most 65536 pages (4GiB)";
inline constexpr const char* memory64_too_large = "memory size must be at most 2^48 pages (2^64 bytes)";
inline constexpr const char* memory_bytes_too_large = "memory size must be at most 2^32-1 pages of one byte";
inline constexpr const char* memory64_bytes_too_large = "memory size must be at most 2^64-1 pages of one byte";
inline constexpr const char* table_too_large = "table size must be at most 2^32-1";
inline constexpr const char* shared_without_max = "shared memory must have maximum";
inline constexpr const char* invalid_page_size = "invalid custom page size";
inline constexpr const char* multiple_memories = "multiple memories";
inline constexpr const char* multiple_tables = "multiple tables";

}  // namespace assay::validate::message
