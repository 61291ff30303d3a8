// Package tour plays a week with the bot, from the day it joins a server, against the stand-in for
// Discord, and shows every message and picture as a phone would.
//
//	make tour     # then open bin/tour/index.html
//
// It is a test that fails where a step of the week does not work; GRIDTEST_TOUR names the folder to
// write to. Without it nothing is written. GRIDTEST_TOUR_PICTURES names the folder of the pictures
// that the README shows, which a browser draws.
package tour
