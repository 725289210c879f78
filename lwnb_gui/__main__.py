"""`python -m lwnb_gui` is `lwnb`."""

from lwnb_gui.cli import main

if __name__ == "__main__":
    main()
