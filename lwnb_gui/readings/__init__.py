"""What is said of a result, once for window, file, report, page and command line.

From `Explanation`, `Sweep` and `Predictions` to frozen values: which classes and in which order, numbers as
they are written, sentences, tips. No Qt, no matplotlib, no pixels.
"""
