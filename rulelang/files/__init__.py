"""The one door to the disk: everything that reads or writes files comes through here.

Whatever is read may come from a stranger, and whatever is written may be all that its owner has. A test keeps the
other modules of the package from opening files by themselves.
"""

from __future__ import annotations

from rulelang.files.file_errors import BadInputError as BadInputError
from rulelang.files.file_errors import FileError as FileError
from rulelang.files.file_errors import UnreadableError as UnreadableError
from rulelang.files.file_errors import UnwritableError as UnwritableError
from rulelang.files.read_files import MOST_BYTES as MOST_BYTES
from rulelang.files.read_files import exact_text as exact_text
from rulelang.files.read_files import line_of as line_of
from rulelang.files.read_files import package_text as package_text
from rulelang.files.read_files import path_inside as path_inside
from rulelang.files.read_files import read_bytes as read_bytes
from rulelang.files.read_files import read_text as read_text
from rulelang.files.write_files import make_folder as make_folder
from rulelang.files.write_files import remove_file as remove_file
from rulelang.files.write_files import write_file as write_file
from rulelang.files.write_files import write_files as write_files
from rulelang.files.write_files import write_new as write_new
