name = input("Your name? ")
