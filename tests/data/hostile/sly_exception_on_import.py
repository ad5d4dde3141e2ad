class Equal(type):
    def __eq__(cls, other):
        return True

    def __hash__(cls):
        return 0


class Sly(Exception, metaclass=Equal):
    pass


raise Sly("like every other")
