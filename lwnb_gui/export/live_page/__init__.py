"""The live page: one HTML file in which k can be dragged, made of the scenes that the window draws.

`content` says what is shown, `steps` composes the scenes of an instance at every k, `packing` makes plain
data of them, `document` puts these into a page with `page.css` and `page.js`, which draws them. No number is
computed in the browser.
"""

from lwnb_gui.export.live_page.content import page_content, rows_in_dispute
from lwnb_gui.export.live_page.document import PageTooLargeError, to_live_page
from lwnb_gui.export.live_page.steps import PANELS, PageContent

__all__ = ["PANELS", "PageContent", "PageTooLargeError", "page_content", "rows_in_dispute", "to_live_page"]
