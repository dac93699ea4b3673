"""Rules as sentences for people: in goes a linked game, out come blocks of text in a language."""
