package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Stock asks for a floor under every tier of a shape: the archive shall hold at least that many puzzles
// of it, used or not, in any collection.
type Stock struct {
	Shape   sudoku.Shape
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
	if !library.HasTiers(s.Shape) {
		return nil, fmt.Errorf("a stock of %s: want a shape whose puzzles are given out by tier", s.Shape)
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
	args := stockArgs{s.Shape, tier}
	makes := task{
		kind: stock{}.name(), identity: fmt.Sprintf("stock %stier %d", args.prefix(), tier), by: s.By,
		args: args, collection: StockCollection,
	}
	makes.fill = func(ctx context.Context, tx pgx.Tx, filled *task) error {
		err := tx.QueryRow(ctx, `select coalesce(sum(puzzles), 0) from puzzle_count where shape = $1 and tier = $2`, s.Shape, tier).Scan(&t.Held)
		t.Missing = max(0, s.PerTier-t.Held)
		filled.title = fmt.Sprintf("stock: %d %sof tier %d, %s", t.Missing, cmp.Or(args.prefix(), "puzzles "), tier, tier)
		filled.chunks = stockChunks(args, t.Held, t.Missing, s.Seed)
		return err
	}
	var err error
	t.Added, err = add(ctx, store, makes)
	return t, err
}

// stock makes puzzles of a tier. An item is the seed of a sequence and how many puzzles of it are wanted, after the prefix of the
// shape. Programs before 6×6 cannot read an item with a prefix, and leave it to newer ones.
type stock struct{}

type stockArgs struct {
	Shape sudoku.Shape `json:"shape,omitempty"`
	Tier  logic.Tier   `json:"tier"`
}

// prefix returns the shape and a blank, nothing for sudoku.
func (a stockArgs) prefix() string {
	if a.Shape == sudoku.Sudoku {
		return ""
	}
	return a.Shape.String() + " "
}

func (stock) name() string         { return "stock" }
func (stock) limit() time.Duration { return 15 * time.Minute }

// perItem is how many puzzles of each tier a core makes in about a second. Of 30,000 minimal puzzles of 6×6, 47 are of
// the tier locked and 2 of x-wing.
var perItem = [...][6]int{
	sudoku.Sudoku:   {logic.TierSingletons: 25, logic.TierHidden: 1000, logic.TierLocked: 100, logic.TierXWing: 4, logic.TierGuessing: 1000},
	sudoku.SixBySix: {logic.TierSingletons: 5000, logic.TierHidden: 2000, logic.TierLocked: 10, logic.TierXWing: 1, logic.TierGuessing: 300},
}

// itemsPerChunk makes a chunk of some ten seconds.
const itemsPerChunk = 10

// stockChunks returns the items that make the missing puzzles. The seeds depend on the number held, so that a
// higher floor does not begin with the puzzles of the lower one.
func stockChunks(args stockArgs, held, missing int, seed uint64) [][]string {
	if seed == 0 {
		seed = rand.Uint64()
	}
	seeds := rand.New(rand.NewPCG(seed, uint64(held)<<8|uint64(library.Slot(args.Shape, args.Tier))))
	var items []string
	each := perItem[args.Shape][args.Tier]
	for ; missing > 0; missing -= each {
		items = append(items, fmt.Sprintf("%s%d %d", args.prefix(), seeds.Uint64(), min(missing, each)))
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
	if _, err := fmt.Sscanf(strings.TrimPrefix(item, args.prefix()), "%d %d", &seed, &wanted); err != nil {
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
		g := generator.Minimize(generator.FullGrid(args.Shape, r), r)
		if tier, _ := rating.TierOf(g); tier != args.Tier || seen[canon.KeyOf(g)] {
			continue
		}
		seen[canon.KeyOf(g)] = true
		made = append(made, g)
	}
	return outcome{puzzles: made, counts: Counts{"trials": int64(trials)}}, nil
}
