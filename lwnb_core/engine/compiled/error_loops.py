"""Compiled leave-one-out errors of naive Bayes on some rows and attributes, for LBR (see `lbr_errors`)."""

from __future__ import annotations

import numpy as np

from lwnb_core.engine.compiled.compiling import jit

# As `naive_bayes.TIE`. It is not imported: stored loops would not notice that it has changed.
_TIE = 1e-10

_compile = jit(allocates=True)


@_compile
def leave_one_out_errors(
    counted,
    scored,
    sizes,
    offsets,
    classes,
    logs,
    rows,
    attributes,
    o,
    total,
    wrong,
):
    """Fill in `wrong`: whether the class of each of `rows` is missed without it. `logs[i]` is ln i.

    `counted` and `scored` are value numbers times o, so that adding a class gives a cell of the tables; in
    `scored` a missing value has cells of its own at the end, which stay 0.
    """
    counts = np.zeros(total * o, dtype=np.int32)
    class_counts = np.zeros(o, dtype=np.int32)
    for i in rows:
        c = np.uint32(classes[i])
        class_counts[c] += 1
        for j in attributes:
            counts[counted[i, j] + c] += 1
    others = np.zeros((total + 1) * o)  # ln P(v|c) if the row left out is of another class
    own = np.zeros((total + 1) * o)  # ln P(v|c) if it is of class c itself
    for j in attributes:
        for l in range(o):
            below = class_counts[l] + sizes[j]
            for cell in range(offsets[j] * o + l, (offsets[j] + sizes[j]) * o, o):
                others[cell] = logs[counts[cell] + 1] - logs[below]
                own[cell] = logs[counts[cell]] - logs[below - 1]
    score = np.empty(o)
    for k in range(len(rows)):
        i = rows[k]
        c = np.uint32(classes[i])
        for l in range(o):
            score[l] = logs[class_counts[l] + 1]
        own_score = logs[class_counts[c]]
        for j in attributes:
            cell = scored[i, j]
            for l in range(o):
                score[l] += others[cell + np.uint32(l)]
            own_score += own[cell + c]
        score[c] = own_score
        best = score.max() - _TIE
        first = 0
        while score[first] < best:
            first += 1
        wrong[k] = first != c
