"""Scenes on the screen: painted, pointed at, and read aloud by a screen reader."""
