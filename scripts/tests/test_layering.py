"""The layering check finds what it should, and nothing else."""

import layering

record = """\
base | engine/base |  | 
wasm | engine/wasm | base | 
compiler/ssa | engine/compiler/ssa | wasm base | text
compiler | engine/compiler | compiler/ssa | 
text | engine/text | wasm base | 
fuzz | fuzz | text wasm | 
"""
rooms = {room.name: room for room in layering.read_record(record)}
names = frozenset(rooms)


def whys(path, room, text):
    return [finding.why for finding in layering.check_source(path, text, rooms[room], names)]


def test_a_used_room_and_its_own_may_be_included():
    text = '#include "wasm/module.hpp"\n#include "base/index.hpp"\n#include <vector>\n'
    assert whys("engine/wasm/module.cpp", "wasm", text) == []


def test_a_room_that_is_not_used_is_found_with_its_line():
    [finding] = layering.check_source("engine/wasm/a.cpp", '\n#include "text/lexer.hpp"\n', rooms["wasm"], names)
    assert str(finding) == 'engine/wasm/a.cpp:2: "text/lexer.hpp": room wasm does not use text'


def test_angle_brackets_hide_nothing():
    assert len(whys("engine/wasm/a.cpp", "wasm", "#  include <text/lexer.hpp>\n")) == 1


def test_the_innermost_room_counts():
    assert whys("engine/compiler/compile.cpp", "compiler", '#include "compiler/ssa/function.hpp"\n') == []
    assert len(whys("engine/compiler/ssa/a.cpp", "compiler/ssa", '#include "compiler/compile.hpp"\n')) == 1


def test_only_tests_may_use_what_only_tests_use():
    text = '#include "text/parse.hpp"\n'
    assert whys("engine/compiler/ssa/a_test.cpp", "compiler/ssa", text) == []
    assert len(whys("engine/compiler/ssa/a.cpp", "compiler/ssa", text)) == 1


def test_headers_are_included_by_room_path():
    assert len(whys("engine/wasm/a.cpp", "wasm", '#include "module.hpp"\n')) == 1


def test_threads_belong_to_the_platform():
    assert len(whys("engine/wasm/a.cpp", "wasm", "#include <thread>\n")) == 1
    assert whys("engine/wasm/a_test.cpp", "wasm", "#include <thread>\n") == []
    assert whys("fuzz/a.cpp", "fuzz", "#include <thread>\n") == []


def test_a_source_outside_all_rooms_is_found(tmp_path):
    (tmp_path / "engine" / "wasm").mkdir(parents=True)
    (tmp_path / "engine" / "wasm" / "good.hpp").write_text('#include "base/index.hpp"\n')
    (tmp_path / "engine" / "stray.hpp").write_text("")
    count, findings = layering.check(tmp_path, list(rooms.values()))
    assert count == 2
    assert [finding.path for finding in findings] == ["engine/stray.hpp"]
