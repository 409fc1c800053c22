"""The floors of the house: who may import whom, who may look outside, what may change. Every file, by `ast`."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tutor

PACKAGE = Path(tutor.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = sorted(m.name for m in pkgutil.walk_packages([str(PACKAGE)], "tutor.") if m.name != "tutor.__main__")

LOWEST = {"maths", "notation", "surroundings"}
SHELL = LOWEST | {"lessons", "records", "coaching", "rendering"}
APP = SHELL | {"widgets", "screens", "app", "look"}

MAY_IMPORT: dict[str, tuple[set[str], set[str]]] = {
    # folder or module: parts of the tutor beside itself, libraries beside the standard one
    "maths": (set(), {"numpy"}),
    "notation": (set(), {"numpy"}),
    "surroundings": (set(), {"platformdirs"}),
    "lessons": (LOWEST, {"numpy"}),
    "records": (LOWEST, {"numpy"}),
    "coaching": (LOWEST | {"lessons", "records"}, {"numpy"}),
    "rendering": (LOWEST | {"lessons", "records", "coaching"}, {"numpy", "rich"}),
    "plain": (SHELL, {"numpy", "rich"}),
    "commands": (SHELL | {"plain", "server"}, {"numpy", "rich"}),
    "widgets": (LOWEST, {"numpy", "rich", "textual"}),
    "look": (LOWEST, {"rich", "textual"}),
    "screens": (SHELL | {"widgets", "look"}, {"numpy", "rich", "textual"}),
    "app": (APP, {"numpy", "rich", "textual"}),
    "server": (APP | {"plain"}, {"numpy", "rich", "textual", "asyncssh"}),
    "process": ({"app"}, set()),
    "cli": (APP | {"commands", "process"}, set()),
    "__main__": ({"cli"}, set()),
    "__init__": (set(), set()),
}

FOR_TYPES_ONLY = {("screens", "app")}
"""A screen knows the type of its app, and no more: the app imports the screens."""

LOOKS_OUTSIDE = re.compile(
    r"os\.(environ|getenv|getcwd|get_terminal_size|path\.expanduser)|sys\.(__)?(stdin|stdout|stderr|argv)"
    r"|Path\.(cwd|home)|shutil\.get_terminal_size|time\.time(_ns)?|(datetime\.)*datetime\.(now|utcnow|today)"
    r"|locale\.\w+|random\.(?!Random$)\w+|(np|numpy)\.random\.(?!default_rng$|Generator$)\w+"
)
MAKES_STATE = {"list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "OrderedDict"}
CHANGES = {"append", "extend", "insert", "add", "update", "setdefault", "pop", "popitem", "clear", "remove", "discard"}


def part_of(path: Path) -> str:
    """The folder or module of the package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def tree_of(path: Path) -> ast.Module:
    """A file, parsed."""
    return ast.parse(path.read_text(), str(path))


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Every module that a file imports, by its full name, and whether only for types."""

    def walk(node: ast.AST, typed: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                yield from ((alias.name, typed) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path}:{child.lineno}: imports are absolute"
                yield from ((f"{child.module}.{alias.name}", typed) for alias in child.names)
            elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                yield from walk(child, True)
            else:
                yield from walk(child, typed)

    yield from walk(tree_of(path), False)


def each_file(*, but: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    """Run a test once for every file of the package, except those of some parts."""
    files = [path for path in FILES if part_of(path) not in but]
    return pytest.mark.parametrize("path", files, ids=lambda path: str(path.relative_to(PACKAGE)))


def found(path: Path, nodes: list[ast.AST]) -> list[str]:
    """Lines of a file, as one finds them."""
    return [f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)[:80]}" for node in nodes]


# Who imports whom


@each_file()
def test_a_floor_imports_only_what_lies_below(path: Path) -> None:
    """The table above, file by file; imports for types count too."""
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part} has no place in the table of floors"
    parts, libraries = MAY_IMPORT[part]
    for name, typed in imports(path):
        top, _, rest = name.partition(".")
        if top == "tutor":
            used = rest.partition(".")[0]
            known = used in MAY_IMPORT
            fine = not known or used == part or used in parts or (typed and (part, used) in FOR_TYPES_ONLY)
            assert fine, f"{part} imports tutor.{used}"
        else:
            assert top in sys.stdlib_module_names or top in libraries, f"{part} imports {top}"


def test_what_is_imported_is_declared() -> None:
    """Every library that the package names is one of its dependencies, not a guest of another one."""
    wanted = importlib.metadata.requires("attn-tutor") or []
    lines = [line for line in wanted if "extra ==" not in line or "serve" in line.partition("extra ==")[2]]
    declared = {re.split(r"[^\w-]", line)[0].lower().replace("_", "-") for line in lines}
    tops = {name.partition(".")[0] for path in FILES for name, _ in imports(path)}
    owners = importlib.metadata.packages_distributions()
    used = {
        top: owners.get(top, ["?"])[0].lower().replace("_", "-") for top in tops - sys.stdlib_module_names - {"tutor"}
    }
    assert {top: owner for top, owner in used.items() if owner not in declared} == {}


@each_file()
def test_nothing_private_is_imported(path: Path) -> None:
    """A leading underscore says: not for others."""
    for name, _ in imports(path):
        if not name.startswith("__future__"):
            assert not re.search(r"\._(?!_)", name), name


# Who looks outside


@each_file(but=("cli", "process", "surroundings", "commands", "__main__"))
def test_nobody_below_the_command_line_looks_outside(path: Path) -> None:
    """No environment, standard stream, current folder, signal, wall clock or shared random numbers."""
    nodes = list(ast.walk(tree_of(path)))
    seen = [x for x in nodes if isinstance(x, ast.Attribute) and LOOKS_OUTSIDE.fullmatch(ast.unparse(x))]
    calls = [x for x in nodes if isinstance(x, ast.Call) and isinstance(x.func, ast.Name | ast.Attribute)]
    seen += [x for x in calls if isinstance(x.func, ast.Name) and x.func.id in ("print", "input", "exec", "eval")]
    seen += [x for x in calls if isinstance(x.func, ast.Attribute) and x.func.attr == "expanduser"]
    assert found(path, seen) == []
    assert not {"signal", "locale", "tempfile", "webbrowser", "subprocess"} & {
        n.split(".")[0] for n, _ in imports(path)
    }


@each_file(but=("cli", "process", "surroundings", "__main__"))
def test_commands_print_and_ask_but_read_no_environment(path: Path) -> None:
    """What a command needs of the environment is in its `Surroundings`."""
    text = path.read_text()
    assert re.findall(r"\b(environ|getenv|Path\.cwd|getcwd|Path\.home|expanduser)\b", text) == []


# State that several learners would share


@each_file()
def test_modules_hold_no_state_that_changes(path: Path) -> None:
    """No list, set or global at module level; a table is a dict in capitals, or better a tuple or frozenset."""
    bad: list[ast.AST] = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Global)]
    for node in tree_of(path).body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        value = node.value
        table = isinstance(value, ast.Dict | ast.DictComp) and all(re.fullmatch("_?[A-Z][A-Z0-9_]*", x) for x in names)
        call = isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in MAKES_STATE
        literal = isinstance(value, ast.List | ast.Set | ast.ListComp | ast.SetComp | ast.Dict | ast.DictComp)
        if (call or literal) and names and not table and names != ["__all__"]:
            bad.append(node)
    assert found(path, bad) == []


@each_file()
def test_tables_are_never_written_to(path: Path) -> None:
    """A name in capitals is a constant: nobody stores into it or calls what changes it."""
    bad: list[ast.AST] = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            owner: ast.expr = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            owner = node.func.value
        else:
            continue
        name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
        if re.fullmatch("_?[A-Z][A-Z0-9_]+", name):
            bad.append(node)
    assert found(path, bad) == []


# What others keep to themselves


@each_file()
def test_private_attributes_are_used_by_their_owners_only(path: Path) -> None:
    """`x._y` is fine where this file defines `_y`; of Textual, Rich or another file of ours it is not."""
    nodes = list(ast.walk(tree_of(path)))
    own = {x.name for x in nodes if isinstance(x, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    own |= {x.attr for x in nodes if isinstance(x, ast.Attribute) and isinstance(x.ctx, ast.Store)}
    own |= {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
    uses = [x for x in nodes if isinstance(x, ast.Attribute) and re.match("_[a-z]", x.attr) and x.attr not in own]
    allowed = {"os._exit"}
    assert found(path, [x for x in uses if ast.unparse(x) not in allowed]) == []


def test_no_private_name_of_textual_is_taken() -> None:
    """A `_name` of ours that Textual's own class uses too would change how Textual works, without a word."""
    taken = []
    for module in [m for m in MODULES if m.split(".")[1] in ("app", "screens", "widgets", "look")]:
        for cls in vars(importlib.import_module(module)).values():
            if inspect.isclass(cls) and cls.__module__ == module:
                bases = [base for base in cls.__mro__ if base.__module__.partition(".")[0] in ("textual", "rich")]
                theirs = set().union(*map(private_names, bases))
                ours = set(re.findall(r"(?:self\.|def )(_[a-z]\w*)", inspect.getsource(cls)))
                taken += [f"{module}.{cls.__name__}.{name}" for name in sorted(ours & theirs)]
    assert taken == []


@cache
def private_names(cls: type) -> frozenset[str]:
    """Every private attribute or method that a class of another package names."""
    return frozenset(re.findall(r"(?:self\.|def )(_[a-z]\w*)", inspect.getsource(cls)))


# How it is written


@each_file()
def test_a_module_says_what_it_is_for(path: Path) -> None:
    """Every file begins with a docstring of a sentence."""
    words = ast.get_docstring(tree_of(path)) or ""
    assert words.rstrip("`").endswith((".", "?", ":")) or "\n" in words, f"{path}: {words!r}"


def test_no_file_is_longer_than_one_can_keep_in_mind() -> None:
    """About 300 lines; beyond that a file asks to be split."""
    files = [*FILES, *PACKAGE.rglob("*.tcss")]
    long = {str(path.relative_to(PACKAGE)): len(path.read_text().splitlines()) for path in files}
    assert {name: lines for name, lines in long.items() if lines > 320} == {}


# The rules themselves


def test_the_rules_find_what_they_are_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with one fault of each kind is refused by each rule; a test that cannot fail proves nothing."""
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    path = tmp_path / "lessons" / "bad.py"
    path.parent.mkdir()
    rules = {
        "from textual.app import App": test_a_floor_imports_only_what_lies_below,
        "def f():\n    import tutor.records.journal": test_a_floor_imports_only_what_lies_below,
        "if TYPE_CHECKING:\n    from tutor.screens import keys": test_a_floor_imports_only_what_lies_below,
        "from tutor.maths.attention import _softmax": test_nothing_private_is_imported,
        "x = os.environ['HOME']": test_nobody_below_the_command_line_looks_outside,
        "def f():\n    print(1)": test_nobody_below_the_command_line_looks_outside,
        "x = random.choice([1])": test_nobody_below_the_command_line_looks_outside,
        "import signal": test_nobody_below_the_command_line_looks_outside,
        "home = Path.home()": test_commands_print_and_ask_but_read_no_environment,
        "seen = []": test_modules_hold_no_state_that_changes,
        "CACHE = defaultdict(int)": test_modules_hold_no_state_that_changes,
        "cache = {}": test_modules_hold_no_state_that_changes,
        "def f():\n    global x": test_modules_hold_no_state_that_changes,
        "def f():\n    TABLE['x'] = 1": test_tables_are_never_written_to,
        "def f():\n    model.KINDS.update(x=1)": test_tables_are_never_written_to,
        "def f(self):\n    return self.app._driver": test_private_attributes_are_used_by_their_owners_only,
        "def f(self):\n    return self._size": test_private_attributes_are_used_by_their_owners_only,
        "'''no sentence'''": test_a_module_says_what_it_is_for,
    }
    for text, rule in rules.items():
        path.write_text(text)
        tree_of.cache_clear()
        with pytest.raises(AssertionError):
            rule(path)
    tree_of.cache_clear()
