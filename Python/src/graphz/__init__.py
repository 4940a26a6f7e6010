"""Reads archives of object graphs, raw (.graph) and compressed (.graphz).

Nothing that an archive names is executed or imported.
"""

from graphz.archive import GraphArchive, TypeInfo, Verdict, load, open, verify
from graphz.errors import GraphError
from graphz.objects import GraphObject, GraphValue, Present
from graphz.policy import GraphPolicy
from graphz.random_access import Block

__all__ = ["Block", "GraphArchive", "GraphError", "GraphObject", "GraphPolicy", "GraphValue", "Present", "TypeInfo", "Verdict",
           "load", "open", "verify"]
__version__ = "0.1.0"
