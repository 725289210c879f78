"""The map: drawings and texts about rows by two attributes, two components or distance."""
