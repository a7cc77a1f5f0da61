"""The coach: what people see and read, built on the engine and the lessons."""
