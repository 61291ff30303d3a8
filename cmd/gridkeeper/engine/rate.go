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
	"github.com/gridkeeper/gridkeeper/explain/answers"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/hodoku"
	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/solver/logic"
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
			"With --depth: the puzzle, how deep trial and error with singles has to go, 0 to 3, and the class: B4 if at depth 1 a\n" +
			"trial takes three singles and a contradiction at most, B4B if that is so within trials, at depth 2, B4BB at depth 3;\n" +
			">=B4 if more would take too long to find out. With --json: the certificates.\n" +
			"With --se: the puzzle, and its ratings ER, EP and ED of Sudoku Explainer 1.2.1; >=11.0 is a lower bound.\n" +
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
				if !ladder && r.Puzzle.Entry.Grid.Len() > 0 && !answers.ByMarks(BoardOf(r.Puzzle.Entry)) {
					note(r.Puzzle)
				}
				_, err := fmt.Fprintln(out, r.Value)
				return err
			}
			return input.ForEachPositionResult(cmd, args, func(e format.Entry) (string, error) {
				g := e.Grid
				board := BoardOf(e)
				byMarks := answers.ByMarks(board)
				switch {
				case byMarks && (bySE || byHoDoKu || byDepth):
					return "", errors.New("it has one solution by its candidates only: Sudoku Explainer, HoDoKu and the depth rate puzzles of clues")
				case byMarks:
					return rateByMarks(board, ladder, noUniqueness, asJSON)
				case bySE:
					r, err := se.Rate(g)
					return fmt.Sprintf("%s\t%v\t%v\t%v", g, r.ER, r.EP, r.ED), err
				case byHoDoKu:
					r, err := hodoku.Rate(g)
					return fmt.Sprintf("%s\t%d\t%s", g, r.Score, r.Level), err
				case byDepth:
					deep, err := answers.Depth(g)
					if err != nil || asJSON {
						return jsonOf(deep, err)
					}
					return fmt.Sprintf("%s\t%d\t%s", g, deep.Depth, deep.Class.Name), nil
				case asJSON:
					return jsonOf(answers.Rate(board, ladder, noUniqueness))
				}
				r, err := rating.Rate(g)
				if err != nil {
					return "", err
				}
				line := fmt.Sprintf("%s\t%d\t%s\t%.1f\t%s", g, r.Tier, r.Tier, r.Score, r.Hardest)
				if !ladder {
					return line, nil
				}
				var climb *answers.Climbed
				if r.Tier == logic.TierGuessing {
					climb, err = answers.Climb(board, noUniqueness)
				}
				return line + columns(climb), err
			}, show)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines, with counts per technique and the certificate; with --ladder, the ladder too")
	cmd.Flags().BoolVar(&ladder, "ladder", false, "add the hardest technique between those of tier 4 and guessing")
	input.AddNoUniqueness(cmd.Flags(), &noUniqueness)
	cmd.Flags().BoolVar(&byDepth, "depth", false, "print the depth of trial and error, and the class; with --json, their certificates")
	cmd.Flags().BoolVar(&bySE, "se", false, "print the ratings ER, EP and ED of Sudoku Explainer 1.2.1")
	cmd.Flags().BoolVar(&byHoDoKu, "hodoku", false, "print HoDoKu's score and level")
	return cmd
}

// columns returns the hardest technique of a climb and its rounds, separated by tabs.
func columns(c *answers.Climbed) string {
	if c == nil {
		return "\t-\t-"
	}
	var rounds []string
	for technique, n := range c.Rounds.All() {
		rounds = append(rounds, fmt.Sprintf("%s=%d", technique, n))
	}
	return fmt.Sprintf("\t%s\t%s", c.Hardest, strings.Join(rounds, ","))
}

func rateByMarks(b play.Board, ladder, noUniqueness, asJSON bool) (string, error) {
	r, err := answers.RatePosition(b, ladder, noUniqueness)
	if err != nil || asJSON {
		return jsonOf(r, err)
	}
	line := fmt.Sprintf("%s\t%d\t%s\t-\t%s", r.Candidates, r.Tier, r.Name, r.Hardest)
	if ladder {
		line += columns(r.Ladder)
	}
	return line, nil
}

// jsonOf returns an answer in a line of JSON, unless there is an error.
func jsonOf[T any](answer T, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return output.JSON(answer)
}
