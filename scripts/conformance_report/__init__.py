"""The conformance report: runs the suite through `spectest`, and turns its answers into a page, a table and files for machines."""
