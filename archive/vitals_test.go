package archive_test

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/migrations"
)

func TestVitals(t *testing.T) {
	url := archivetest.URL(t)
	s, dailies := ledgerOn(t, url, 5)
	claim(t, s, "a", time.Hour)            // is worked on
	refused := claim(t, s, "a", time.Hour) // waits for an hour
	must(t, s.Retry(t.Context(), refused, "a", "no access", time.Hour))
	posted := claim(t, s, "a", time.Hour)
	must(t, s.Complete(t.Context(), posted, "a", "message")) // is done
	archivetest.Exec(t, url, `update outbox set due_at = due_at - interval '1 hour'
		where state = 'due' and (owner is not null or guild = 'guild4')`) // and guild3 is due now
	guild := daily.NewGuild(dailies[0].GuildID)
	guild.ChannelID, guild.Scheduled, guild.Since = "channel", true, dailies[0].Date
	must(t, s.SaveGuild(t.Context(), guild))
	archivetest.Exec(t, url, `update import set finished = null; insert into outbox (guild, kind) values ('guild0', 'greeting'); analyze`)

	v, err := s.Vitals(t.Context())
	must(t, err)
	want := archive.Backlogs{Dailies: archive.Backlog{Due: 3, Late: 1, Refused: 1}, Others: archive.Backlog{Due: 1}}
	if v.Posts != want {
		t.Errorf("posts: %+v, want %+v", v.Posts, want)
	}
	if v.Schema != migrations.Version() || v.Bytes < 1<<20 || v.Guilds != 1 || v.Imports != 0 || v.UnfinishedImport != 1 {
		t.Errorf("%+v", v)
	}
	rows := map[string]int64{}
	for _, table := range v.Tables {
		rows[table.Name] = table.Rows
	}
	if rows["puzzle"] != 60 || rows["outbox"] != 6 || len(rows) != 7 {
		t.Errorf("rows: %v", rows)
	}
}
