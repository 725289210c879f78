import sys

from benchmarks.fuzz.text import main

sys.exit(main())
