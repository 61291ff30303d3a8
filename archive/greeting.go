package archive

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// GreetOnce notes that a guild is greeted. first is false if it was greeted before, or is known: it
// has settings or dailies, or has removed the bot and its data are not erased yet. The note comes
// before the greeting, so that one of many processes sends it; if that process dies first, there is
// none.
func (s *Store) GreetOnce(ctx context.Context, guildID string) (first bool, err error) {
	noted, err := s.db.Exec(ctx, `
		insert into greeting (guild)
		select $1 where not exists (select from guild where id = $1) and not exists (select from departure where guild = $1)
		on conflict do nothing`, guildID)
	return err == nil && noted.RowsAffected() > 0, postgres.Annotate(err, "note that guild %q is greeted", guildID)
}
