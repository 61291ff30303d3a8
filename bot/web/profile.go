package web

import (
	"crypto/rand"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// ratingsOnPage is how many days with rated games the table of ratings lists; the line has all.
const ratingsOnPage = 30

// profilePage is the body of the page of a player.
type profilePage struct {
	Words  string
	Next   []nextGame
	Course string // the points of a line, "" where the rating is not shown
	Label  string // of the line, in words
	Table  list
}

// nextGame is a form that starts a game.
type nextGame struct {
	ID            string // of the operation
	Command       string
	Option, Value string
	Label         string
}

// profile shows what /profile says, and the rating over time as a line and as a table.
func (v *visit) profile() error {
	reply := v.Bot.Handle(v.ctx(), v.asking(chat.Ask{Command: "profile"}))
	p := profilePage{Words: reply.Screen.Body.String()}
	for _, b := range slices.Concat(reply.Screen.Rows...) {
		switch b.Press.Verb {
		case chat.StartPractice:
			p.Next = append(p.Next, nextGame{rand.Text(), "practice", "technique", b.Press.Argument, b.Label})
		case chat.OpenDaily:
			date, _, _ := strings.Cut(b.Press.Argument, "/")
			p.Next = append(p.Next, nextGame{rand.Text(), "daily", "date", date, b.Label})
		}
	}
	if err := v.addRatings(&p); err != nil {
		return err
	}
	return v.render(http.StatusOK, "profile.html", v.Text("page.profile.title", nil), p)
}

// addRatings adds the rating over time, from when it was sure enough, if the player wants to see it.
func (v *visit) addRatings(p *profilePage) error {
	settings, err := v.Store.Settings(v.ctx(), v.session.Player.ID)
	if err != nil || settings.HideRating {
		return err
	}
	all, err := v.Store.Strengths(v.ctx(), v.session.Player.ID)
	if err != nil {
		return err
	}
	p.Table = list{Caption: v.Text("page.profile.ratings", nil), Head: []string{v.Text("page.profile.day", nil), v.Text("page.profile.rating", nil)}}
	var values []float64
	for _, s := range all {
		if s.Sure() {
			values = append(values, s.Value)
			p.Table.Rows = append(p.Table.Rows, []string{v.Day(s.Day), strconv.Itoa(int(math.Round(s.Value)))})
		}
	}
	slices.Reverse(p.Table.Rows) // the newest first
	p.Table.Rows = p.Table.Rows[:min(len(p.Table.Rows), ratingsOnPage)]
	if len(values) > 1 {
		p.Course = course(values)
		p.Label = v.Text("page.profile.course", locale.Args{"From": math.Round(values[0]), "To": math.Round(values[len(values)-1])})
	}
	return nil
}

// course draws values as a line from left to right, in a field of 300 by 80.
func course(values []float64) string {
	low, high := slices.Min(values), slices.Max(values)
	high = max(high, low+1)
	points := make([]string, len(values))
	for i, value := range values {
		points[i] = fmt.Sprintf("%.1f,%.1f", 300*float64(i)/float64(len(values)-1), 78-76*(value-low)/(high-low))
	}
	return strings.Join(points, " ")
}
