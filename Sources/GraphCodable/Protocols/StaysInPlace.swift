/// A value that is never in a record of its own: a number, or a reference to another record.
protocol StaysInPlace {}
