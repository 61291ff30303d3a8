package connection

var Guard = guard
