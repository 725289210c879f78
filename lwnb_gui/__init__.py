"""What faces a person: the command line now, the window in `lwnb_gui.qt`."""
