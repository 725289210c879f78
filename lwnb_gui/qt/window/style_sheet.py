"""The style sheet: flat fills, lines of one pixel, one accent."""

from __future__ import annotations

from lwnb_gui.theme import Theme


def style_sheet(t: Theme, amber: tuple[str, str]) -> str:
    """Return the style sheet of the window and its dialogs. Lengths are those of the light theme, scaled."""

    def px(length: float) -> str:
        return f"{max(1, round(t.px(length)))}px"

    def half(inside: float, border: float) -> str:
        """Return the radius of a circle; Qt rounds nothing if it is larger than half the size."""
        return f"{(max(1, round(t.px(inside))) + 2 * max(1, round(border))) // 2}px"

    inner = f"{max(1, round(t.px(12))) - 2}px"  # of an indicator whose border is two pixels wider
    small, text, panel = (f"{round(s)}px" for s in (t.size_small, t.size_text, t.size_panel))
    return f"""
QMainWindow, QDialog, QMenuBar, #pageBar, #strip, QStatusBar {{ background: {t.window}; color: {t.ink}; }}
QMenuBar {{ font-size: {text}; max-height: {px(28)}; padding-left: 6px; }}
QMenuBar::item {{ padding: {px(6)} {px(8)}; background: transparent; }}
QMenuBar::item:selected {{ background: {t.fill}; }}
QMenu {{ background: {t.panel}; border: 1px solid {t.separator_strong}; padding: 4px 0; }}
QMenu::item {{ padding: 4px 24px 4px 24px; }}
QMenu::item:selected {{ background: {t.accent_tint}; color: {t.ink}; }}
QMenu::item:disabled {{ color: {t.ink3}; }}
QMenu::separator {{ height: 1px; background: {t.separator}; margin: 4px 0; }}
QToolTip {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.separator_strong};
    padding: 5px; font-size: {small}; }}

#pageBar {{ border-bottom: 1px solid {t.separator_strong}; }}
#pageButton {{ background: transparent; border: none; border-bottom: 2px solid transparent; color: {t.ink2};
    font-size: {panel}; padding: 0; min-height: {px(38)}; }}
#pageButton:hover {{ color: {t.ink}; background: {t.fill}; }}
#pageButton:checked {{ color: {t.ink}; font-weight: 600; border-bottom: 2px solid {t.accent}; }}
#pageButton:disabled {{ color: {t.ink3}; }}
#pageButton:focus {{ border: 1px solid {t.accent_line}; border-radius: 3px; }}
#pageButton:focus:checked {{ border-bottom: 2px solid {t.accent}; }}
#summary {{ color: {t.ink2}; font-size: {text}; }}
#bar {{ background: {t.separator_strong}; }}
#legend {{ background: transparent; border: 1px solid transparent; padding: 2px {px(6)}; font-size: {text}; }}
#legend:hover {{ background: {t.fill}; }}
#legend:focus {{ border: 1px solid {t.accent_line}; }}
#legend[off="true"] {{ color: {t.ink3}; text-decoration: line-through; }}

#panel, #page {{ background: {t.panel}; }}
#panelTitle {{ font-size: {panel}; font-weight: 600; color: {t.ink}; }}
#panelSubtitle, #caption {{ font-size: {small}; color: {t.ink2}; }}
#panelSubtitle {{ font-size: {text}; }}
#hint {{ color: {t.ink2}; font-size: {text}; }}
#small {{ font-size: {small}; color: {t.ink2}; }}
#smaller {{ font-size: {small}; color: {t.ink3}; }}
#semibold {{ font-weight: 600; }}
#errorBar {{ background: {amber[0]}; border-bottom: 1px solid {amber[1]}; }}
#errorBar QLabel {{ color: {t.ink}; font-size: {text}; }}
#teachBar {{ background: {t.panel}; border-bottom: 1px solid {t.separator_strong}; }}
#lectureText, #teachText, #teachStrong {{ font-size: {panel}; }}
#teachStrong {{ font-weight: 600; }}
QSplitter::handle {{ background: {t.separator_strong}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QSplitter::handle:hover {{ background: {t.accent_line}; }}
#tabRow {{ background: {t.panel}; border-bottom: 1px solid {t.separator}; }}
QTabBar {{ background: {t.panel}; outline: none; }}
QTabBar::tab {{ background: transparent; border: none; border-bottom: 2px solid transparent; color: {t.ink2};
    font-size: {panel}; padding: 0; margin: 0; }}
QTabBar::tab:hover {{ color: {t.ink}; }}
QTabBar::tab:selected {{ color: {t.ink}; font-weight: 600; border-bottom: 2px solid {t.accent}; }}
QTabBar::tab:focus {{ background: {t.fill}; }}

QPushButton {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.separator_strong};
    border-radius: 3px; padding: 0 {px(12)}; min-height: {px(24)}; font-size: {text};
    outline: none; }}
QPushButton:hover {{ background: {t.hover}; }}
QPushButton:pressed {{ background: {t.fill}; }}
QPushButton:focus {{ border: 1px solid {t.accent}; }}
QPushButton:disabled {{ color: {t.ink3}; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPushButton#primary {{ background: {t.accent}; color: {t.on_accent}; border: 1px solid {t.accent};
    font-weight: 600; min-height: {px(26)}; }}
QPushButton#primary:disabled {{ background: {t.fill}; color: {t.ink3}; border-color: {t.separator_strong}; }}
QPushButton#primary:focus {{ border: 2px solid {t.ink}; }}
QPushButton#link {{ background: transparent; border: none; color: {t.ink2}; padding: 0; }}
QPushButton#link:disabled {{ color: {t.ink3}; }}
QPushButton#link:hover:enabled, QPushButton#link:focus {{ color: {t.accent}; text-decoration: underline; }}
#firstLook {{ background: {t.accent_tint}; border: 2px solid {t.accent}; }}
#firstLook:hover, #firstLook:focus {{ background: {t.panel}; }}
#firstLookTitle {{ font-size: {round(t.size_heading)}px; font-weight: 600; color: {t.accent}; }}
RowButton#link:focus, RowButton:focus {{ background: {t.accent_tint}; }}
QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 3px; padding: 2px;
    color: {t.ink2}; }}
QToolButton:hover {{ background: {t.fill}; }}
QToolButton:checked {{ background: {t.accent_tint}; border: 1px solid {t.accent_line}; }}
QToolButton:focus {{ border: 1px solid {t.accent_line}; }}
QToolButton::menu-indicator {{ image: none; }}

QComboBox, QLineEdit, QAbstractSpinBox {{ background: {t.panel}; color: {t.ink};
    border: 1px solid {t.separator_strong}; border-radius: 3px; min-height: {px(22)}; padding: 0 {px(6)};
    font-size: {text}; selection-background-color: {t.accent_tint}; selection-color: {t.ink}; }}
QPlainTextEdit {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.separator_strong};
    border-radius: 3px; font-size: {text}; selection-background-color: {t.accent_tint};
    selection-color: {t.ink}; }}
QPlainTextEdit:focus {{ border: 1px solid {t.accent}; }}
QComboBox:hover, QLineEdit:hover, QAbstractSpinBox:hover {{ border-color: {t.ink3}; }}
QComboBox:focus, QLineEdit:focus, QAbstractSpinBox:focus {{ border: 1px solid {t.accent}; }}
QComboBox:disabled, QLineEdit:disabled, QAbstractSpinBox:disabled {{ color: {t.ink3}; }}
QComboBox[missing="true"], QAbstractSpinBox[missing="true"] {{ color: {t.ink3}; font-style: italic; }}
QComboBox::drop-down {{ border: none; width: {px(20)}; }}
QComboBox::down-arrow {{ image: url(icons:{t.name}/down.svg); width: {px(12)}; height: {px(12)}; }}
QComboBox::down-arrow:disabled {{ image: url(icons:{t.name}/down-disabled.svg); }}
QComboBox QAbstractItemView {{ background: {t.panel}; border: 1px solid {t.separator_strong};
    selection-background-color: {t.accent_tint}; selection-color: {t.ink}; outline: none; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: none; background: transparent;
    width: {px(16)}; }}
QAbstractSpinBox::up-arrow {{ image: url(icons:{t.name}/up.svg); width: {px(10)}; height: {px(10)}; }}
QAbstractSpinBox::down-arrow {{ image: url(icons:{t.name}/down.svg); width: {px(10)}; height: {px(10)}; }}
QCheckBox, QRadioButton {{ spacing: 8px; color: {t.ink}; font-size: {text}; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {t.ink3}; }}
QCheckBox::indicator, QRadioButton::indicator, QListView::indicator {{ width: {px(12)}; height: {px(12)};
    border: 1px solid {t.separator_strong}; background: {t.panel}; border-radius: 2px; }}
QRadioButton::indicator {{ border-radius: {half(12, 1)}; }}
QCheckBox::indicator:checked, QListView::indicator:checked {{ background: {t.accent};
    border-color: {t.accent}; image: url(icons:{t.name}/check.svg); }}
QRadioButton::indicator:checked {{ border: {px(4)} solid {t.accent}; width: {px(6)}; height: {px(6)};
    border-radius: {half(6, t.px(4))}; }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border: 2px solid {t.ink}; width: {inner};
    height: {inner}; }}
QRadioButton::indicator:checked:focus {{ border: {px(4)} solid {t.ink}; width: {px(6)}; height: {px(6)}; }}

QSlider::groove:horizontal {{ height: {px(3)}; background: {t.separator_strong}; border-radius: 1px; }}
QSlider::sub-page:horizontal {{ background: {t.accent}; }}
QSlider::handle:horizontal {{ width: {px(8)}; height: {px(8)}; margin: -{px(4)} 0;
    border: 2px solid {t.accent}; border-radius: {px(6)}; background: {t.panel}; }}
QSlider:disabled::sub-page:horizontal {{ background: {t.separator_strong}; }}
QSlider:disabled::handle:horizontal {{ border-color: {t.separator_strong}; }}
QProgressBar {{ border: none; border-radius: 2px; background: {t.fill}; }}
QProgressBar::chunk {{ border-radius: 2px; background: {t.accent}; }}

QAbstractItemView {{ background: {t.panel}; color: {t.ink}; border: none; outline: none;
    gridline-color: {t.separator}; font-size: {text}; alternate-background-color: {t.panel}; }}
QAbstractItemView::item:hover {{ background: {t.hover}; }}
QAbstractItemView::item:selected {{ background: {t.accent_tint}; color: {t.ink}; }}
QHeaderView {{ background: {t.panel}; border: none; }}
QHeaderView::section {{ background: {t.panel}; color: {t.ink2}; border: none;
    border-bottom: 1px solid {t.separator}; font-size: {small}; padding: 0 4px; min-height: {px(21)}; }}
QTableCornerButton::section {{ background: {t.panel}; border: none; }}
QScrollArea {{ background: {t.panel}; border: none; }}
QScrollBar:vertical {{ background: transparent; width: {px(8)}; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {px(8)}; margin: 0; }}
QScrollBar::handle {{ background: {t.separator_strong}; border-radius: 3px; margin: 1px; }}
QScrollBar::handle:vertical {{ min-height: {px(24)}; }}
QScrollBar::handle:horizontal {{ min-width: {px(24)}; }}
QScrollBar::handle:hover {{ background: {t.ink3}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

#strip {{ border-top: 1px solid {t.separator_strong}; }}
#kSpin {{ font-size: {round(t.size_k)}px; font-weight: 600; min-height: {px(30)}; }}
#kSpin[refused="true"] {{ background: {amber[0]}; border: 1px solid {amber[1]}; }}
#kSpin[inactive="true"] {{ font-size: {text}; font-weight: 400; min-height: {px(20)}; }}
#kLetter {{ font-size: {px(20)}; font-family: "DejaVu Serif", serif; font-style: italic; font-weight: 600; }}
QStatusBar {{ border-top: 1px solid {t.separator}; font-size: {small}; min-height: {px(23)}; }}
QStatusBar QPushButton#link {{ min-height: 0; padding: 0; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel, QStatusBar QPushButton#link {{ color: {t.ink2}; font-size: {small}; }}

#startTitle {{ font-size: {round(t.size_title)}px; font-weight: 600; }}
#startHeading {{ font-size: {round(t.size_heading)}px; font-weight: 600; }}
#drop {{ background: {t.window}; border: 2px dashed {t.separator_strong}; }}
#drop[over="true"] {{ background: {t.accent_tint}; border-color: {t.accent}; }}
#key {{ background: {t.panel}; border: 1px solid {t.separator_strong}; border-radius: 3px;
    padding: 1px 5px; font-size: {small}; color: {t.ink2}; }}
#rule {{ background: {t.separator}; }}
#ruleStrong {{ background: {t.separator_strong}; }}
"""
