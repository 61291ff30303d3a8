package engine

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newRate() *cobra.Command {
	asJSON, byDepth := false, false
	cmd := &cobra.Command{
		Use:   "rate [--depth] [--json] [PUZZLE|FILE|-]...",
		Short: "print the tier and the score of every puzzle",
		Long: "Print, separated by tabs: the puzzle, its tier (1-5), the tier's name, its score (the seconds that\n" +
			"people are expected to need), and the hardest technique that it needs.\n" +
			"With --depth: the puzzle, and how deep trial and error with singles has to go, 0 to 3.\n\n" + input.Help,
		Example: "  gridkeeper rate puzzles.txt\n  gridkeeper rate --json 1.....3..2.....4\n  gridkeeper rate --depth puzzles.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			if byDepth {
				return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) { return rateDepth(g, asJSON) })
			}
			show := rateLine
			if asJSON {
				show = rateJSON
			}
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) {
				r, err := rating.Rate(g)
				if err != nil {
					return "", err
				}
				return show(g, r)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines, with counts per technique and the certificate")
	cmd.Flags().BoolVar(&byDepth, "depth", false, "print the depth of trial and error; with --json, its certificate")
	return cmd
}

func rateLine(g sudoku.Grid, r rating.Rating) (string, error) {
	return fmt.Sprintf("%s\t%d\t%s\t%.1f\t%s", g, r.Tier, r.Tier, r.Score, r.Hardest), nil
}

// rated is a line of JSON.
type rated struct {
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
	Version     int                `json:"version"`
}

func rateJSON(g sudoku.Grid, r rating.Rating) (string, error) {
	text, err := json.Marshal(rated{
		Puzzle: g, Tier: r.Tier, Name: r.Tier.String(),
		Score: r.Score, Low: r.Low, High: r.High,
		Hardest: r.Hardest, Counts: r.Counts, Needs: r.Needs,
		Certificate: r.Certificate, Sentence: output.English.Certificate(r.Certificate),
		Version: rating.Version,
	})
	return string(text), err
}
