"""What is said of a result, once for everybody: which classes and in which order, how numbers and names are
written, in which words. Window, figures, reports and terminal all read it here. No Qt, no matplotlib, no
pixels.
"""
