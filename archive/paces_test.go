package archive_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// solvedBy returns an archive in which players p1, p2 and so on solved as many dailies as the board over all
// guilds asks for, each one a minute slower than the one before.
func solvedBy(t *testing.T, players int) *archive.Store {
	t.Helper()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "some", archivetest.Puzzles(120, 3)...)
	guild := daily.NewGuild("1")
	guild.Tiers = [7]logic.Tier{1, 1, 1, 1, 1, 1, 1}
	for i := range games.PaceLeast {
		day := calendar.Date{Year: 2026, Month: 3, Day: 5 + i}
		if _, err := s.Daily(t.Context(), guild, day, sudoku.Sudoku, 0); err != nil {
			t.Fatal(err)
		}
	}
	archivetest.Exec(t, url, fmt.Sprintf(`
		insert into player (id, name) select 'p' || i, 'P' || i from generate_series(1, %d) i;
		insert into game (player, guild, puzzle, transform, date, number, shape, slot, tier, grid, marks, started, finished, on_time, active, moves, import, position)
			select 'p' || i, d.guild, d.puzzle, d.transform, d.date, d.number, d.shape, d.tier, 1, '', '', d.date, d.date + i * interval '1 minute', true, interval '1 minute', 50, d.import, d.position
			from daily d, generate_series(1, %[1]d) i where d.guild = '1'`, players))
	return s
}

// The board over all guilds has its first hundred players, and whoever looks at it.
func TestPacesOfMany(t *testing.T) {
	s := solvedBy(t, games.PaceMost+20)
	paces, err := s.Paces(t.Context(), games.Ranking{Viewer: "p115"})
	must(t, err)
	if n := len(paces); n != games.PaceMost+1 || paces[n-1].Player.Name != "P115" || paces[n-1].Rank != 115 || paces[0].Player.ID != "" {
		t.Errorf("%d players, and the last is %+v", n, paces[n-1])
	}
	if paces, err = s.Paces(t.Context(), games.Ranking{Viewer: "p7"}); err != nil || len(paces) != games.PaceMost || paces[6].Player.Name != "P7" {
		t.Errorf("%d players, and the seventh is %+v, %v", len(paces), paces[6], err)
	}
}

// An order that took long to compute is kept for a minute. Players who are deleted are not on it all the same, and
// those who want to be hidden are hidden.
func TestPacesAreKept(t *testing.T) {
	defer func(before int) { games.PaceKept = before }(games.PaceKept)
	games.PaceKept = 0
	s := solvedBy(t, 2)
	save := func(settings games.Settings) {
		must(t, s.SaveSettings(t.Context(), games.Player{ID: "p2"}, settings))
	}
	names := func() (names []string) {
		paces, err := s.Paces(t.Context(), games.Ranking{})
		must(t, err)
		for _, p := range paces {
			names = append(names, fmt.Sprintf("%s %v", p.Player.ID, p.Hidden))
		}
		return names
	}
	save(games.Settings{Worldwide: true})
	if diff := cmp.Diff([]string{" true", "p2 false"}, names()); diff != "" {
		t.Error(diff)
	}
	must(t, s.DeletePlayer(t.Context(), "p1"))
	save(games.Settings{Worldwide: true, Hidden: true})
	if diff := cmp.Diff([]string{" true"}, names()); diff != "" {
		t.Error(diff)
	}
}
