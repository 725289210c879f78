"""The data sets that ship with the program, and the generators that made some of them."""
