"""An experiment to take home: the report and the script that makes the same."""

from __future__ import annotations

from dataclasses import replace

from lwnb_core.evaluation.paper_data import paper_names
from lwnb_gui.export import Report, Section
from lwnb_gui.export.experiment_report import experiment_report, grid_table
from lwnb_gui.export.python import Script, literal
from lwnb_gui.export.study_scripts import experiment_script
from lwnb_gui.state.experiment_findings import Findings
from lwnb_gui.state.experiment_plan import Plan


def report_of(found: Findings, plan: Plan) -> Report:
    """The report; one of the paper's tables stands in it beside the printed figures."""
    report = experiment_report(
        found.result, found.datasets, measure=found.measure, script=script_of(found, plan)
    )
    if found.table is None or found.measure != "accuracy":
        return report
    grid = found.grid
    beside = Section(grid.title, table=grid_table(grid), notes=grid.notes)
    return replace(report, title=found.title, sections=(beside, *report.sections[1:]))


def script_of(found: Findings, plan: Plan) -> str:
    """A script on the engine that computes the same table."""
    if found.table is None:
        learners = plan.made
        return experiment_script(
            found.datasets,
            learners,
            runs=plan.runs,
            folds=plan.folds,
            base=plan.base,
            measure=found.measure,
        )
    script = Script(f"the paper's Table {found.table}, computed again")
    script.use(
        "from lwnb_core.evaluation.paper_data import find_data, paper_names",
        "from lwnb_core.evaluation.paper_grids import table_grid",
        "from lwnb_core.evaluation.paper_tables import compute_table",
    )
    names = list(found.datasets) or list(found.result.datasets)
    chosen = "paper_names()" if tuple(names) == paper_names() else f"paper_names({literal(names)})"
    folder = literal(plan.folder) if plan.folder else "None"
    script.add(
        f"folder = {folder}  # with the paper's data sets; those that are samples need none",
        f"found = find_data({chosen}, folder)",
        "data = [(item.name, item.data) for item in found if item.data is not None]",
        "",
        'if __name__ == "__main__":  # it works in several processes',
        f"    table = compute_table({found.table}, data, runs={plan.runs})",
        '    print(table_grid(table).render("markdown"))',
    )
    return script.text
