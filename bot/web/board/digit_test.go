package board_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// A key changes its own cell, those that its digit says something to, and nothing that would be the same
// again: how much the browser has to do before the digit appears depends on that.
func TestKeyChangesLittle(t *testing.T) {
	p := open(t, serve(t, easy), 1280)
	eval[any](p, `window.touched = new Set();
		new MutationObserver(all => all.forEach(m => touched.add((m.target.closest ? m.target : m.target.parentElement).closest("[id]").getAttribute("id"))))
			.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }); 0`)
	touchedBy := func(keys string) string {
		eval[any](p, "touched.clear()")
		p.keys(keys)
		p.saved()
		return eval[string](p, `[...touched].filter(id => id !== "timer").sort().join(" ")`)
	}
	p.click("r1c3")
	p.expect("a digit touches", touchedBy("6"), "board live pad r1c3 r2c1 r3c8 r4c5 r6c9 r7c2 sign status undo") // all 6 are lit up
	p.expect("another one", touchedBy("4"), "board live pad r1c3 r2c1 r3c8 r4c5 r5c1 r6c9 r7c2 r8c4 sign status")
	p.set("automatic")
	p.click("r9c9")
	p.click("r1c4")
	p.expect("a mark touches", touchedBy("c2"), "live mode-centre mode-digit r1c4 sign status")
}

// traced is an event of the browser's trace, with its beginning, its duration and the time of the processor
// that it took, in microseconds.
type traced struct {
	Name   string  `json:"name"`
	Phase  string  `json:"ph"`
	Begin  float64 `json:"ts"`
	CPU    float64 `json:"tdur"`
	Thread int     `json:"tid"`
	Args   struct {
		Data struct {
			Type string `json:"type"`
		} `json:"data"`
	} `json:"args"`
}

// trace returns what the browser did while act ran, in order.
func (p *tab) trace(act func()) (events []traced) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	parts, done := make(chan *tracing.EventDataCollected, 10_000), make(chan bool, 1)
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			parts <- e
		case *tracing.EventTracingComplete:
			done <- true
		}
	})
	must(p.t, err)
	call(p, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"devtools.timeline", "disabled-by-default-devtools.timeline"}}})
	act()
	call(p, tracing.End, struct{}{})
	select {
	case <-done:
	case <-time.After(3 * time.Minute):
		p.t.Fatal("the trace does not end")
	}
	for range len(parts) {
		for _, value := range (<-parts).Value {
			var e traced
			if err := json.Unmarshal(value, &e); err == nil && e.Phase == "X" { // of others, fields have other types
				events = append(events, e)
			}
		}
	}
	slices.SortStableFunc(events, func(a, b traced) int { return int(a.Begin - b.Begin) })
	return events
}

// toFrame returns what each key took of the page's thread, from its event to the frame that is handed over
// to be shown, in milliseconds of the processor: script, style, layout and paint.
func toFrame(events []traced) (took []float64) {
	thread, sum := 0, 0.0
	for _, e := range events {
		if e.Name == "EventDispatch" && e.Args.Data.Type == "keydown" {
			thread, sum = e.Thread, 0
		}
		if thread == 0 || e.Thread != thread {
			continue
		}
		switch e.Name {
		case "EventDispatch", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize":
			sum += e.CPU / 1000
		case "Commit":
			took = append(took, sum+e.CPU/1000)
			thread = 0
		}
	}
	slices.Sort(took)
	return took
}

// BenchmarkDigitAppears presses keys on a board without marks, and on one that is full of them.
func BenchmarkDigitAppears(b *testing.B) {
	for _, c := range []struct {
		name  string
		reach func(*tab)
	}{{"plain", func(*tab) {}}, {"marks", func(p *tab) { p.set("automatic") }}} {
		b.Run(c.name, func(b *testing.B) {
			p := open(b, serve(b, easy), 1280)
			c.reach(p)
			p.click("r1c3")
			for b.Loop() {
				took := toFrame(p.trace(func() {
					for i := range 60 {
						p.keys(string("124"[i%3]))
					}
				}))
				b.ReportMetric(took[len(took)/2], "p50-ms")
				b.ReportMetric(took[len(took)*99/100], "p99-ms")
			}
		})
	}
}
