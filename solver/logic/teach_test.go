package logic_test

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func TestLessons(t *testing.T) {
	for _, technique := range logic.Techniques {
		lesson := technique.Lesson()
		if lesson.Step.Technique != technique {
			t.Errorf("%s: the example shows %q", technique, lesson.Step)
			continue
		}
		if err := unjustified(lesson.Example, lesson.Step); err != nil {
			t.Errorf("%s: %s: %v", technique, lesson.Step, err)
		}
		if n := len(strings.Fields(lesson.Text)); n < 30 || n > 100 {
			t.Errorf("%s: %d words are no paragraph", technique, n)
		}
	}
	if none := logic.Technique("guess").Lesson(); none.Text != "" || none.Step.Technique != "" {
		t.Errorf("%+v for a technique that there is not", none)
	}
}
