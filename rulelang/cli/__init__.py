"""The `rulelang` command: `main.py` and one module for each verb."""
