"""The strip below the pages: the slider of k, its ribbon, and the settings of the method."""
