package explain

import (
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/judge"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Verdict gives the reason for the answer to a claim: the steps that make its conclusions, or why they do not follow; then
// whether the claimed technique is there, if another one is shown.
func (w Words) Verdict(claimed logic.Technique, a judge.Answer) string {
	var all []string
	args := locale.Args{"Technique": w.Technique(a.Hardest), "Cell": a.Cell}
	if len(a.Conclusions) > 0 {
		k := a.Conclusions[a.Worst]
		args["Conclusion"], args["Cell"], args["Digit"] = k.String(), k.Cell, k.Digit
		if a.Fault = k.Fault; k.Fault == judge.IsClue || k.Fault == judge.IsFilled {
			args["Digit"] = a.Before.Grid.At(k.Cell)
		}
	}
	switch {
	case a.Fault != "":
		all = append(all, w.Text("judge.fault."+string(a.Fault), args))
	case a.Verdict == judge.Follows:
		var steps []string
		for _, step := range a.Steps {
			steps = append(steps, w.Notation(step))
		}
		all = append(all, w.Text("judge.why.follows", locale.Args{"Steps": strings.Join(steps, "; ")}))
	case a.Verdict == judge.NotShown && a.Conclusions[a.Worst].Placed && slices.Index(logic.Techniques, a.Hardest) > 0:
		all = append(all, w.Text("judge.why.no-single", args))
	default:
		all = append(all, w.Text("judge.why."+a.Verdict.String(), args))
	}
	if shown := len(a.Steps) == 1 && a.Steps[0].Technique == claimed; a.Pattern != judge.Unclaimed && !(shown && a.Pattern == judge.There) {
		all = append(all, w.Text("judge.pattern."+a.Pattern.String(), locale.Args{"Technique": w.Technique(claimed)}))
	}
	return w.sentences(all)
}
