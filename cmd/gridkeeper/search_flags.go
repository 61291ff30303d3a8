package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// searchFlags say which puzzles of the archive are wanted, in the words of 'gridkeeper generate'.
type searchFlags struct {
	shape, symmetry, pattern, score, clues, automorphisms, since, until string
	tiers, needs, only, collections, notIn                              []string
}

// searchNames are the flags of searchFlags.
var searchNames = []string{"shape", "tier", "score", "clues", "needs", "only", "symmetry", "pattern", "automorphisms", "not-in", "since", "until"}

func (s *searchFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&s.shape, "shape", "", "sudoku or shidoku (default: any)")
	flags.StringSliceVar(&s.tiers, "tier", nil, "1-5 or its name; may repeat (default: any)")
	flags.StringVar(&s.score, "score", "", "expected solving time, from-to, such as 300-600, 5m-10m or 5:00-")
	flags.StringVar(&s.clues, "clues", "", "how many clues, such as 24, 22-25 or -20")
	flags.StringSliceVar(&s.needs, "needs", nil, "techniques that the puzzle needs, where the easier ones of its tier find nothing more, such as x-wing, or x-wing:2 for twice or more; may repeat")
	flags.StringSliceVar(&s.only, "only", nil, "techniques that solve the puzzle, with the smaller ones of their kind (triples bring pairs); may repeat")
	flags.StringVar(&s.symmetry, "symmetry", criteria.NoSymmetry.String(), "symmetry of the cells with clues, such as half-turn")
	flags.StringVar(&s.pattern, "pattern", "", "where the clues are: 81 characters, x, # or a digit for a clue, else .")
	flags.StringVar(&s.automorphisms, "automorphisms", "", "in how many ways it can be turned, permuted and relabelled into itself, such as 2-")
	flags.StringSliceVar(&s.notIn, "not-in", nil, "collections that do not have it in any disguise; may repeat")
	flags.StringVar(&s.since, "since", "", "imported on this day or later, such as 2026-01-31")
	flags.StringVar(&s.until, "until", "", "imported on this day or earlier")
}

// given reports whether any of the flags was given.
func (s *searchFlags) given(flags *pflag.FlagSet) bool {
	return slices.ContainsFunc(searchNames, flags.Changed)
}

// search reads the flags but for the collections. Wishes that cannot be met together are an error.
func (s *searchFlags) search(flags *pflag.FlagSet) (q library.Search, err error) {
	if err := input.NotEmpty(flags, searchNames...); err != nil {
		return q, err
	}
	for _, flag := range []struct {
		name string
		read func(*library.Search) error
	}{
		{"shape", s.readShape}, {"tier", s.readTiers}, {"symmetry", s.readSymmetry}, {"pattern", s.readPattern},
		{"needs", s.readNeeds}, {"only", s.readOnly}, {"score", s.readScore}, {"clues", s.readClues},
		{"automorphisms", s.readAutomorphisms}, {"since", s.readSince}, {"until", s.readUntil},
	} {
		if err := flag.read(&q); err != nil {
			return q, fmt.Errorf("--%s: %w", flag.name, err)
		}
	}
	return q, q.Check()
}

func (s *searchFlags) readShape(q *library.Search) (err error) {
	if s.shape != "" {
		q.Shape, err = sudoku.ParseShape(s.shape)
		q.Shaped = true
	}
	return err
}

func (s *searchFlags) readTiers(q *library.Search) error {
	for _, name := range s.tiers {
		tier, err := logic.ParseTier(name)
		if err != nil {
			return err
		}
		q.Tiers = append(q.Tiers, tier)
	}
	return nil
}

func (s *searchFlags) readSymmetry(q *library.Search) (err error) {
	q.Symmetry, err = criteria.ParseSymmetry(s.symmetry)
	return err
}

// readPattern reads a pattern of the shape given; where none is, its length says which.
func (s *searchFlags) readPattern(q *library.Search) (err error) {
	if s.pattern == "" {
		return nil
	}
	if length := len([]rune(strings.Join(strings.Fields(s.pattern), ""))); !q.Shaped && length == len(sudoku.Shidoku.Cells()) {
		q.Shape = sudoku.Shidoku
	}
	q.Shaped = true
	q.Pattern, err = parsePattern(q.Shape, s.pattern)
	return err
}

func (s *searchFlags) readNeeds(q *library.Search) error {
	for _, text := range s.needs {
		name, count, counted := strings.Cut(text, ":")
		times := 1
		if counted {
			n, err := strconv.Atoi(count)
			if err != nil || n < 1 {
				return fmt.Errorf("%s: want a technique and how often, such as x-wing:2", sudoku.Excerpt(text))
			}
			times = n
		}
		technique, err := logic.ParseTechnique(name)
		if err != nil {
			return err
		}
		q.Needs = append(q.Needs, library.Need{Technique: technique, Times: times})
	}
	return nil
}

func (s *searchFlags) readOnly(q *library.Search) (err error) {
	q.Only, err = parseTechniques(s.only)
	return err
}

func (s *searchFlags) readScore(q *library.Search) (err error) {
	q.MinScore, q.MaxScore, err = parseScores(s.score)
	return err
}

func (s *searchFlags) readClues(q *library.Search) (err error) {
	q.MinClues, q.MaxClues, err = parseRange(s.clues)
	if fewest := solver.MinClues(q.Shape); err == nil && q.MaxClues > 0 && q.Shaped && q.MaxClues < fewest {
		err = fmt.Errorf("no puzzle has %d clues: a %s needs %d or more", q.MaxClues, q.Shape, fewest)
	}
	return err
}

func (s *searchFlags) readAutomorphisms(q *library.Search) (err error) {
	q.MinAutomorphisms, q.MaxAutomorphisms, err = parseRange(s.automorphisms)
	return err
}

func (s *searchFlags) readSince(q *library.Search) (err error) {
	if s.since != "" {
		q.Since, err = parseDay(s.since)
	}
	return err
}

func (s *searchFlags) readUntil(q *library.Search) error {
	if s.until == "" {
		return nil
	}
	day, err := parseDay(s.until)
	q.Until = day.AddDate(0, 0, 1)
	return err
}

// parseDay reads a date, which begins at midnight UTC.
func parseDay(text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
	if err != nil {
		return time.Time{}, fmt.Errorf("%s is not a date: want such as 2026-01-31", sudoku.Excerpt(text))
	}
	return day, nil
}

// named puts the collections of --collection and --not-in into a search.
func (s *searchFlags) named(cmd *cobra.Command, store *archive.Store, guild string, q *library.Search) error {
	for _, flag := range []struct {
		names []string
		into  *[]int32
	}{{s.collections, &q.In}, {s.notIn, &q.NotIn}} {
		if len(flag.names) == 0 {
			continue
		}
		found, err := database.Collections(cmd, store, guild, flag.names)
		if err != nil {
			return err
		}
		for _, c := range found {
			*flag.into = append(*flag.into, c.ID)
		}
	}
	if len(q.In) > 0 && !slices.ContainsFunc(q.In, func(id int32) bool { return !slices.Contains(q.NotIn, id) }) {
		return errors.New("no puzzle is in a collection and not in it: want others with --not-in")
	}
	return nil
}

// parseSort reads the name of an order, with a minus in front for the other way round.
func parseSort(text string) (by library.Sort, descending bool, err error) {
	name, descending := strings.CutPrefix(text, "-")
	if text == "" {
		return library.Shuffled, false, nil
	}
	var names []string
	for _, by := range library.Sorts {
		if string(by) == name && (by != library.Random || !descending) {
			return by, descending, nil
		}
		names = append(names, string(by))
	}
	return "", false, fmt.Errorf("--sort %s: want one of %s, with a minus in front for the other way round",
		sudoku.Excerpt(text), strings.Join(names, ", "))
}

// parseRange reads the limits of a flag, none if it is not given.
func parseRange(text string) (least, most int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	least, most, err = criteria.ParseRange(text)
	if err == nil && most > 0 && most < least {
		err = fmt.Errorf("%s: want the smaller number first", sudoku.Excerpt(text))
	}
	return least, most, err
}
