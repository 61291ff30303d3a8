package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// noMeetings is an archive without duels and boards for all. Their tests have a real one.
type noMeetings struct{}

func (noMeetings) Challenge(context.Context, archive.Duel) (archive.Duel, error) {
	return archive.Duel{}, archive.ErrNoDuels
}

func (noMeetings) Duel(context.Context, int64) (archive.Duel, error) {
	return archive.Duel{}, postgres.ErrNotFound
}

func (noMeetings) OpenDuels(context.Context, string, string) ([]archive.Duel, error) { return nil, nil }

func (noMeetings) DuelGames(context.Context, int64) ([]archive.Game, error) { return nil, nil }

func (noMeetings) AcceptDuel(context.Context, int64, archive.Player, archive.Guild) (archive.Duel, error) {
	return archive.Duel{}, postgres.ErrNotFound
}

func (noMeetings) EndDuel(context.Context, int64, archive.DuelState, bool) (archive.Duel, error) {
	return archive.Duel{}, postgres.ErrNotFound
}

func (noMeetings) SettleDuel(context.Context, int64) (archive.Duel, error) {
	return archive.Duel{}, postgres.ErrNotFound
}

func (noMeetings) StartDuelGame(context.Context, int64, archive.Player) (archive.Game, error) {
	return archive.Game{}, postgres.ErrNotFound
}

func (noMeetings) EndStaleDuels(context.Context) error { return nil }

func (noMeetings) LoseDuelMessage(context.Context, int64, string) error { return nil }

func (noMeetings) SetDuelMessage(context.Context, int64, string, string) error { return nil }

func (noMeetings) StartParty(context.Context, archive.Party, archive.Guild, archive.Daily, logic.Tier) (archive.Party, error) {
	return archive.Party{}, library.ErrNoPuzzle
}

func (noMeetings) Party(context.Context, int64) (archive.Party, error) {
	return archive.Party{}, postgres.ErrNotFound
}

func (noMeetings) PartyStartedBy(context.Context, string, string) (archive.Party, error) {
	return archive.Party{}, postgres.ErrNotFound
}

func (noMeetings) PartyIn(context.Context, string, string) (archive.Party, error) {
	return archive.Party{}, postgres.ErrNotFound
}

func (noMeetings) PartyOf(context.Context, int64) (archive.Party, error) {
	return archive.Party{}, postgres.ErrNotFound
}

func (noMeetings) PartyGame(context.Context, int64) (archive.Game, error) {
	return archive.Game{}, postgres.ErrNotFound
}

func (noMeetings) JoinParty(context.Context, int64, archive.Player) (archive.Party, error) {
	return archive.Party{}, postgres.ErrNotFound
}

func (noMeetings) IsParticipant(context.Context, int64, string) (bool, error) { return false, nil }

func (noMeetings) EndParty(context.Context, int64) (archive.Party, error) {
	return archive.Party{}, postgres.ErrNotFound
}

func (noMeetings) EndIdleParties(context.Context) error { return nil }

func (noMeetings) Contributions(context.Context, archive.Game) ([]archive.Contribution, error) {
	return nil, nil
}

func (noMeetings) SetPartyMessage(context.Context, int64, string, string) error { return nil }

func (noMeetings) SetPartyThread(context.Context, int64, string) error { return nil }

func (noMeetings) SetPartyBoard(context.Context, int64, string, string) error { return nil }

func (noMeetings) MarkPartyFinal(context.Context, int64) error { return nil }
