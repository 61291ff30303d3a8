// Package handler is what handlers of commands are made of. A [Handler] is a row of the table of commands: its
// options, its buttons, what it needs, and the function that answers it. That function gets the [Env], which is the
// same for all requests, and the [Query], which is one request on its way.
//
// A handler of a game returns what was done as data: a [Done]. A chat draws a screen of it, a page in a browser
// gets its outcome.
//
// It also has what several handlers read of their options: days, time zones, the schedule of a guild.
package handler
