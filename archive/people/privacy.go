package people

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// PrivateGuild returns the id of the guild that a player is in alone: that of direct messages, and
// of places where only the player has installed the bot.
func PrivateGuild(playerID string) string { return "dm:" + playerID }

// belonging is a table that holds something about players, and the condition for a row t of it to
// be about one, with the names of [aboutPlayer].
type belonging struct{ table, mine string }

// belongings are all tables that hold something about players. [Store.CountPlayerData] and
// [Store.ExportPlayer] read them, and the statements of forgetting empty them. A test fails for a
// column that could hold the id or the name of a player and is not known here.
var belongings = []belonging{
	{"player", `t.id = @player`},
	{"settings", `t.player = @player`},
	{"game", `t.player = @player`},
	{"event", gamesOf},
	{"note", gamesOf},
	{"web_link", `t.player = @player`},
	{"web_session", `t.player = @player`},
	{"duel", duelsOf},
	{"party", `t.starter = @player`},
	{"participant", `t.player = @player`},
	{"pattern_puzzle", `t.player = @player`},
	{"cooldown", `t.player = @player`},
	{"turn", `t.player = @player`},
	{"strength", `t.player = @player`},
	{"rated_game", `t.player = @player`},
	{"rotation", ownedBy},
	{"drawn", ownedBy},
	{"guild", `t.id = @alone or t.set_up_by = @player`},
	{"choice", `t.guild = @alone`},
	{"daily", `t.guild = @alone`},
	{"outbox", `t.guild = @alone or ` + gamesOf + ` or ` + remindersOf + ` or ` + decisionsOf + ` or t.duel = ` + duels},
	{"reminder", `t.player = @player`},
	{"submission", `t.player = @player`},
	{"vote", `t.player = @player`},
	{"import", `right(t.by, length(@signed)) = @signed`},
	{"search", `right(t.by, length(@signed)) = @signed`},
	{"pending_import", `t.player = @player`},
	{"audit", `right(t.by, length(@signed)) = @signed`},
	{"request", answersAbout},
}

// Conditions for a row t to belong to a player: to a game (gamesOf), a race that they opened or were challenged to
// (duelsOf), or a rotation (ownedBy) of theirs. A post belongs to a reminder (remindersOf) or a submission (decisionsOf).
// The values in the array of a query are found by index, even with wrong statistics.
const (
	ownedBy = `owner = any(array(select unnest(@owners::text[])))`
	gamesOf = `t.game = any(array(select id from game where player = @player))`
	duels   = `any(array(select id from duel where challenger = @player union all select id from duel where opponent = @player))`
	duelsOf = `id = ` + duels

	remindersOf = `t.id = any(array(select o.id from reminder r, lateral (
		select id from outbox where guild = r.guild and kind = 'reminder' and number = r.id offset 0) o where r.player = @player))`
	decisionsOf = `t.id = any(array(select o.id from submission s, lateral (
		select id from outbox where guild = s.guild and kind = 'submission' and number = s.id offset 0) o where s.player = @player))`
)

// answersAbout is the condition for the answer of a request to name a player: as who asked, or in
// its text. Answers are kept for a day, so looking through all of them is bearable.
const answersAbout = `(position(@asked::bytea in t.answer) > 0 or position(@named::bytea in t.answer) > 0)`

// PersonalTables returns the names of the tables that hold something about players.
func PersonalTables() []string {
	var names []string
	for _, b := range belongings {
		names = append(names, b.table)
	}
	return names
}

// aboutPlayer are the names that the conditions of belongings and the statements of forgetting use.
func aboutPlayer(playerID string) pgx.NamedArgs {
	quoted, _ := json.Marshal(playerID) // a text always can be
	alone := PrivateGuild(playerID)
	owners := []string{"player " + playerID, "guild " + alone}
	for _, t := range logic.Techniques {
		owners = append(owners, games.PracticeOwner(t, playerID))
	}
	return pgx.NamedArgs{
		"player": playerID, "alone": alone, "owners": owners,
		"signed": " (" + playerID + ")", // see [Signature]
		"asked":  append([]byte(`"PlayerID":`), quoted...),
		"named":  append([]byte(`"ID":`), quoted...),
	}
}

// Signature names a player in a text about an action of theirs. It ends with the id, so that the text can be found
// when the player is deleted.
func Signature(name, playerID string) string { return name + " (" + playerID + ")" }

// forgetting are the statements that delete a player, in the order of the locks: guild, player,
// game. A solved daily of a guild becomes that of a former player, without its journal; all else
// about the player goes.
var forgetting = []string{
	`update guild set set_up_by = '', set_up_in = '', set_up_language = '', told = null where set_up_by = @player`,
	`select from player where id = @player for update`,
	`delete from note t where ` + gamesOf,
	`select from submission where player = @player for update`, // none is accepted meanwhile
	`update entry set author = '' where (import, position) in (select import, position from submission where player = @player and credit <> '')`,
	`delete from outbox t where ` + gamesOf + ` or t.guild = @alone or ` + remindersOf + ` or ` + decisionsOf,
	// Before posts, as where a result is removed, and at once with those of others that follow below: who is deleted too has theirs.
	`select from game where id = any(array(select id from game where player = @player
		union all select id from game where duel = any(array(select id from duel where ` + duelsOf + `)))) order by id for update`,
	daily.ShowSolvers(`g.player = @player and finished is not null`), // so that no post names the player
	`with former as (
		update game set player = null, shared = null, revision = 0, noted = 0, head = 0, marks = decode(repeat('00', length(marks)), 'hex')
		where player = @player and guild <> @alone and date is not null and finished is not null
		returning id
	) delete from event where game = any(array(select id from former))`,
	`delete from game where player = @player`,
	`select from game where duel = any(array(select id from duel where ` + duelsOf + `)) order by id for update`,
	`insert into outbox (guild, kind, rank, number, channel, target, language)
	select guild, 'duel-deleted', 2, id, channel, message, language from duel
	where ` + duelsOf + ` and ended is null and message <> '' on conflict do nothing`,
	`delete from duel where ` + duelsOf,       // the games of others stay, as their own
	`delete from turn where player = @player`, // and who made the move is no longer known
	`delete from participant where player = @player`,
	`delete from cooldown where player = @player`,
	`update party set starter = null where starter = @player`,
	`update entry set author = '' where (import, position) in (
		select e.import, e.position from pattern_puzzle a join puzzle p on p.key = a.key join import i on i.source = '` + games.PatternsGame + `' and i.by = '` + games.PatternsBy + `'
			join entry e on e.import = i.id and e.puzzle = p.id
		where a.player = @player)`,
	`update pattern_puzzle set player = null where player = @player`, // the puzzles stay, without their author
	`delete from guild where id = @alone`,                            // with its dailies and posts
	`delete from choice where guild = @alone`,
	`delete from rotation where ` + ownedBy,
	`delete from drawn where ` + ownedBy,
	`delete from player where id = @player`, // with links, sessions, reminders, submissions, votes and ratings; rated games are no one's then
	`update import set by = '' where right(by, length(@signed)) = @signed`,
	`update search set by = '' where right(by, length(@signed)) = @signed`,
	`delete from pending_import where player = @player`,
	`update audit set by = '' where right(by, length(@signed)) = @signed`,
	`update request t set answer = '', forgotten = true where ` + answersAbout,
}

// DeletePlayer deletes all that is kept about a player. Results of a guild's dailies stay, as those of a former
// player. It waits for requests of the player that are under way, and answers finished ones with
// [postgres.ErrRepeated], so that none is done again. It can be repeated.
func (s *Store) DeletePlayer(ctx context.Context, playerID string) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1, hashtext($2))`, games.PlayersLock, playerID); err != nil {
			return err
		}
		return postgres.ExecAll(ctx, tx, forgetting, aboutPlayer(playerID))
	})
	return postgres.Annotate(err, "delete player %q", playerID)
}

// CountPlayerData returns how many rows about a player each table has that has any.
func (s *Store) CountPlayerData(ctx context.Context, playerID string) (map[string]int, error) {
	counts := map[string]int{}
	for _, b := range belongings {
		n := 0
		err := s.db.QueryRow(ctx, `select count(*) from `+b.table+` t where `+b.mine, aboutPlayer(playerID)).Scan(&n)
		if err != nil {
			return nil, postgres.Annotate(err, "count what is kept about player %q", playerID)
		}
		if n > 0 {
			counts[b.table] = n
		}
	}
	return counts, nil
}

// ExportPlayer returns all that is kept about a player, as JSON: the rows of each table, as of one
// moment. Grids are texts, and marks lists of cells with their digits.
func (s *Store) ExportPlayer(ctx context.Context, playerID string) ([]byte, error) {
	var out bytes.Buffer
	err := s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		out.WriteString("{")
		for i, b := range belongings {
			if i > 0 {
				out.WriteString(",")
			}
			out.WriteString("\n  \"" + b.table + "\": [")
			if err := b.export(ctx, tx, playerID, &out); err != nil {
				return err
			}
			out.WriteString("]")
		}
		out.WriteString("\n}\n")
		return nil
	})
	return out.Bytes(), postgres.Annotate(err, "export player %q", playerID)
}

// export writes the rows of a table, each in a line.
func (b belonging) export(ctx context.Context, tx pgx.Tx, playerID string, out *bytes.Buffer) error {
	rows, _ := tx.Query(ctx, `select to_jsonb(t)::text from `+b.table+` t where `+b.mine, aboutPlayer(playerID))
	between := "\n    "
	var row string
	_, err := pgx.ForEachRow(rows, []any{&row}, func() error {
		line, err := readableRow(row)
		out.WriteString(between)
		out.Write(line)
		between = ",\n    "
		return err
	})
	return err
}

// readableRow decodes the columns of a row that hold bytes.
func readableRow(row string) ([]byte, error) {
	columns := map[string]any{}
	in := json.NewDecoder(strings.NewReader(row))
	in.UseNumber() // an id may be too large for a float
	if err := in.Decode(&columns); err != nil {
		return nil, err
	}
	for name, value := range columns {
		if text, ok := value.(string); ok && strings.HasPrefix(text, `\x`) {
			columns[name] = readableColumn(name, text)
		}
	}
	return json.Marshal(columns)
}

// readableColumn decodes the bytes of a column, or else returns them in hexadecimal as they came.
func readableColumn(name, text string) any {
	column, err := hex.DecodeString(text[len(`\x`):])
	if err != nil {
		return text
	}
	switch name {
	case "grid", "start_grid", "clues":
		if g, err := postgres.UnpackGrid(column); err == nil {
			return g.String()
		}
	case "marks", "start_marks":
		var marks sudoku.Pencilmarks
		if err := (postgres.Marks(&marks)).ScanBytes(column); err == nil {
			cells := map[string]string{} // those with marks
			for c, digits := range marks {
				if digits != 0 {
					cells[sudoku.Cell(c).String()] = digits.String()
				}
			}
			return cells
		}
	case "answer":
		if json.Valid(column) {
			return json.RawMessage(column)
		}
	}
	return text
}
