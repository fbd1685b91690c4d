-- The range in which every whole number is exact.
return {maxdouble = 2 ^ 53, mindouble = -2 ^ 53}
