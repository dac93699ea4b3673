"""Rules references: in goes a linked game with its programs, out comes a book as HTML, Markdown or PDF."""
