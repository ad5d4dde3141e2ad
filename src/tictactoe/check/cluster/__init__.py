"""A class checked by many machines: the job that is one program, and who hands them out."""
