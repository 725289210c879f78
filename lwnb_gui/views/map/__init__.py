"""The map: what is drawn and said of rows by two attributes, two components or distance."""
