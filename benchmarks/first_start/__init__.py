"""What a first start costs: the compiler, numpy until it is done, and the first minute in the window."""
