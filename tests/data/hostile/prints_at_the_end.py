import atexit

atexit.register(print, "still here")
atexit.register(lambda: [print("x" * 1000) for _ in range(10**9)])
