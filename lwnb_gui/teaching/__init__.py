"""Lectures, their screens and quotes, step mode, guessing and drawing. No Qt in here."""
