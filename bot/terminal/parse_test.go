package terminal

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

func TestParse(t *testing.T) {
	for line, want := range map[string]string{
		"/daily":                                 "daily map[]",
		"  DAILY  ":                              "daily map[]",
		"/daily 2":                               "daily map[tier:2]",
		"/daily shidoku":                         "daily map[shape:shidoku]",
		"/daily 6x6":                             "daily map[shape:6x6]",
		"/play 6×6 easy":                         "play map[shape:6×6 tier:easy]",
		"/daily shidoku hidden 2026-01-31":       "daily map[date:2026-01-31 shape:shidoku tier:hidden]",
		"/daily yesterday":                       "daily map[date:yesterday]",
		"/daily #12 Easy":                        "daily map[date:#12 tier:Easy]",
		"/daily expert":                          "daily map[tier:expert]",
		"/schedule 9am":                          "schedule map[time:9am]",
		"/leaderboard monday year":               "leaderboard map[date:monday period:year]",
		"play shape=shidoku":                     "play map[shape:shidoku]",
		"/move r4c5=7, 457\tE4 7":                "move map[moves:r4c5=7, 457\tE4 7]",
		"/move\t457":                             "move map[moves:457]",
		"/move moves=457":                        "move map[moves:457]",
		"/submit  53..7.... 6..195...  | 1 |":    "submit map[answer:53..7.... 6..195...  | 1 |]",
		"/hint level=3":                          "hint map[level:3]",
		"/hint 3":                                "hint map[level:3]",
		"/help /move":                            "help map[command:/move]",
		"/unknown a=b c":                         "unknown map[]",
		"r1c2=2":                                 "move map[moves:r1c2=2]",
		"/r1c2=2":                                "move map[moves:r1c2=2]",
		"R1C2 = 2, E4 7":                         "move map[moves:R1C2 = 2, E4 7]",
		"457":                                    "move map[moves:457]",
		"ｒ１ｃ２＝２":                                 "move map[moves:ｒ１ｃ２＝２]",
		"r1c2":                                   "move map[moves:r1c2]",
		"r1c2=2 and more":                        "move map[moves:r1c2=2 and more]",
		"r4=53..7....":                           "move map[moves:r4=53..7....]",
		"-?":                                     "move map[moves:-?]",
		"?":                                      "help map[]",
		"1234341221434321":                       "submit map[answer:1234341221434321]",
		"/mvoe r1c2=2":                           `error: unknown command "mvoe": did you mean /move?`,
		"lead":                                   `error: unknown command "lead": did you mean /leaderboard?`,
		"/qiut":                                  `error: unknown command "qiut": did you mean /quit?`,
		"/":                                      " map[]",
		`/schedule "my room" 09:00 zone=UTC`:     "schedule map[channel:my room time:09:00 zone:UTC]",
		"/schedule time:09:30 zone:UTC":          "schedule map[time:09:30 zone:UTC]",
		"/move moves:r1c2=2":                     "move map[moves:r1c2=2]",
		"/schedule monday=6x6 friday=easy +6x6":  "schedule map[friday:easy +6x6 monday:6x6]",
		`/schedule monday=3 off posts=on`:        "schedule map[monday:3 posts:on]",
		`/import "my file.txt" collection="A B"`: "import map[collection:A B file:my file.txt]",
		"/schedule tme=10:00":                    `error: /schedule has no option "tme": did you mean time=10:00?`,
		"/schedule tme:10:00":                    `error: /schedule has no option "tme": did you mean time=10:00?`,
		"/play difficulty:hard":                  `error: /play has no option "difficulty": did you mean tier=hard?`,
		"/daily difficulty=hard":                 `error: /daily has no option "difficulty": did you mean tier=hard?`,
		"/daily difficulty: hard":                `error: /daily has no option "difficulty": did you mean tier=hard?`,
		"/setup difficulty: hard":                `error: /setup has no option "difficulty": use page, test; /help setup explains them`,
		"/daily tier: hard":                      "daily map[tier:hard]",
		"/technique name: x-wing":                "technique map[name:x-wing]",
		"/play colour=red":                       `error: /play has no option "colour": use tier, shape, puzzle, file; /help play explains them`,
		"/schedule colour=red":                   `error: /schedule has no option "colour": /help schedule lists them`,
		"/import a=b.txt":                        "import map[file:a=b.txt]",
		"/import C:b.txt":                        "import map[file:C:b.txt]",
		`/search save:x "Calm: Tuesday"`:         "search map[save:x tier:Calm: Tuesday]",
		"/daily 2026-02-30":                      "daily map[date:2026-02-30]",
		"\ufeff/daily":                           "daily map[]",
		"/undo now":                              `error: /undo takes no options, but was given "now"`,
		"/play 1 2 3":                            `error: /play has no option left for "3": /help play lists them`,
		`/import "my file`:                       `error: "\"my file": a quote is not closed`,
	} {
		ask, err := newSession(nil, Options{Admin: true}).parse(line)
		got := fmt.Sprintf("%s %v", ask.Command, ask.Options)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != want {
			t.Errorf("%q: %s\nwant %s", line, got, want)
		}
	}
}

// Every example of the commands is a line that means itself.
func TestExamples(t *testing.T) {
	s := newSession(nil, Options{Admin: true})
	for _, c := range s.commands {
		ask, err := s.parse(c.Example.Text)
		if err != nil || ask.Command != c.Name {
			t.Errorf("%s: %s %v, %v", c.Example.Text, ask.Command, ask.Options, err)
		}
		for _, g := range c.Example.Given {
			if ask.Options[g.Name] != g.Value || len(ask.Options) != len(c.Example.Given) {
				t.Errorf("%s: %v, want %v", c.Example.Text, ask.Options, c.Example.Given)
			}
		}
		for _, o := range c.Options {
			if _, given := ask.Options[o.Name]; o.Required && !given {
				t.Errorf("%s lacks %s", c.Example.Text, o.Name)
			}
		}
	}
}

func TestParseAttachment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "puzzles.txt")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	ask, err := newSession(nil, Options{Admin: true}).parse("/import " + path)
	if err != nil || ask.File == nil || ask.File.Name != path {
		t.Fatalf("%+v, %v", ask, err)
	}
	file, err := ask.File.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if text, err := io.ReadAll(file); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := open(filepath.Dir(path)); err == nil {
		t.Error("a folder is opened as a file")
	}
}

// Any line gives options that the command has, or an error.
func TestParseAnything(t *testing.T) {
	s := newSession(nil, Options{Admin: true})
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(s.commands).Draw(t, "command")
		line := c.Name + " " + rapid.String().Draw(t, "rest")
		ask, err := s.parse(line)
		if err != nil {
			return
		}
		for name := range ask.Options {
			if !slices.ContainsFunc(c.Options, func(o chat.Option) bool { return o.Name == name }) {
				t.Fatalf("%q gives option %q", line, name)
			}
		}
	})
}
