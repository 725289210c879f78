"""The live page: one HTML file in which k can be dragged, made of the scenes that the window draws.

`content` says what is shown, `steps` composes the scenes of an instance at every k, `curves` those of a
study, `packing` makes plain data of them, `document` puts these into a page with `page.css` and `page.js`,
which draws them. No number is computed in the browser, except the gap between computed curves and those that
are drawn there by hand (`curves_by_hand.js`).
"""

from lwnb_gui.render.live_page.content import MOST_ROWS, growing_contents, page_content, rows_in_dispute
from lwnb_gui.render.live_page.curves import PageCurves
from lwnb_gui.render.live_page.document import LARGEST, PageTooLargeError, largest_live_page, to_live_page
from lwnb_gui.render.live_page.steps import PANELS, PageContent

__all__ = [
    "LARGEST",
    "MOST_ROWS",
    "PANELS",
    "PageContent",
    "PageCurves",
    "PageTooLargeError",
    "growing_contents",
    "largest_live_page",
    "page_content",
    "rows_in_dispute",
    "to_live_page",
]
