"""The sentences of a report: what every format says in the same words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tictactoe.check.course import GAME, Action
from tictactoe.check.degrees import Degree
from tictactoe.check.report import Fault, Report, Verdict
from tictactoe.check.wire import FUNCTIONS
from tictactoe.draw.text import WIDTH, draw_board, flow
from tictactoe.rules import format_cell, format_position

SHOWN = 100
"""Characters of what a program prints."""
SLOW = 5.0
"""Seconds for the first move that are worth a hint."""
WORDS = {
    "right": "right",
    "wrong": "WRONG",
    "misled": "right by itself",
    "missing": "MISSING",
    "unfinished": "right so far",
    "not judged": "not judged",
}
DEGREE_WORDS: Mapping[Degree, tuple[str, str]] = {
    "games": ("loses or spoils games", "lose or spoil games"),
    "specification": ("breaks the specification", "break the specification"),
    "unasked": ("lets through what play never asks", "let through what play never asks"),
}
"""What one function does, and what several do."""
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")


GUARDED = {"resources": "memory and time", "files": "files", "calls": "system calls", "audit": "Python's own calls"}
"""What each guard is a guard of."""


def headline(report: Report) -> str:
    """The whole report in a few sentences: how it plays first, then what is to be mended."""
    if report.stopped:
        return f"It could not be judged: {report.stopped}."
    if report.to_blame:
        rest = _to_mend(report)
    elif report.is_right:
        rest = _right(report)
    elif any(verdict.asked for verdict in report.verdicts):
        rest = "It could not be judged to the end. What was asked is right."
    else:
        rest = "It could not be judged: nothing was answered in the time that it had."
    return f"{_play(report)} {rest}".lstrip()


def _right(report: Report) -> str:
    names = [verdict.function for verdict in report.verdicts]
    if set(names) == set(FUNCTIONS):
        return "Everything is right."
    return f"{_and(names)} {'is' if len(names) == 1 else 'are'} right; nothing else was asked."


def _play(report: Report) -> str:
    """How it plays, if that is known."""
    if report.games and report.games.lost:
        return "It can be beaten."
    if report.games and not report.games.unknown:
        return "It cannot be beaten."
    search = next((verdict for verdict in report.verdicts if verdict.function == "minimax"), None)
    if search and search.is_complete and search.wrong:
        return "It does not play every game to its end."
    return ""


def _to_mend(report: Report) -> str:
    """The functions to blame, and what is to be said of the rest."""
    things = f"{NUMBERS[len(report.to_blame)]} thing{'s' if len(report.to_blame) > 1 else ''}"
    fine = [verdict.function for verdict in report.verdicts if verdict.status == "misled"]
    also = f" {_and(fine)} {'is' if len(fine) == 1 else 'are'} right but for that." if fine else ""
    counts = "" if report.outcome == "wrong" else " That does not count as wrong here."
    return f"{things} to mend: {blamed(report)}.{also}{counts}"


def blamed(report: Report) -> str:
    """The functions to blame, the worst first, each with how bad it is."""
    bad = {verdict.function: verdict.degree or "games" for verdict in report.verdicts}
    groups = {
        degree: [name for name in report.to_blame if bad.get(name, report.degree) == degree] for degree in DEGREE_WORDS
    }
    return ", ".join(
        f"{_and(names)} ({DEGREE_WORDS[degree][len(names) > 1]})" for degree, names in groups.items() if names
    )


def _and(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def explained(verdict: Verdict, width: int = WIDTH) -> list[str]:
    """What is to be said of a function that is not simply right."""
    if verdict.status == "missing":
        return ["", f"{verdict.function}: there is no function of this name."]
    if verdict.status == "misled":
        return ["", flow(f"{verdict.function}: {verdict.note}", width)]
    lines = []
    if verdict.fault:
        count = f"{verdict.function}: wrong in {verdict.wrong:,} of {verdict.asked:,} questions"
        degree = DEGREE_WORDS[verdict.degree or verdict.fault.degree][0]
        board = " The smallest board:" if verdict.fault.question.board else ""
        lines += ["", flow(f"{count}; it {degree}.{board}", width), ""]
        lines += _shown(verdict.fault, width)
    if verdict.causes:
        lines += ["", *(flow(cause, width, "  ") for cause in verdict.causes)]
    if verdict.note:
        lines += ["", flow(f"{verdict.function}: {verdict.note}", width)]
    return lines


def _shown(fault: Fault, width: int) -> list[str]:
    question = fault.question
    lines = []
    if question.board is not None:
        lines += ["  " + line for line in draw_board(GAME, question.place.position).splitlines()] + [""]
    lines.append(f"  {call(fault)}")
    lines += [f"    {label:<11}{flow(text, width, ' ' * 15).lstrip()}" for label, text in answered(fault)]
    return lines


def in_a_line(verdict: Verdict) -> str:
    """What is wrong with a function, the board too, where there is room for a line; nothing if nothing is."""
    text = verdict.note or "; ".join(verdict.causes)
    if not verdict.fault:
        return text
    question = verdict.fault.question
    on = f" on {format_position(GAME, question.place.position)}" if question.board else ""
    said = ", ".join(f"{label} {what}".lstrip() for label, what in answered(verdict.fault))
    return f"{call(verdict.fault)}{on} {said}. {text}".rstrip()


def answered(fault: Fault) -> list[tuple[str, str]]:
    """What came of a call and what is right, each with a word for it."""
    return [
        ("raised" if fault.reply.raised else "returned", fault.came),
        *([("", "and the board that it was given is changed")] if fault.reply.changed else []),
        *([("", "and what it returned the time before is changed")] if fault.reply.altered else []),
        ("right is", fault.question.right),
    ]


def call(fault: Fault) -> str:
    """The call as its author would write it."""
    question = fault.question
    arguments = [] if question.board is None else ["board"]
    if question.action is not None:
        arguments.append(str(question.action))
    return f"{question.function}({', '.join(arguments)})"


def not_guarded(missing: Sequence[str]) -> str:
    """The guards that this system lacks, in words."""
    return f"this system has no guard of {' and '.join(GUARDED[name] for name in missing)}"


def about_guards(reports: Sequence[Report]) -> str:
    """One line if a guard was missing while programs ran; nothing if none was."""
    missing = [name for name in GUARDED if any(name in report.missing_guards for report in reports)]
    return f"Not fully guarded: {not_guarded(missing)}." if missing else ""


def about_games(report: Report) -> list[str]:
    lines = []
    if report.games and report.games.lost:
        games = report.games
        lines += ["", f"It can be beaten: as {games.side}, by {moves_text(games.shortest)}."]
        which = f"the {games.games:,} games against it that it plays to their end" if games.unknown else ""
        lines += [f"Of {which or f'all {games.games:,} games against it'}, it loses {games.lost:,}."]
    elif report.games and not report.games.unknown:
        lines += ["", f"It cannot be beaten: none of all {report.games.games:,} games against it is lost."]
    if report.first_move is not None:
        lines += ["", f"The first move takes {report.first_move:.2f} s of processor time."]
        if report.first_move > SLOW:
            lines += ["That is slow. Remembering positions that it has met, or alpha-beta pruning, would help."]
    return lines


def about_printing(report: Report) -> str:
    """That a program prints, and how that begins; nothing if it does not."""
    if not report.output:
        return ""
    begins = report.output.strip()
    shown = begins if len(begins) <= SHOWN else f"{begins[:SHOWN]}…"
    return f"It prints, while it is loaded or asked ({report.printed:,} bytes): {shown!r}"


def about_class(reports: Sequence[Report]) -> str:
    """How many programs are right."""
    count = Counter(report.outcome for report in reports)
    return (
        f"{len(reports)} programs: {count['right']} right, {count['wrong']} wrong, "
        f"{count['not judged']} not judged to the end."
    )


def brief(report: Report) -> str:
    """What a teacher wants to know of a program that is not simply right."""
    if report.stopped or not report.to_blame:
        return "" if report.is_right else headline(report)
    beaten = "; it can be beaten" if report.games and report.games.lost else ""
    return f"{blamed(report)}{beaten}"


def moves_text(moves: Sequence[Action]) -> str:
    """A game as a person would write it: X b2, O a1."""
    return ", ".join(f"{'XO'[n % 2]} {format_cell(GAME, row * 3 + col)}" for n, (row, col) in enumerate(moves))
