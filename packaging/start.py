"""The entry point of the bundle."""

from multiprocessing import freeze_support

from lwnb_gui.cli import main

if __name__ == "__main__":
    freeze_support()  # experiments run in separate processes
    main()
