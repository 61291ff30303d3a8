// Package explain puts steps, hints and errors into words, in any language of package locale.
//
//	w := explain.In(locale.Match("en"))
//	w.Step(step)         // "In box 9, r7c8 is the only place left for 5."
//	w.Notation(step)     // "Hidden Single: 5 in b9 => r7c8=5"
//	w.Hint(hint)         // as much as the hint's level reveals
//	w.Certificate(c)     // why a puzzle is not in a lower tier
//	w.Verdict(t, answer) // whether a claimed step follows, and why
//	w.Lesson(technique)  // its pattern, why it holds, how to look for it
//
// Step, Hint and Certificate take data of packages logic, play and rating, which hold no text
// for players. The sentences are in the catalogues, each as a whole, so that a language can
// order its words as it must; this package chooses the message and fills in its placeholders.
// Cells (r4c2, r18c19), placements (=) and eliminations (<>) are written alike in all
// languages.
package explain
