"""The page Start: samples, recent files, lectures and First look."""
