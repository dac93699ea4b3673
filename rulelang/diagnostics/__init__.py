"""What is said about rules files: codes, messages, places, and how they are shown."""
