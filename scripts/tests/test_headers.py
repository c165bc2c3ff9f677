"""The check of headers finds the ones that lean on their includer."""

import headers


def test_a_header_that_leans_on_its_includer_is_found(tmp_path):
    room = tmp_path / "engine" / "wasm"
    room.mkdir(parents=True)
    (room / "whole.hpp").write_text("#pragma once\n#include <vector>\ninline std::vector<int> empty;\n")
    (room / "leaning.hpp").write_text("#pragma once\ninline std::vector<int> empty;\n")
    count, complaints = headers.check(tmp_path)
    assert count == 2
    assert list(complaints) == ["engine/wasm/leaning.hpp"]
