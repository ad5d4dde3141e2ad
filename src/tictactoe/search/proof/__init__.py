"""The backend of large boards: yes-or-no questions, the searches that answer them, proofs that anybody can check."""
