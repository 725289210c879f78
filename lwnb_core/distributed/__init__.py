"""Training rows in many parts, which need not fit into one memory together.

One reduction finds what a model must know of all rows (`survey`). For a block of test instances each part
returns those of its rows that can be in a neighbourhood (`candidates`); together they are the training rows
of an ordinary model, so that every number is the one that a single machine would compute.
"""
