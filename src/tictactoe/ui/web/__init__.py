"""The page and the API, served on this machine (FastAPI and uvicorn)."""
