package engine

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/rating/hodoku"
	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newRate() *cobra.Command {
	asJSON, ladder, noUniqueness, byDepth, bySE, byHoDoKu := false, false, false, false, false, false
	cmd := &cobra.Command{
		Use:   "rate [--ladder [--no-uniqueness]|--depth] [--json] [PUZZLE|FILE|-]... | rate --se|--hodoku [PUZZLE|FILE|-]...",
		Short: "print the tier and the score of every puzzle",
		Long: "Print, separated by tabs: the puzzle, its tier (1-5), the tier's name, its score (the seconds that\n" +
			"people are expected to need), and the hardest technique that it needs.\n" +
			"--ladder adds two columns: for a puzzle of tier 5 the hardest technique between those of tier 4 and\n" +
			"guessing, and the number of rounds of each technique; for others \"-\" and \"-\". --no-uniqueness leaves out\n" +
			"techniques that rest on the puzzle having one solution. The ladder takes some milliseconds for each puzzle of\n" +
			"tier 5: over random puzzles 80 times as long as all the rest.\n" +
			"With --json: a line of JSON for each puzzle; the ladder is in it only with --ladder, with its steps as data.\n" +
			"With --depth: the puzzle, and how deep trial and error with singles has to go, 0 to 3.\n" +
			"With --se: the puzzle, and its ratings ER, EP and ED of Sudoku Explainer 1.2.1; above 9.0 only the least value\n" +
			"that they can have: >=9.0, or >=9.2 after a step of 9.2.\n" +
			"With --hodoku: the puzzle, its score with HoDoKu's points, and the level: easy, medium, hard, unfair or extreme.\n" +
			"A position is rated by its clues, but the ladder begins with its candidates. A sukaku, or another position with one\n" +
			"solution by its candidates only, has these as its puzzle, and - as its score; --depth, --se and --hodoku rate puzzles\n" +
			"of clues only, --se and --hodoku those of 9×9.\n\n" + input.Help,
		Example: "  gridkeeper rate puzzles.txt\n  gridkeeper rate --json 1.....3..2.....4\n" +
			"  gridkeeper rate --ladder puzzles.txt\n  gridkeeper rate --depth puzzles.txt\n  gridkeeper rate --se puzzles.txt\n  gridkeeper rate --hodoku puzzles.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, group := range [][]string{{"ladder", "depth", "se", "hodoku"}, {"json", "se", "hodoku"}, {"no-uniqueness", "depth", "se", "hodoku"}} {
				given := slices.DeleteFunc(group, func(flag string) bool { return !cmd.Flags().Changed(flag) })
				if len(given) > 1 {
					return fmt.Errorf("--%s with --%s: leave one of them out", given[0], given[1])
				}
			}
			if noUniqueness && !ladder {
				return fmt.Errorf("--no-uniqueness is about the ladder: add --ladder")
			}
			note := input.NoteMarks(cmd)
			show := func(out *bufio.Writer, r input.Result[string]) error {
				if !ladder && r.Puzzle.Entry.Grid.Len() > 0 && !hasByMarks(r.Puzzle.Entry) {
					note(r.Puzzle)
				}
				_, err := fmt.Fprintln(out, r.Value)
				return err
			}
			return input.ForEachPositionResult(cmd, args, func(e format.Entry) (string, error) {
				g := e.Grid
				byMarks := hasByMarks(e)
				switch {
				case byMarks && (bySE || byHoDoKu || byDepth):
					return "", errors.New("it has one solution by its candidates only: Sudoku Explainer, HoDoKu and the depth rate puzzles of clues")
				case byMarks:
					return rateByMarks(e, ladder, asJSON, without(noUniqueness))
				case bySE:
					r, err := se.Rate(g)
					return fmt.Sprintf("%s\t%v\t%v\t%v", g, r.ER, r.EP, r.ED), err
				case byHoDoKu:
					r, err := hodoku.Rate(g)
					return fmt.Sprintf("%s\t%d\t%s", g, r.Score, r.Level), err
				case byDepth:
					return rateDepth(g, asJSON)
				}
				r, climb, err := rate(e, ladder, noUniqueness)
				switch {
				case err != nil:
					return "", err
				case asJSON:
					return output.JSON(ratedOf(g, r, climb))
				}
				line := fmt.Sprintf("%s\t%d\t%s\t%.1f\t%s", g, r.Tier, r.Tier, r.Score, r.Hardest)
				if ladder {
					line += climb.columns()
				}
				return line, nil
			}, show)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines, with counts per technique and the certificate; with --ladder, the ladder too")
	cmd.Flags().BoolVar(&ladder, "ladder", false, "add the hardest technique between those of tier 4 and guessing")
	input.AddNoUniqueness(cmd.Flags(), &noUniqueness)
	cmd.Flags().BoolVar(&byDepth, "depth", false, "print the depth of trial and error; with --json, its certificate")
	cmd.Flags().BoolVar(&bySE, "se", false, "print the ratings ER, EP and ED of Sudoku Explainer 1.2.1")
	cmd.Flags().BoolVar(&byHoDoKu, "hodoku", false, "print HoDoKu's score and level")
	return cmd
}

// without returns the techniques that --no-uniqueness leaves out.
func without(noUniqueness bool) []logic.Technique {
	if noUniqueness {
		return logic.Uniqueness
	}
	return nil
}

// rate rates a puzzle. The climb is nil for a puzzle that needs no ladder.
func rate(e format.Entry, ladder, noUniqueness bool) (r rating.Rating, climb *Climbed, err error) {
	if r, err = rating.Rate(e.Grid); err == nil && ladder && r.Tier == logic.TierGuessing {
		climb, err = climbOf(boardOf(e).State(), without(noUniqueness))
	}
	return r, climb, err
}

// Rate returns the rating of a puzzle as data, with the ladder if it is asked for and the puzzle needs it.
func Rate(e format.Entry, ladder, noUniqueness bool) (Rated, error) {
	r, climb, err := rate(e, ladder, noUniqueness)
	if err != nil {
		return Rated{}, err
	}
	return ratedOf(e.Grid, r, climb), nil
}

// Climbed is a [logic.Climb] in a line of JSON.
type Climbed struct {
	Hardest logic.Technique   `json:"hardest"`
	Needs   []logic.Technique `json:"needs"`
	Rounds  logic.Rungs       `json:"rounds"`
	Steps   []steps.Step      `json:"steps"`
}

// climbOf returns the climb of a state, nil if it needs none.
func climbOf(s logic.State, without []logic.Technique) (*Climbed, error) {
	climb, err := logic.ClimbFrom(s, without...)
	if err != nil || climb.Hardest == "" {
		return nil, err
	}
	made := make([]steps.Step, len(climb.Steps))
	for i, step := range climb.Steps {
		made[i] = steps.Of(step, output.English)
	}
	return &Climbed{climb.Hardest, climb.Needs, climb.Rounds, made}, nil
}

// columns returns the hardest technique of a climb and its rounds, separated by tabs.
func (c *Climbed) columns() string {
	if c == nil {
		return "\t-\t-"
	}
	var rounds []string
	for technique, n := range c.Rounds.All() {
		rounds = append(rounds, fmt.Sprintf("%s=%d", technique, n))
	}
	return fmt.Sprintf("\t%s\t%s", c.Hardest, strings.Join(rounds, ","))
}

// hasByMarks reports whether an entry is a position whose clues have several solutions.
func hasByMarks(e format.Entry) bool {
	if e.Marks == "" {
		return false
	}
	_, byMarks, _ := boardOf(e).State().Solution()
	return byMarks
}

// ratedPosition is the rating of a position that has one solution by its candidates only, in a line of JSON.
type ratedPosition struct {
	Candidates string          `json:"candidates"`
	Tier       logic.Tier      `json:"tier"`
	Name       string          `json:"name"`
	Hardest    logic.Technique `json:"hardest"`
	Ladder     *Climbed        `json:"ladder,omitempty"`
	Version    int             `json:"version"`
}

func rateByMarks(e format.Entry, ladder, asJSON bool, without []logic.Technique) (string, error) {
	state := boardOf(e).State()
	tier, hardest, err := state.Needs()
	if err != nil {
		return "", ofPosition(e, err)
	}
	r := ratedPosition{Candidates: steps.StateOf(state.Completed()).Candidates, Tier: tier, Name: tier.String(), Hardest: hardest, Version: rating.Version}
	if ladder && tier == logic.TierGuessing {
		if r.Ladder, err = climbOf(state, without); err != nil {
			return "", err
		}
	}
	if asJSON {
		return output.JSON(r)
	}
	line := fmt.Sprintf("%s\t%d\t%s\t-\t%s", r.Candidates, r.Tier, r.Name, r.Hardest)
	if ladder {
		line += r.Ladder.columns()
	}
	return line, nil
}

// Rated is a rating in a line of JSON.
type Rated struct {
	Puzzle      sudoku.Grid        `json:"puzzle"`
	Tier        logic.Tier         `json:"tier"`
	Name        string             `json:"name"`
	Score       float64            `json:"score"` // seconds, as are the two below
	Low         float64            `json:"low"`
	High        float64            `json:"high"`
	Hardest     logic.Technique    `json:"hardest"`
	Counts      rating.Counts      `json:"counts"`
	Needs       rating.Needs       `json:"needs"`
	Certificate rating.Certificate `json:"certificate"`
	Sentence    string             `json:"sentence"`
	Ladder      *Climbed           `json:"ladder,omitempty"`
	Version     int                `json:"version"`
}

func ratedOf(g sudoku.Grid, r rating.Rating, climb *Climbed) Rated {
	return Rated{
		Puzzle: g, Tier: r.Tier, Name: r.Tier.String(),
		Score: r.Score, Low: r.Low, High: r.High,
		Hardest: r.Hardest, Counts: r.Counts, Needs: r.Needs,
		Certificate: r.Certificate, Sentence: output.English.Certificate(r.Certificate), Ladder: climb,
		Version: rating.Version,
	}
}

// rateDepth returns the line of a puzzle with its depth.
func rateDepth(g sudoku.Grid, asJSON bool) (string, error) {
	c, err := depth.Of(g)
	if err != nil {
		return "", err
	}
	if !asJSON {
		return fmt.Sprintf("%s\t%d", g, c.Depth), nil
	}
	certified := deep{Puzzle: g, Depth: c.Depth, Open: map[string]string{}, Version: depth.Version}
	for cell, digits := range c.Open {
		if digits != 0 {
			certified.Open[sudoku.Cell(cell).String()] = digits.String()
		}
	}
	for _, e := range c.Eliminations {
		certified.Eliminations = append(certified.Eliminations, fmt.Sprintf("%v-%v", e.Cell, e.Digit))
	}
	return output.JSON(certified)
}

// deep is a depth with its certificate in a line of JSON: see [depth.Certificate].
type deep struct {
	Puzzle       sudoku.Grid       `json:"puzzle"`
	Depth        int               `json:"depth"`
	Open         map[string]string `json:"open"`                   // "r1c1": "456"
	Eliminations []string          `json:"eliminations,omitempty"` // "r1c1-4"
	Version      int               `json:"version"`
}
