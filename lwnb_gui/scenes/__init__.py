"""What stands where: one function a panel, from a reading to a `Scene`, for window, file, report and page.

Pure functions of frozen values. No Qt, no matplotlib but its tickers, no colours: shapes name the theme's
inks.
"""
