"""Where the bundle starts."""

from multiprocessing import freeze_support

from lwnb_gui.cli import main

if __name__ == "__main__":
    freeze_support()  # experiments run in processes of their own
    main()
