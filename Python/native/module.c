#include "native.h"

static PyMethodDef methods[] = {
    {"consume_stripes", consume_stripes, METH_VARARGS, "The inner loop of XXH3."},
    {"decode_lz4", decode_lz4, METH_VARARGS, "The plain bytes of an LZ4 block."},
    {"join_block", join_block, METH_VARARGS, "The plain bytes of a filtered block."},
    {"read_record_table", read_record_table, METH_VARARGS, "Where the records of an archive lie."},
    {"read_records", read_records, METH_VARARGS, "Checks records, or makes columns of them."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "graphz._native", .m_size = 0, .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&module); }
