package generator

var Backtracked = backtracked
