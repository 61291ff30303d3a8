package logic_test

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
)

func TestTechniques(t *testing.T) {
	for _, technique := range logic.Techniques {
		if technique.Tier() == 0 {
			t.Errorf("%s has no tier", technique)
		}
		key := string(technique)
		for _, text := range []string{key, strings.ToUpper(key), strings.ReplaceAll(key, "-", " ")} {
			if got, err := logic.ParseTechnique(text); got != technique || err != nil {
				t.Errorf("%q: %s, %v", text, got, err)
			}
		}
	}
	for _, text := range []string{"", "guess", "naked--pair"} {
		if got, err := logic.ParseTechnique(text); err == nil {
			t.Errorf("%q: %s without an error", text, got)
		}
	}
	if logic.Technique("guess").Tier() != 0 {
		t.Error("an unknown technique has a tier")
	}
}

func TestExamples(t *testing.T) {
	for _, technique := range logic.Techniques {
		s, step, ok := technique.Example()
		if !ok || step.Technique != technique {
			t.Errorf("%s: the example shows %q", technique, step.Technique)
			continue
		}
		if err := logictest.Unjustified(s, step); err != nil {
			t.Errorf("%s: %s: %v", technique, words.Notation(step), err)
		}
	}
	if _, step, ok := logic.Technique("guess").Example(); ok {
		t.Errorf("%+v for an unknown technique", step)
	}
}
