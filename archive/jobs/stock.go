package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Stock asks for a floor under every tier: the archive shall hold at least that many 9×9 puzzles
// of it, used or not, in any collection.
type Stock struct {
	PerTier int    // 1 to MaxStock
	Seed    uint64 // the same seed makes the same puzzles in an archive that holds as many; 0: new ones
	By      string // who asks, for people
}

const (
	// MaxStock is the highest floor: of the rarest tier a core makes a million puzzles in days.
	MaxStock = 1_000_000
	// StockCollection receives the puzzles.
	StockCollection = "generated"
)

// StockTier is the result of [AddStock] for a tier.
type StockTier struct {
	Tier    logic.Tier
	Held    int // puzzles in the archive
	Missing int // that the job makes
	Added       // the job; ID 0: nothing is missing
}

// AddStock adds a job for each tier that holds too few puzzles. While such a job is not
// finished there is no other for its tier, however often this is called: then Missing is 0 and
// the job is not New.
func AddStock(ctx context.Context, store *archive.Store, s Stock) ([]StockTier, error) {
	if s.PerTier < 1 || s.PerTier > MaxStock {
		return nil, fmt.Errorf("%d puzzles per tier: want 1 to %d", s.PerTier, MaxStock)
	}
	var all []StockTier
	for tier := logic.TierSingletons; tier <= logic.TierGuessing; tier++ {
		t, err := addStockOf(ctx, store, s, tier)
		if err != nil {
			return all, err
		}
		all = append(all, t)
	}
	return all, nil
}

func addStockOf(ctx context.Context, store *archive.Store, s Stock, tier logic.Tier) (StockTier, error) {
	t := StockTier{Tier: tier}
	makes := task{
		kind: stock{}.name(), identity: fmt.Sprintf("stock tier %d", tier), by: s.By,
		args: stockArgs{tier}, collection: StockCollection,
	}
	makes.fill = func(ctx context.Context, tx pgx.Tx, filled *task) error {
		err := tx.QueryRow(ctx, `select coalesce(sum(puzzles), 0) from puzzle_count where shape = $1 and tier = $2`, sudoku.Sudoku, tier).Scan(&t.Held)
		t.Missing = max(0, s.PerTier-t.Held)
		filled.title = fmt.Sprintf("stock: %d puzzles of tier %d, %s", t.Missing, tier, tier)
		filled.chunks = stockChunks(tier, t.Held, t.Missing, s.Seed)
		return err
	}
	var err error
	t.Added, err = add(ctx, store, makes)
	return t, err
}

// stock makes puzzles of a tier. An item is the seed of a sequence and how many puzzles of it
// are wanted.
type stock struct{}

type stockArgs struct {
	Tier logic.Tier `json:"tier"`
}

func (stock) name() string         { return "stock" }
func (stock) limit() time.Duration { return 15 * time.Minute }

// perItem is how many puzzles of each tier a core makes in about a second.
var perItem = [...]int{logic.TierSingletons: 25, logic.TierHidden: 1000, logic.TierLocked: 100, logic.TierXWing: 4, logic.TierGuessing: 1000}

// itemsPerChunk makes a chunk of some ten seconds.
const itemsPerChunk = 10

// stockChunks returns the items that make the missing puzzles. The seeds depend on the number held, so that a
// higher floor does not begin with the puzzles of the lower one.
func stockChunks(tier logic.Tier, held, missing int, seed uint64) [][]string {
	if seed == 0 {
		seed = rand.Uint64()
	}
	seeds := rand.New(rand.NewPCG(seed, uint64(held)<<8|uint64(tier)))
	var items []string
	for ; missing > 0; missing -= perItem[tier] {
		items = append(items, fmt.Sprintf("%d %d", seeds.Uint64(), min(missing, perItem[tier])))
	}
	return cut(items, itemsPerChunk)
}

func (stock) do(ctx context.Context, _ *archive.Store, raw json.RawMessage, item string) (outcome, error) {
	var args stockArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return outcome{}, err
	}
	var seed uint64
	var wanted int
	if _, err := fmt.Sscanf(item, "%d %d", &seed, &wanted); err != nil {
		return outcome{}, fmt.Errorf("item %q: want a seed and a number: %w", item, err)
	}
	var made []sudoku.Grid
	seen := map[canon.Key]bool{}
	trials := uint64(0)
	for ; len(made) < wanted; trials++ {
		if err := ctx.Err(); err != nil {
			return outcome{}, err
		}
		// One trial after the other and not generator.Puzzles, which takes all processors: a
		// machine has as many workers as it is meant to use.
		r := rand.New(rand.NewPCG(seed, trials))
		g := generator.Minimize(generator.FullGrid(sudoku.Sudoku, r), r)
		if tier, _ := rating.TierOf(g); tier != args.Tier || seen[canon.KeyOf(g)] {
			continue
		}
		seen[canon.KeyOf(g)] = true
		made = append(made, g)
	}
	return outcome{puzzles: made, counts: Counts{"trials": int64(trials)}}, nil
}
