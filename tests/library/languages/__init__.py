"""Writes calls as a controller in each of the five languages."""

from .c import C
from .cpp import Cpp
from .java import Java
from .matlab import Matlab
from .python import Python

ALL = {"C": C, "C++": Cpp, "Python": Python, "Java": Java, "Octave": Matlab}
