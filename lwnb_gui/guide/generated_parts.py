"""Parts of the guide that are generated from the program: its commands, keys and conventions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any


def table(titles: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table, with a line of dashes under its titles."""
    rows = [titles, ["---"] * len(titles), *lines]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows)


def commands() -> str:
    """Return every command of `lwnb` with its arguments and options."""
    import typer

    from lwnb_gui.cli.app import app

    group: Any = typer.main.get_command(app)
    parts = [_command(name, command) for name, command in group.commands.items() if not command.hidden]
    for panel in _shared():
        members = {
            o.opts[0]: o for c in group.commands.values() for o in _panels(c).get(panel, ())
        }  # a command may lack one or the other
        parts.append(f"## {panel}\n\n{_options(members.values())}")
    return "\n\n".join(parts)


def keys() -> str:
    """Return every action of the window with its keys, menu by menu (submenus in their place)."""
    from lwnb_gui import actions

    parts, seen = [], set()
    for menu, entries in actions.MENUS.items():
        names = [name for entry in entries for name in actions.FIXED.get(entry, (entry,))]
        own = [name for name in names if name in actions.SPECS and name not in seen]
        seen.update(own)
        parts.append(f"### {menu.replace('&', '')}\n\n" + _actions(actions.SPECS, own))
    return "\n\n".join(parts)


def knobs() -> str:
    """Return the three conventions, setting by setting."""
    from lwnb_core import CONVENTIONS, learner_from_spec
    from lwnb_gui.settings import SETTINGS, has_default_by_convention

    def default(name: str, convention: str) -> Any:
        learner = SETTINGS[name].learner
        owner = learner_from_spec(learner, {"convention": convention}) if learner else CONVENTIONS[convention]
        return getattr(owner, name)

    lines = [
        [setting.label, f"`{name}`", *(_value(default(name, c)) for c in CONVENTIONS)]
        for name, setting in SETTINGS.items()
        if has_default_by_convention(name)
    ]
    return table(["setting", "written", *(f"`{name}`" for name in CONVENTIONS)], lines)


def neighbours() -> str:
    """Return what the panel Neighbours says about its columns."""
    from lwnb_gui.views.neighbours import Neighbours

    return " ".join(Neighbours.help.strip().partition("\n\n")[0].split())


def file_formats() -> str:
    """Return the table of formats of data files."""
    from lwnb_core.data.formats.file_formats import FORMATS

    lines = [
        [
            ", ".join(one.names.values()),
            ", ".join(f"`{suffix}`" for suffix in one.suffixes) + (f": {one.remark}" if one.remark else ""),
            "yes" if one.write else "",
            f'`pip install "lwnb-explorer[{one.extra}]"`' if one.extra else "",
        ]
        for one in FORMATS.values()
    ]
    return table(["file", "suffix", "written, too", "needs"], lines)


def kernels() -> str:
    """Return the table of weighting functions."""
    from lwnb_core.local.kernels import WEIGHTINGS

    unbounded = "over all training rows; the bandwidth is the largest distance"
    lines = [
        [f"`{name}`", f"$`{one.latex.format(one=1)}`$", unbounded if one.is_unbounded else one.remark]
        for name, one in WEIGHTINGS.items()
    ]
    return table(["kernel", "$`f(u)`$", ""], lines)


def measures() -> str:
    """Return the table of measures."""
    from lwnb_core.evaluation.measures import MEASURES

    lines = [
        [
            one.axis,
            f"`{one.name}`",
            one.says,
            "lower" if one.less_is_better else "higher",
            _value(one.is_over_k),
        ]
        for one in MEASURES.values()
    ]
    return table(["measure", "written", "what it says", "better", "in curves"], lines)


def lectures() -> str:
    """Return the lectures that come with the program."""
    from lwnb_gui.teaching.lectures import shipped

    return table(["lecture", ""], ([lecture.title, lecture.summary] for lecture in shipped()))


def quotes() -> str:
    """Return what the text of a lecture can quote."""
    from lwnb_gui.views.wording.quotes import quotables

    return table(
        ["quote", "what it stands for"], ([f"`{{{name}}}`", one.meaning] for name, one in quotables().items())
    )


def samples() -> str:
    """Return the data sets that come with the program."""
    from lwnb_core import samples as known

    return table(["sample", "what it is"], ([f"`{one.name}`", one.description] for one in known()))


def _shared() -> tuple[str, ...]:
    """Return groups of options that most commands have, and that are listed once."""
    from lwnb_gui.cli.options.common import LEARNING, READING

    return LEARNING, READING


def _actions(specs: Any, names: Iterable[str]) -> str:
    return table(
        ["action", "keys", "what it does"],
        (
            [
                specs[name].text.replace("&", ""),
                ", ".join(f"<kbd>{key}</kbd>" for key in specs[name].keys),
                specs[name].tip,
            ]
            for name in names
        ),
    )


def _command(name: str, command: Any) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    usage = " ".join(["lwnb", name, "[OPTIONS]", *(_argument_usage(a) for a in arguments)])
    parts = [f"## lwnb {name}", _prose(command.help or ""), f"```text\n{usage}\n```"]
    if arguments:
        parts.append(table(["argument", ""], ([f"`{_metavar(a)}`", _prose(a.help or "")] for a in arguments)))
    panels = _panels(command)
    for panel, members in panels.items():
        if panel not in _shared():
            parts.append(f"*{panel}*" if panel != "Options" else "")
            parts.append(_options(members))
    shared = [f"[{panel}](#{panel.lower().replace(' ', '-')})" for panel in _shared() if panel in panels]
    if shared:
        parts.append(f"Also: {', '.join(shared)}.")
    return "\n\n".join(part for part in parts if part)


def _panels(command: Any) -> dict[str, list[Any]]:
    """Return the options by the heading under which --help lists them."""
    panels: dict[str, list[Any]] = {}
    for option in command.params:
        if option.param_type_name == "option" and not option.hidden:
            panels.setdefault(getattr(option, "rich_help_panel", None) or "Options", []).append(option)
    return panels


def _options(options: Iterable[Any]) -> str:
    return table(["option", ""], ([_option_names(o), _option_help(o)] for o in options))


def _argument_usage(argument: Any) -> str:
    name = _metavar(argument) + ("…" if argument.nargs == -1 else "")
    return name if argument.required else f"[{name}]"


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper()).strip("[]{}")


def _option_names(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    value = "" if option.is_flag else (option.metavar or "")
    return f"{names} {value}".strip()


def _option_help(option: Any) -> str:
    text = _prose(option.help or "")
    choices = _choices(option)
    if choices:
        text += " One of " + ", ".join(f"`{choice}`" for choice in choices) + "."
    if option.required:
        text += " Required."
    elif option.default not in (None, False, (), []) and not callable(option.default):
        default = getattr(option.default, "value", option.default)
        text += f" Default: `{default}`."
    return text


def _choices(option: Any) -> list[str]:
    """Return the choices of an option, if it has a list; typer's versions keep it in different places."""
    from lwnb_gui.cli.process.plain_help import choices_of

    if not option.is_flag and (choices := choices_of(option)):
        return list(choices)
    annotation = getattr(getattr(option, "type_descriptor", None), "annotation", None)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [str(choice.value) for choice in annotation]
    return [str(getattr(c, "value", c)) for c in getattr(getattr(option, "type", None), "choices", ())]


def _prose(text: str) -> str:
    """Escape help texts, which are for a terminal: angle brackets and stars are meant literally."""
    text = re.sub(r"(?<!\n)\n(?!\n)", " ", text.strip())
    return text.replace("<", "&lt;").replace("*", "\\*")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _cell(text: str) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")
