def utility(board):
    number = 0
    while True:
        number += 1
        with open(f"{number}.txt", "w") as file:
            file.write("x" * 1000)
