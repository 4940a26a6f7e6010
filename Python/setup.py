"""The part in C. Where there is no compiler, the package is installed without it, and is slow."""

from setuptools import Extension, setup

setup(
    ext_modules=[Extension(
        "graphz._native",
        [f"native/{name}.c" for name in ("columns", "filter", "hash_and_lz4", "module", "records")],
        depends=["native/columns.h", "native/native.h"],
        define_macros=[("Py_LIMITED_API", "0x030A0000")],
        py_limited_api=True,
        optional=True,
    )],
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
