"""Coverage is added up by room, and the floor is seen."""

import pathlib

import layering
import line_coverage

rooms = layering.read_record("base | engine/base |  | \ntext | engine/text | base | \n")
root = pathlib.Path("/somewhere")


def file(name, count, covered):
    return {"filename": f"{root}/{name}", "summary": {"lines": {"count": count, "covered": covered}}}


def export(*files):
    return {"data": [{"files": list(files)}]}


def test_lines_are_added_up_by_room_without_tests():
    said = export(
        file("engine/text/lexer.cpp", 100, 90),
        file("engine/text/parser.cpp", 100, 100),
        file("engine/text/parser_test.cpp", 100, 0),
        file("elsewhere/a.cpp", 100, 0),
    )
    sums = line_coverage.by_room(said, rooms, root)
    assert list(sums) == ["text"]
    assert sums["text"].percent == 95.0


def test_a_room_below_its_floor_is_named():
    sums = line_coverage.by_room(export(file("engine/text/a.cpp", 100, 94), file("engine/base/a.cpp", 100, 0)), rooms, root)
    assert line_coverage.below_the_floor(sums) == ["text"]
