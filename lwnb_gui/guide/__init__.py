"""The guide, to be read without browser and network: its pages, and the parts that are generated."""
