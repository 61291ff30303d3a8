package library

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Choice are the collections that a guild's puzzles come from, in the order of their numbers.
type Choice struct {
	Collections []int32
	Chosen      bool // by the guild; else they are all that it may use
}

// Visible selects the collections that guild $1 may use: those that are shared and its own. No
// other guild's name, and no guild at all, finds only the shared ones.
const Visible = `
	select id from collection where shared
	union select id from collection where guild = $1`

// ChoiceOf returns where the puzzles of a guild come from. Of the collections that it has
// chosen, those that are no longer shared do not count, so none may be left.
func ChoiceOf(ctx context.Context, db postgres.Querier, guildID string) (from Choice, err error) {
	rows, err := db.Query(ctx, `
		with chosen as (select collection as id from choice where guild = $1)
		select v.id, c.id is not null as chosen from (`+Visible+`) v full join chosen c on c.id = v.id order by v.id`, guildID)
	if err != nil {
		return Choice{}, err
	}
	var all, some []int32
	var id *int32 // null: chosen, and not visible
	var chosen bool
	_, err = pgx.ForEachRow(rows, []any{&id, &chosen}, func() error {
		from.Chosen = from.Chosen || chosen
		if id != nil {
			all = append(all, *id)
		}
		if id != nil && chosen {
			some = append(some, *id)
		}
		return nil
	})
	from.Collections = all
	if from.Chosen {
		from.Collections = some
	}
	return from, err
}

// Offer is a collection that a guild may choose.
type Offer struct {
	ID      int64
	Name    string
	Own     bool // the guild's; else it is shared with everyone
	Chosen  bool
	Puzzles Supply
}

func (o *Offer) fields() postgres.Fields {
	return postgres.Fields{"id": &o.ID, "name": &o.Name, "own": &o.Own, "chosen": &o.Chosen, "puzzles": &o.Puzzles}
}

// Offers returns the collections that a guild may choose, its own first, then by name. lost is how
// many it has chosen that are no longer shared.
func (s *Store) Offers(ctx context.Context, guildID string) (offers []Offer, lost int, err error) {
	db := s.db
	offers, err = postgres.ReadAll(ctx, db, (*Offer).fields, `
		select c.id, c.name, coalesce(c.guild = $1, false) as own, h.guild is not null as chosen, `+supplyColumn+` as puzzles
		from (`+Visible+`) v join collection c on c.id = v.id left join choice h on h.guild = $1 and h.collection = c.id
		order by own desc, c.name, c.id`, guildID)
	if err == nil {
		err = db.QueryRow(ctx, `select count(*) from choice where guild = $1`, guildID).Scan(&lost)
	}
	for _, o := range offers {
		if o.Chosen {
			lost--
		}
	}
	return offers, max(0, lost), postgres.Annotate(err, "the collections of guild %q", guildID)
}
