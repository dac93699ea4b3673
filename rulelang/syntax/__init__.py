"""Text to syntax tree: tokens, parser tables, the tree and its dump."""
