# SPDX-License-Identifier: Apache-2.0
"""Reads tests/coverage/items.toml: what the interfaces of others have, and how gridcall gives it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from model import Item, Model, Part, SpecError


def names(model: Model) -> set[str]:
    """The names a row may have: functions, and the constants of enums, flags and versions."""
    found = {f.name for f in model.functions} | {"GRIDCALL_VERSION_MAJOR"}
    for group in [*model.enums.values(), *model.flags.values()]:
        found |= {value.constant for value in group.values}
    return found


def read_item(number: int, item: dict, where: str, known: set[str]) -> Item:
    for key in item:
        if key not in {"name", "functions", "tests", "note", "answer", "open"}:
            raise SpecError(f"{where}: unknown key '{key}'")
    kinds = [key for key in ("functions", "answer", "open") if item.get(key)]
    if len(kinds) != 1:
        raise SpecError(f"{where}: one of functions, answer and open is wanted, not {kinds or 'none'}")
    if bool(item.get("functions")) != bool(item.get("tests")):
        raise SpecError(f"{where}: functions and tests belong together")
    for name in item.get("functions", []):
        if name not in known:
            raise SpecError(f"{where}: `{name}` is neither a function of the spec nor a constant")
    for test in item.get("tests", []):
        if not re.fullmatch(r"(ctest:)?[a-z0-9_]+", test):
            raise SpecError(f"{where}: '{test}' names no test")
    return Item(number, item["name"], item.get("functions", []), item.get("tests", []), item.get("note", ""),
                item.get("answer", ""), item.get("open", ""))


def read(model: Model, path: Path) -> list[Part]:
    with path.open("rb") as file:
        table = tomllib.load(file)
    known = names(model)
    parts, number = [], 0
    for part in table["part"]:
        items = []
        for item in part["item"]:
            number += 1
            items.append(read_item(number, item, f"{path.name}: item {number}", known))
        parts.append(Part(part["source"], part.get("title", ""), items))
    if number != table["items"]:
        raise SpecError(f"{path.name}: there are {number} items, and `items` says {table['items']}")
    return parts
