"""The faults of `benchmarks.mutations`, by file, and the tests that must notice them."""

from __future__ import annotations

# The tests for files whose names begin in this way; those that find most come first.
TESTS: dict[str, str] = {
    "lwnb_core/data": "core/data fuzz",
    "lwnb_core/engine/region": "core/engine/test_regions.py core/engine core",
    "lwnb_core/engine/compiled/region": "core/engine/test_regions.py core/engine core",
    "lwnb_core/engine/selection": "core/engine/test_selection.py core/engine core",
    "lwnb_core/engine/moved_query": "core/engine/test_selection.py core/engine core",
    "lwnb_core/engine/compiled/snapshot": "core/engine/test_selection.py core/engine core",
    "lwnb_core/engine/running_sums": "core/engine/test_selection.py core/engine core",
    "lwnb_core/engine": "core/engine/test_random_sweeps.py core/engine/test_sweeps_of_samples.py core",
    "lwnb_core/local/explanation": "views core",
    "lwnb_core/local": "core/local/test_explanation.py core/local/test_against_naive.py core",
    "lwnb_core/learners": "core/learners core",
    "lwnb_core/evaluation": "core/evaluation core",
    "lwnb_gui/app": "app",
    "lwnb_gui/study": "study",
    "lwnb_gui/experiment": "experiment",
    "lwnb_gui/session": "session",
    "lwnb_gui/teaching": "teaching",
    "lwnb_gui/text": "views",
    "lwnb_gui/views": "views",
}
# What is right, and what is put in its place.
# fmt: off
MUTATIONS: dict[str, list[tuple[str, str]]] = {
    "lwnb_core/engine/compiled/distance_loops.py": [
        ("1.0 if math.isnan(q) else max(q, 1.0 - q)", "1.0 if math.isnan(q) else q"),
    ],
    "lwnb_core/engine/compiled/sweep_loops.py": [
        ("sums[c, one + mn + j] += wz * z", "sums[c, one + mn + j] += wz * wz"),
        ("counted += weight if settings.by_weight else 1.0", "counted += 1.0"),
        ("reached = counted + 1e-9", "reached = counted"),
        (">= top * (1.0 - _TIE)", ">= top"),
    ],
    "lwnb_core/engine/compiled/score_loops.py": [
        ("1.0 if mean_squared > surely_above[t, i] * variance", "1.0 if mean_squared > surely_above[t, i]"),
        ("sums[c, presence + i] if missing else sums[c, 0]", "sums[c, 0]"),
    ],
    "lwnb_core/engine/sweeper.py": [
        ("last = int(ks[-1])", "last = int(ks[-1]) - 1"),
        ("distances <= reaches[:, None]", "distances < reaches[:, None]"),
        ("1 / max(1, self.training.n_whole - one_left_out)", "1 / max(1, self.training.n_whole)"),
    ],
    "lwnb_core/engine/selection.py": [
        ("order = order[nearest[order] != self.left_out]", "pass"),
        ("ranking.d2[row] * self._reach < ranking.d2[-1]", "ranking.d2[row] <= ranking.d2[-1]"),
    ],
    "lwnb_core/engine/moved_query.py": [("np.subtract(d2, terms[0], out=terms[0])", "d2.copy()")],
    "lwnb_core/engine/running_sums.py": [
        ("s = min(end // self._stride", "s = min((end + 1) // self._stride"),
        ("by = choose * (origins", "by = (choose > 0) * (origins"),
    ],
    "lwnb_core/engine/compiled/direct_loops.py": [
        ("d2[end] <= squared * settings", "d2[end] < squared * settings"),
        ("total / (n - 1) if n > 1 else 0.01", "total / n if n > 1 else 0.01"),
    ],
    "lwnb_core/engine/compiled/region_loops.py": [
        ("inner = max(h - 2.0 * reach", "inner = max(h - 0.5 * reach"),
        ("if d2[i] > h2:", "if d2[i] >= h2:"),
    ],
    "lwnb_core/engine/regions.py": [("and bool((training.weights == 1).all())", "and bool(training.n)")],
    "lwnb_core/local/neighbourhood.py": [
        ('within = end = int(np.searchsorted(self.d2, h2, side="right"))', "within = end = row + 1"),
        ("counted_to - _ROUNDING", "counted_to"),
    ],
    "lwnb_core/local/distance.py": [("len(attribute.values) > 2", "len(attribute.values) >= 2")],
    "lwnb_core/local/naive_bayes.py": [
        ("np.sqrt(variance), resolution / np.sqrt(12)", "np.sqrt(variance), resolution / 12"),
        ("(-probabilities[c], -decisive[c])", "-probabilities[c]"),
    ],
    "lwnb_core/local/leave_one_out.py": [
        ("w * delta * (value - shifted)", "w * delta * (value - mean[rows, c])"),
    ],
    "lwnb_core/learners/discretisation/mdl.py": [
        ('np.searchsorted(cuts, column, side="left")', 'np.searchsorted(cuts, column, side="right")'),
    ],
    "lwnb_core/learners/aode.py": [
        ("below - weight * np.outer(shared, has_child)", "below - np.outer(shared, has_child)"),
    ],
    "lwnb_core/learners/counts.py": [
        ("self.starts - (self.starts > position)", "self.starts - (self.starts >= position)"),
    ],
    "lwnb_core/learners/tan_tree.py": [("- alone - alone.T", "- alone - alone")],
    "lwnb_core/evaluation/folds.py": [("size + (fold < larger)", "size + (fold <= larger)")],
    "lwnb_core/evaluation/posterior_measures.py": [
        ("np.cumsum(below) - below / 2", "np.cumsum(below) - below"),
    ],
    "lwnb_core/evaluation/measures.py": [
        ("np.nanmax(signed) - 10.0**-_DECIMALS", "np.nanmax(signed)"),
    ],
    "lwnb_core/evaluation/significance.py": [("1 / (folds - 1)", "1 / folds")],
    "lwnb_core/data/arff/tokens.py": [("number + lines_inside + 1", "number + 1")],
    "lwnb_core/data/arff/values.py": [("word == MISSING and type(word) is str", "word == MISSING")],
    "lwnb_core/data/arff/rows.py": [
        ("if index <= last:", "if index < last:"),
        ("if not 0 <= number <", "if not 0 < number <"),
    ],
    "lwnb_core/data/csv/records.py": [
        ('number += 1 + text.count("\\n", position, end)', "number += 1"),
    ],
    "lwnb_core/data/csv/dialect.py": [("(times - 0.5 * torn)", "times")],
    "lwnb_core/data/csv/columns.py": [("while new in taken:", "while new in seen:")],
    "lwnb_gui/app/query.py": [
        ("float(self.data.weights[self.row]) if", "1.0 if"),
        ("row=row, changes=())", "row=row)"),
    ],
    "lwnb_gui/app/history.py": [
        ("del self._done[: -self._longest]", "del self._done[: 1 - self._longest]"),
    ],
    "lwnb_gui/session/file.py": [
        ("key in plain and version < first", "key in plain and version <= first"),
    ],
    "lwnb_gui/app/app_state.py": [("            elif by < 0:\n                at -= 1\n", "")],
    "lwnb_gui/views/wording/classes.py": [("fitting - len(first)", "fitting - len(first) - 1")],
    "lwnb_gui/text.py": [("0 < value < least / 2", "0 < value < least")],
    "lwnb_gui/views/contributions.py": [
        ("return n if n > 1 else 0", "return n"),
        ("at = min(zero, zero + long)", "at = zero"),
    ],
    "lwnb_gui/views/posterior.py": [("reading.chances[i][c], tall", "reading.chances[0][c], tall")],
    "lwnb_gui/views/map/view_transform.py": [("self.bottom + y0 * up", "self.bottom - y0 * up")],
    "lwnb_gui/views/ribbon.py": [
        ('np.searchsorted(self.ks, k, side="right") - 1', "np.searchsorted(self.ks, k)"),
        ('np.searchsorted(edges, middles, side="right")', "np.searchsorted(edges, middles) + 1"),
    ],
}
# fmt: on
