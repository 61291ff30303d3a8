package games

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Reminder is a player's wish for a direct message before their streak in a guild breaks.
type Reminder struct {
	ID       int64
	PlayerID string
	GuildID  string
	At       string // the wall clock time: "20:00"
	Zone     string // IANA name of that wall clock
	Language string // the player's, as BCP 47 tags
	Due      time.Time
}

var reminderColumns = new(Reminder).fields().Columns()

func (r *Reminder) fields() postgres.Fields {
	return postgres.Fields{
		"id": &r.ID, "player": &r.PlayerID, "guild": &r.GuildID, "at": &r.At, "zone": &r.Zone, "language": &r.Language, "due": &r.Due,
	}
}

// Reminder returns a player's reminder in a guild, or [postgres.ErrNotFound].
func (s *Store) Reminder(ctx context.Context, playerID, guildID string) (Reminder, error) {
	return s.readReminder(ctx, `player = $1 and guild = $2`, playerID, guildID)
}

// ReminderOf returns the reminder of an id, or [postgres.ErrNotFound].
func (s *Store) ReminderOf(ctx context.Context, id int64) (Reminder, error) {
	return s.readReminder(ctx, `id = $1`, id)
}

func (s *Store) readReminder(ctx context.Context, condition string, args ...any) (Reminder, error) {
	r, err := postgres.ReadOne(ctx, s.db, (*Reminder).fields, `select `+reminderColumns+` from reminder where due is not null and `+condition, args...)
	return r, postgres.Annotate(err, "a reminder")
}

// SaveReminder keeps a player's reminder in a guild, in place of one that is there.
func (s *Store) SaveReminder(ctx context.Context, p Player, r Reminder) (saved Reminder, err error) {
	err = AsPlayer(ctx, s.db, p, func(tx pgx.Tx) error {
		r.PlayerID, r.Language = p.ID, postgres.PlainText(r.Language)
		row := r.fields()
		delete(row, "id") // which the database gives
		saved, err = postgres.ReadOne(ctx, tx, (*Reminder).fields, postgres.Insert("reminder", row)+`
			on conflict (player, guild) do update set `+row.Excluded("player", "guild")+` returning `+reminderColumns, row.Values())
		return err
	})
	return saved, postgres.Annotate(err, "remind player %q", p.ID)
}

// DropReminder ends a reminder, if it is the player's.
func (s *Store) DropReminder(ctx context.Context, playerID string, id int64) error {
	_, err := s.db.Exec(ctx, `delete from reminder where id = $1 and player = $2`, id, playerID)
	return postgres.Annotate(err, "end reminder %d", id)
}

// RefuseReminder ends a reminder whose message the player does not take. [Store.TakeRefused] reports it.
func (s *Store) RefuseReminder(ctx context.Context, id int64) error {
	_, err := s.db.Exec(ctx, `update reminder set due = null where id = $1`, id)
	return postgres.Annotate(err, "end reminder %d", id)
}

// HasRefused reports the same as [Store.TakeRefused], as often as it is asked.
func (s *Store) HasRefused(ctx context.Context, playerID string) (refused bool, err error) {
	err = s.db.QueryRow(ctx, `select exists (select from reminder where player = $1 and due is null)`, playerID).Scan(&refused)
	return refused, postgres.Annotate(err, "look for refused reminders of a player")
}

// TakeRefused reports, once, whether a reminder of a player ended because they do not take direct messages.
func (s *Store) TakeRefused(ctx context.Context, playerID string) (refused bool, err error) {
	changed, err := s.db.Exec(ctx, `delete from reminder where player = $1 and due is null`, playerID)
	return err == nil && changed.RowsAffected() > 0, postgres.Annotate(err, "look for refused reminders of a player")
}

// DueReminders returns reminders that are due at a time, sorted by guild, at most so many.
func (s *Store) DueReminders(ctx context.Context, now time.Time, most int) ([]Reminder, error) {
	due, err := postgres.ReadAll(ctx, s.db, (*Reminder).fields, `
		select * from (select `+reminderColumns+` from reminder where due <= $1 order by due limit $2) r order by guild, id`, now, most)
	return due, postgres.Annotate(err, "look for reminders that are due")
}

// Reminding is the outcome for a reminder that is due.
type Reminding struct {
	Reminder
	Next time.Time // when it is due again
	Send bool      // the player gets a message now
}

// keptReminders is how many days the messages stay in the outbox, which keep a second one of a date away.
const keptReminders = 2

// AddReminders puts the messages of reminders of a guild into the outbox, about its daily of a date, and sets when
// they are due again. It leaves out reminders that another process was quicker with, and all of a guild that has
// removed the bot.
func (s *Store) AddReminders(ctx context.Context, guildID string, date calendar.Date, all []Reminding) error {
	var ids []int64
	var were, next []time.Time
	var send []bool
	for _, r := range all {
		ids, were, next, send = append(ids, r.ID), append(were, r.Due), append(next, r.Next), append(send, r.Send)
	}
	_, err := s.db.Exec(ctx, fmt.Sprintf(`
		with old as (
			delete from outbox where id in (
				select id from outbox where guild = $1 and kind = '%[1]s' and date < $2::date - %[3]d and state <> 'due'
				order by date limit 100 for update skip locked
			)
		), moved as (
			update reminder r set due = n.next
			from unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::boolean[]) as n(id, was, next, send)
			where r.id = n.id and r.due = n.was returning r.id, n.send
		)
		insert into outbox (guild, kind, rank, date, number)
		select $1, '%[1]s', %[2]d, $2, id from moved where send and not exists (select from departure where guild = $1)
		on conflict do nothing`, daily.ReminderMessage, daily.RankReminder, keptReminders), guildID, date, ids, were, next, send)
	return postgres.Annotate(err, "add reminders of guild %q", guildID)
}
