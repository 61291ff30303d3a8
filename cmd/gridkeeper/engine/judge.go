package engine

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/answers"
	"github.com/gridkeeper/gridkeeper/explain/claims"
	"github.com/gridkeeper/gridkeeper/solver/judge"
)

func newJudge() *cobra.Command {
	upTo, language, asJSON, noUniqueness := "", "", false, false
	cmd := &cobra.Command{
		Use:   "judge [--up-to TIER|TECHNIQUE] [--no-uniqueness] [--json] [--language TAG] PUZZLE [CLAIM|FILE|-]...",
		Short: "say whether claimed steps of a solution follow",
		Long: "Judge claims about a puzzle, or a position with pencil marks. A claim is a line such as r4c5=7, \"r4c2<>8, r8c19<>8\" or\n" +
			"\"r4c5<>7 by x-wing\", a line of 'gridkeeper explain', or its JSON. An argument is a claim, a file of claims, or - for\n" +
			"standard input, which is also read if there is none. Semicolons part claims in a line.\n\n" +
			"A line for each claim has its number, the verdict and the reason:\n" +
			"  follows             a technique proves it; the easiest is named\n" +
			"  true but not shown  it agrees with the solution, but no technique up to --up-to proves it now\n" +
			"  false               it contradicts the solution\n" +
			"  not of this puzzle  its cell is filled otherwise, or its position is that of another puzzle\n" +
			"  known already       the digit is in its cell, or the candidate is gone\n\n" +
			"A placement is proved by a single alone, an elimination by any step or a contradiction. Conclusions of one claim need\n" +
			"one step, or one for each; the worst counts. If the claim names a technique, the reason also says whether it is there,\n" +
			"with its cells and houses. Claims are judged in turn, each in the position after the true ones before it; JSON with\n" +
			"its own state is judged there. The last line names the first claim that neither follows nor is known; the exit code is\n" +
			"then 1, as for a claim that cannot be read. With --json: a line of JSON for each claim\n" +
			"(https://github.com/gridkeeper/gridkeeper/blob/main/docs/steps.md).",
		Example: "  gridkeeper judge 1.....3..2.....4 r1c4=2\n" +
			"  gridkeeper explain --json 1.....3..2.....4 | gridkeeper judge 1.....3..2.....4 -\n" +
			"  gridkeeper judge --up-to hidden puzzle.txt path.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := input.Language(cmp.Or(language, "en"))
			if err != nil {
				return err
			}
			if err := input.NotEmpty(cmd.Flags(), "up-to"); err != nil {
				return err
			}
			techniques, err := answers.TechniquesUpTo(upTo, noUniqueness)
			if err != nil {
				return fmt.Errorf("--up-to %w", err)
			}
			if len(args) == 0 {
				return fmt.Errorf("no puzzle given: name a puzzle, then claims, files of claims or - (see '%s --help')", cmd.CommandPath())
			}
			if args[0] == "-" && slices.Contains(args[1:], "-") {
				return errors.New("- for the puzzle and for claims: standard input is read once; give one of them as an argument")
			}
			p, err := input.Only(cmd, args[:1], errors.New("several puzzles: claims are about one; name it before them"))
			if err != nil {
				return err
			}
			e := p.Entry
			e.Grid = p.Grid // that of an argument is not in its entry
			j, err := answers.Judge(BoardOf(e), techniques)
			if err != nil {
				return p.Fail(answers.OfPosition(BoardOf(e), err))
			}
			text, err := claimsOf(cmd, args)
			if err != nil {
				return err
			}
			return judgeClaims(cmd, j, text, explain.In(l), asJSON)
		},
	}
	cmd.Flags().StringVar(&upTo, "up-to", "", "the hardest tier or technique that may prove a claim; x-wing is the tier, with all fish (default: all)")
	input.AddNoUniqueness(cmd.Flags(), &noUniqueness)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines")
	input.AddLanguage(cmd, &language, "en")
	return cmd
}

// maxClaims is how many bytes of claims are read: ten thousand paths as JSON take more time than memory.
const maxClaims = 1 << 28

// claimsOf reads the claims of the arguments behind the puzzle.
func claimsOf(cmd *cobra.Command, args []string) (string, error) {
	rest := args[1:]
	if len(rest) == 0 {
		if args[0] == "-" || output.IsTerminal(cmd.InOrStdin()) {
			return "", fmt.Errorf("no claims given: name them behind the puzzle, or - for standard input (see '%s --help')", cmd.CommandPath())
		}
		rest = []string{"-"}
	}
	var text bytes.Buffer
	for _, arg := range rest {
		if arg != "-" && !output.IsThere(arg) {
			text.WriteString(arg + "\n")
			continue
		}
		in, err := input.Open(cmd, arg)
		if err != nil {
			return "", err
		}
		n, err := text.ReadFrom(io.LimitReader(in, maxClaims+1))
		if err = cmp.Or(err, in.Close()); err != nil {
			return "", fmt.Errorf("%s: %w", input.Named(arg), err)
		}
		if n > maxClaims {
			return "", fmt.Errorf("%s: more than %d MB of claims: split them", input.Named(arg), maxClaims>>20)
		}
		text.WriteByte('\n')
	}
	return text.String(), nil
}

// judgeClaims prints the answers, errors on standard error, and the number of the first bad claim.
func judgeClaims(cmd *cobra.Command, j *judge.Judge, text string, w explain.Words, asJSON bool) error {
	firstBad, read, failed := 0, 0, false
	for a, err := range claims.Judge(j, text, w) {
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		if read++; err != nil {
			failed = true
			fmt.Fprintln(cmd.ErrOrStderr(), err)
			continue
		}
		if firstBad == 0 && !a.Good() {
			firstBad = a.Claim
		}
		line := a.String()
		if asJSON {
			var err error
			if line, err = output.JSON(a); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), line); err != nil {
			return err
		}
	}
	switch {
	case cmd.Context().Err() != nil:
		return cmd.Context().Err()
	case read == 0:
		return errors.New("no claims in it: write one per line, such as r4c5=7")
	case firstBad > 0 && !asJSON:
		fmt.Fprintln(cmd.OutOrStdout(), claims.FirstBad(firstBad, w))
	}
	return output.Failure(failed || firstBad > 0)
}
