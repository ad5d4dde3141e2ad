"""What a grading service runs: it judges one submission and writes what came of it where the service looks for it.

    python -P -m tictactoe.adapters.classroom.grade FOLDER FORM RESULTS SETTINGS

Whatever is handed in, there are results: somebody waits for them. It needs nothing but the standard library.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tictactoe.adapters.classroom.settings import Settings, read_settings
from tictactoe.check.judge import check_file
from tictactoe.check.report import Report, judge_failed, unjudged
from tictactoe.check.submissions import PROGRAM, programs_in
from tictactoe.draw.report import draw_reports
from tictactoe.draw.report.words import WORDS, about_games, about_guards, explained, headline, in_a_line
from tictactoe.rules import BadInput
from tictactoe.search.files import replacing


def main(arguments: list[str]) -> None:
    folder, form, results, settings = arguments
    report = grade(Path(folder), Path(settings))
    text = draw_reports([report], form, 0) if form != "check50" else draw_for_check50(report)
    with replacing(Path(results)) as file:
        file.write(text.encode())


def grade(folder: Path, path: Path) -> Report:
    """Judge what was handed in, as the settings in the file `path` say."""
    settings = Settings()
    try:
        settings = read_settings(path)
        programs = programs_in(folder)
        if len(programs) > 1:
            raise BadInput(f"{len(programs)} programs were handed in: hand in one file, called {PROGRAM}")
        [program] = programs
        return check_file(
            program.path, settings.functions, settings.seconds, counted=settings.counted, within=program.within
        )
    except BadInput as error:
        return unjudged(folder / PROGRAM, settings.functions, str(error))
    except Exception as error:
        return judge_failed(folder / PROGRAM, settings.functions, error)


def draw_for_check50(report: Report) -> str:
    """What the checks of `check50` say: for each function whether it passes, why not, and what there is to read."""
    found = {}
    for verdict in report.verdicts:
        said = f"wrong in {verdict.wrong:,} of {verdict.asked:,} questions" if verdict.fault else WORDS[verdict.status]
        found[verdict.function] = {
            "passed": report.points(verdict) == 1,
            "why": said,
            "help": in_a_line(verdict),
            "log": "\n".join(explained(verdict)).strip().splitlines(),
        }
    about = [line for line in (headline(report), *about_games(report), about_guards([report])) if line]
    return json.dumps({"stopped": report.stopped, "about": about, "functions": found}) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
