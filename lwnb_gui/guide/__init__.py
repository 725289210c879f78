"""The guide, readable without browser and network: its pages, and the parts that are generated."""
