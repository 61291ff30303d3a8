// Package web serves the games of package bot in a browser: the pages, the JSON API of the board, and
// the links and sessions with which players come.
package web
