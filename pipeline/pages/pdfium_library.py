"""PDFium's C functions, called with the GIL held because that is three times cheaper per call.

The prototypes are declared here instead of taken from pypdfium2, whose import costs 50 ms and
whose bindings release the GIL. PDFium is not thread-safe: whoever calls it holds ``PDFIUM_LOCK``.
"""

from __future__ import annotations

import ctypes
import importlib.util
import threading
from pathlib import Path
from typing import Any

PDFIUM_LOCK = threading.RLock()

_HANDLE = ctypes.c_void_p
_INT = ctypes.c_int
_FLOAT = ctypes.c_float


class Handle(ctypes.c_void_p):
    """A PDFium object that is passed on as it came: ctypes leaves subclasses unconverted."""


_LIBRARY_NAMES = ("libpdfium.so", "libpdfium.dylib", "pdfium.dll")


def _library_path() -> Path:
    spec = importlib.util.find_spec("pypdfium2_raw")
    if spec is None or spec.origin is None:
        raise ImportError("pypdfium2 is not installed; reinstall tieout")
    folder = Path(spec.origin).parent
    return next(folder / name for name in _LIBRARY_NAMES if (folder / name).exists())


_library = ctypes.PyDLL(str(_library_path()))


def _function(name: str, result: Any, *arguments: Any) -> Any:
    function = _library[name]  # a fresh object each time, so that prototypes do not mix
    function.restype = result
    if arguments:
        function.argtypes = arguments
    return function


load_document = _function(
    "FPDF_LoadMemDocument64", _HANDLE, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p
)
close_document = _function("FPDF_CloseDocument", None, _HANDLE)
last_error = _function("FPDF_GetLastError", ctypes.c_ulong)
page_count = _function("FPDF_GetPageCount", _INT, _HANDLE)
security_revision = _function("FPDF_GetSecurityHandlerRevision", _INT, _HANDLE)

load_page = _function("FPDF_LoadPage", _HANDLE, _HANDLE, _INT)
close_page = _function("FPDF_ClosePage", None, _HANDLE)
page_width = _function("FPDF_GetPageWidthF", _FLOAT, _HANDLE)
page_height = _function("FPDF_GetPageHeightF", _FLOAT, _HANDLE)
page_rotation = _function("FPDFPage_GetRotation", _INT, _HANDLE)
page_bounds = _function("FPDF_GetPageBoundingBox", _INT, _HANDLE, _HANDLE)

load_text = _function("FPDFText_LoadPage", _HANDLE, _HANDLE)
close_text = _function("FPDFText_ClosePage", None, _HANDLE)
count_chars = _function("FPDFText_CountChars", _INT, _HANDLE)
get_text = _function("FPDFText_GetText", _INT, _HANDLE, _INT, _INT, _HANDLE)
get_unicode = _function("FPDFText_GetUnicode", ctypes.c_uint, _HANDLE, _INT)
# Called hundreds of times a page: without argtypes ctypes converts nothing, so every argument
# must already be a ctypes object or a small int.
get_loose_box = _function("FPDFText_GetLooseCharBox", None)

text_object = _function("FPDFText_GetTextObject", Handle)


# The painted objects of a page, in the order they are painted; called once per object.
count_objects = _function("FPDFPage_CountObjects", _INT)
get_object = _function("FPDFPage_GetObject", Handle)
count_form_objects = _function("FPDFFormObj_CountObjects", _INT)
get_form_object = _function("FPDFFormObj_GetObject", Handle)
page_has_transparency = _function("FPDFPage_HasTransparency", _INT, _HANDLE)
object_type = _function("FPDFPageObj_GetType", _INT)
object_has_transparency = _function("FPDFPageObj_HasTransparency", _INT)
object_fill_color = _function("FPDFPageObj_GetFillColor", _INT)
object_bounds = _function("FPDFPageObj_GetBounds", _INT)
object_matrix = _function("FPDFPageObj_GetMatrix", _INT)
set_active = _function("FPDFPageObj_SetIsActive", _INT)
text_render_mode = _function("FPDFTextObj_GetTextRenderMode", _INT)
clip_path = _function("FPDFPageObj_GetClipPath", Handle)
count_clip_paths = _function("FPDFClipPath_CountPaths", _INT)
path_draw_mode = _function("FPDFPath_GetDrawMode", _INT)

create_bitmap = _function("FPDFBitmap_CreateEx", _HANDLE, _INT, _INT, _INT, _HANDLE, _INT)
destroy_bitmap = _function("FPDFBitmap_Destroy", None, _HANDLE)
render_page = _function(
    "FPDF_RenderPageBitmap", None, _HANDLE, _HANDLE, _INT, _INT, _INT, _INT, _INT, _INT
)

ERROR_PASSWORD = 4
TEXT, PATH, IMAGE, SHADING, FORM = 1, 2, 3, 4, 5
BITMAP_GRAY, BITMAP_BGRX = 1, 3
RENDER_ANNOTATIONS, RENDER_GRAY = 0x01, 0x08

_function("FPDF_InitLibrary", None)()
