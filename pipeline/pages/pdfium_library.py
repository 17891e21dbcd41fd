"""PDFium's C functions, called with the GIL held because that is three times cheaper per call.

The prototypes are declared here instead of taken from pypdfium2, whose import costs 50 ms and whose
bindings release the GIL. PDFium is not thread-safe: anyone who calls it holds ``PDFIUM_LOCK``."""

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
meta_text = _function(
    "FPDF_GetMetaText", ctypes.c_ulong, _HANDLE, ctypes.c_char_p, _HANDLE, ctypes.c_ulong
)
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

# The box of a character's outline (left, right, bottom, top), and where its pen stood; doubles.
get_tight_box = _function("FPDFText_GetCharBox", _INT)
get_origin = _function("FPDFText_GetCharOrigin", _INT)
text_object = _function("FPDFText_GetTextObject", Handle)


# The painted objects of a page, in the order they are painted; called once per object.
count_objects = _function("FPDFPage_CountObjects", _INT)
get_object = _function("FPDFPage_GetObject", Handle)
count_form_objects = _function("FPDFFormObj_CountObjects", _INT)
get_form_object = _function("FPDFFormObj_GetObject", Handle)
object_type = _function("FPDFPageObj_GetType", _INT)
object_fill_color = _function("FPDFPageObj_GetFillColor", _INT)
object_bounds = _function("FPDFPageObj_GetBounds", _INT)
object_matrix = _function("FPDFPageObj_GetMatrix", _INT)
text_render_mode = _function("FPDFTextObj_GetTextRenderMode", _INT)

create_bitmap = _function("FPDFBitmap_CreateEx", _HANDLE, _INT, _INT, _INT, _HANDLE, _INT)
destroy_bitmap = _function("FPDFBitmap_Destroy", None, _HANDLE)
render_page = _function(
    "FPDF_RenderPageBitmap", None, _HANDLE, _HANDLE, _INT, _INT, _INT, _INT, _INT, _INT
)

text_font = _function("FPDFTextObj_GetFont", Handle)
font_is_embedded = _function("FPDFFont_GetIsEmbedded", _INT)

# What a file carries beside its pages: places for signatures, and files of its own.
count_signatures = _function("FPDF_GetSignatureCount", _INT, _HANDLE)
get_signature = _function("FPDF_GetSignatureObject", _HANDLE, _HANDLE, _INT)
signature_bytes = _function(
    "FPDFSignatureObj_GetContents", ctypes.c_ulong, _HANDLE, _HANDLE, ctypes.c_ulong
)
count_attachments = _function("FPDFDoc_GetAttachmentCount", _INT, _HANDLE)
get_attachment = _function("FPDFDoc_GetAttachment", _HANDLE, _HANDLE, _INT)
attachment_name = _function(
    "FPDFAttachment_GetName", ctypes.c_ulong, _HANDLE, ctypes.c_char_p, ctypes.c_ulong
)

# What is noted on a page, and the fields of a form, which nothing draws but FFLDraw.
count_annotations = _function("FPDFPage_GetAnnotCount", _INT, _HANDLE)
get_annotation = _function("FPDFPage_GetAnnot", _HANDLE, _HANDLE, _INT)
annotation_kind = _function("FPDFAnnot_GetSubtype", _INT, _HANDLE)
close_annotation = _function("FPDFPage_CloseAnnot", None, _HANDLE)
form_type = _function("FPDF_GetFormType", _INT, _HANDLE)
open_form = _function("FPDFDOC_InitFormFillEnvironment", _HANDLE, _HANDLE, _HANDLE)
close_form = _function("FPDFDOC_ExitFormFillEnvironment", None, _HANDLE)
form_highlight = _function("FPDF_SetFormFieldHighlightAlpha", None, _HANDLE, ctypes.c_ubyte)
form_takes_page = _function("FORM_OnAfterLoadPage", None, _HANDLE, _HANDLE)
form_leaves_page = _function("FORM_OnBeforeClosePage", None, _HANDLE, _HANDLE)
draw_form = _function(
    "FPDF_FFLDraw", None, _HANDLE, _HANDLE, _HANDLE, _INT, _INT, _INT, _INT, _INT, _INT
)

ERROR_PASSWORD = 4
LINK, POPUP, WIDGET = 2, 16, 20  # kinds of annotations
TEXT, IMAGE, FORM = 1, 3, 5
INVISIBLE = 3  # the render mode of an OCR layer
BITMAP_GRAY, BITMAP_BGRX = 1, 3
RENDER_ANNOTATIONS, RENDER_GRAY, RENDER_PRINTING = 0x01, 0x08, 0x800

_function("FPDF_InitLibrary", None)()
