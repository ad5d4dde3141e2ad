import threading
import time


def wait():
    while True:
        time.sleep(0.05)


for _ in range(20):
    threading.Thread(target=wait).start()
