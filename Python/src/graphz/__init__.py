"""Archives of object graphs, raw (.graph) and compressed (.graphz)."""
