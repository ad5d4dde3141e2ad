"""What learners import, and the little that it does when it is used."""

import array, bisect, collections, copy, dataclasses, datetime, decimal, enum, fractions, functools, heapq, inspect, io
import itertools, json, logging, math, operator, os, platform, pprint, random, re, statistics, string, sys, textwrap
import time, timeit, traceback, types, typing, uuid, warnings, weakref

random.random(), random.SystemRandom().random(), time.sleep(0.001), time.process_time(), datetime.datetime.now()
platform.platform(), os.cpu_count(), os.getcwd(), os.path.expanduser("~"), print("x"), logging.warning("x")
try:
    import numpy
except ImportError:
    pass
else:
    numpy.random.default_rng().random(9), numpy.linalg.det(numpy.eye(99)), numpy.ones((99, 99)).dot(numpy.ones(99))
