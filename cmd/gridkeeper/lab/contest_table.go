package lab

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/classic"
)

// print prints what each contestant did, and draws it if there is to be a chart.
func (o *contestOptions) print(out io.Writer, contestants []*contestant, puzzles int) error {
	if o.chart != "" {
		data, err := picture.Chart{Panels: chartPanels(contestants), Theme: picture.Light}.PNG()
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.chart, data, 0o644); err != nil {
			return err
		}
	}
	if o.json {
		return printJSON(out, contestants)
	}
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "method\tpuzzles\tsolved\tsteps\tmost\tguesses\twith guesses\tµs\t")
	for _, c := range contestants {
		t := &c.tally
		steps, most := "-", "-"
		if t.countsSteps {
			steps, most = fmt.Sprintf("%.1f", t.mean(t.Steps)), fmt.Sprint(t.Most)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%.3f\t%d\t%.1f\t\n", c.name, puzzles, t.Solved, steps, most, t.mean(t.Guesses), t.Guessed, t.micros())
	}
	if o.techniques {
		fmt.Fprintln(w)
		printTechniques(w, contestants)
	}
	return w.Flush()
}

// printTechniques prints the share of each technique in the steps of the methods that count them,
// as Huang's table 5 does.
func printTechniques(w io.Writer, contestants []*contestant) {
	counting := slices.DeleteFunc(slices.Clone(contestants), func(c *contestant) bool { return c.tally.Uses == nil })
	header := []string{"% of steps"}
	for _, c := range counting {
		header = append(header, c.name)
	}
	fmt.Fprintln(w, strings.Join(header, "\t")+"\t")
	for t := classic.Naked1; t <= classic.Guess; t++ {
		line := []string{t.String()}
		for _, c := range counting {
			share := 0.0
			if c.tally.Steps > 0 {
				share = 100 * float64(c.tally.Uses[t.String()]) / float64(c.tally.Steps)
			}
			line = append(line, fmt.Sprintf("%.3f", share))
		}
		fmt.Fprintln(w, strings.Join(line, "\t")+"\t")
	}
}

func printJSON(out io.Writer, contestants []*contestant) error {
	lines := json.NewEncoder(out)
	for _, c := range contestants {
		if err := lines.Encode(struct {
			Method string `json:"method"`
			tally
		}{c.name, c.tally}); err != nil {
			return err
		}
	}
	return nil
}

// chartPanels draws what the table says.
func chartPanels(contestants []*contestant) []picture.Panel {
	panels := []picture.Panel{
		{Title: "time for a puzzle, a line for each factor of ten (in brackets: solved)"}, {Title: "steps for a puzzle"}, {Title: "guesses for a puzzle"},
	}
	for _, c := range contestants {
		t := &c.tally
		name := fmt.Sprintf("%s (%d)", c.name, t.Solved)
		add := func(panel int, value float64, text string) {
			panels[panel].Bars = append(panels[panel].Bars, picture.Bar{Name: name, Value: value, Text: text})
		}
		add(0, t.micros(), fmt.Sprintf("%.1f µs", t.micros()))
		if t.countsSteps {
			add(1, t.mean(t.Steps), fmt.Sprintf("%.1f", t.mean(t.Steps)))
		}
		add(2, t.mean(t.Guesses), fmt.Sprintf("%.3f", t.mean(t.Guesses)))
	}
	return panels
}
