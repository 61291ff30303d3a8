package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	maxPuzzle = 16 << 10        // bytes of a puzzle with everything around it
	grace     = 1 * time.Second // for a call to return what it has found when its time is over
)

// tool describes a tool to the client.
type tool struct {
	name, title, description string
	choices                  map[string][]any      // the values that an argument, or each element of it, may have
	between                  map[string][2]float64 // the least and the greatest value of an argument
	slow                     bool                  // it may well take all the time of a call
}

// add adds a tool. The schemas are those of the types of its arguments and its result.
func add[In, Out any](s *server, t tool, work func(context.Context, In) (Out, error)) {
	in, err := jsonschema.For[In](nil)
	must(err)
	for name, property := range in.Properties {
		if len(property.Types) > 0 { // a list that may be null: clients know lists better
			property.Type, property.Types = property.Types[len(property.Types)-1], nil
		}
		allowed := property
		if property.Items != nil {
			allowed = property.Items
		}
		allowed.Enum = t.choices[name]
		if limits, ok := t.between[name]; ok {
			property.Minimum, property.Maximum = &limits[0], &limits[1]
		}
	}
	out, err := jsonschema.For[Out](&jsonschema.ForOptions{TypeSchemas: schemas})
	must(err)
	if refers(out) {
		out.Defs = stepDefinitions()
	}
	closed := false
	mcp.AddTool(s.sdk, &mcp.Tool{
		Name: t.name, Title: t.title, Description: t.description, InputSchema: in, OutputSchema: out,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &closed},
	}, func(ctx context.Context, _ *mcp.CallToolRequest, arguments In) (*mcp.CallToolResult, Out, error) {
		turns := s.turns
		if t.slow {
			turns = s.slowTurns
		}
		result, err := run(ctx, s, turns, func(ctx context.Context) (Out, error) { return work(ctx, arguments) })
		if err != nil {
			return nil, result, err
		}
		text, err := output.JSON(result) // the SDK's own would escape the <> of notations
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, result, err
	})
}

// refers reports whether a schema refers to a definition. A pointer does so too: instead of null, its field is left out.
func refers(s *jsonschema.Schema) (found bool) {
	if s == nil {
		return false
	}
	if s.Ref != "" {
		s.Types = nil
		return true
	}
	for _, property := range s.Properties {
		found = refers(property) || found
	}
	return refers(s.Items) || found
}

// run does the work of a call when it is its turn, within the limit of time. Work that does not heed the context keeps its turn
// until it ends, but the call does not wait for it.
func run[Out any](ctx context.Context, s *server, turns chan struct{}, work func(context.Context) (Out, error)) (none Out, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	select {
	case turns <- struct{}{}:
	case <-ctx.Done():
		return none, fmt.Errorf("other calls took all of %s: try again when they are done", s.limit)
	}
	type outcome struct {
		result Out
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-turns }()
		defer func() {
			if fault := recover(); fault != nil {
				s.log.Error("a tool panicked", "fault", fault, "stack", string(debug.Stack()))
				done <- outcome{err: errors.New("a defect of gridkeeper: please report it with the arguments of this call")}
			}
		}()
		result, err := work(ctx)
		done <- outcome{result, err}
	}()
	late := make(chan struct{})
	defer time.AfterFunc(s.limit+grace, func() { close(late) }).Stop()
	select {
	case o := <-done:
		return o.result, o.err
	case <-late:
		return none, fmt.Errorf("this took longer than %s, the limit of a call", s.limit)
	}
}

// cutErrors shortens the errors of tools, which quote arguments.
func cutErrors(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, request)
		if called, ok := result.(*mcp.CallToolResult); ok && err == nil && called.IsError {
			for _, content := range called.Content {
				if text, ok := content.(*mcp.TextContent); ok {
					cut(&text.Text)
				}
			}
		}
		return result, err
	}
}

// puzzleIn reads the puzzle or position of an argument.
func puzzleIn(text string) (format.Entry, error) {
	if len(text) > maxPuzzle {
		return format.Entry{}, fmt.Errorf("the puzzle has %d bytes: at most %d are read", len(text), maxPuzzle)
	}
	e, err := input.Text(text)
	if err != nil {
		err = fmt.Errorf("puzzle: %w", err)
	}
	return e, err
}

// cluesIn reads the puzzle of an argument for a tool that uses clues alone.
func cluesIn(text string) (format.Entry, error) {
	e, err := puzzleIn(text)
	if err == nil && e.IsSukaku() {
		err = errors.New("a sukaku, which has candidates and no clues: this tool takes puzzles of clues")
	}
	e.Marks = ""
	return e, err
}

// setting returns a function that sets flags to arguments of the same names, with - for _.
func setting(arguments any) func(*pflag.FlagSet) error {
	return func(flags *pflag.FlagSet) error {
		text, err := json.Marshal(arguments)
		must(err)
		var given map[string]any
		numbers := json.NewDecoder(strings.NewReader(string(text)))
		numbers.UseNumber()
		must(numbers.Decode(&given))
		for name, value := range given {
			list, isList := value.([]any)
			if !isList {
				list = []any{value}
			}
			for _, element := range list {
				text := fmt.Sprint(element)
				if isList { // such a flag takes a line of CSV
					text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
				}
				if err := flags.Set(strings.ReplaceAll(name, "_", "-"), text); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		return nil
	}
}

// asArgument returns an error of a flag as one of the argument: its message begins with the name.
func asArgument(err error) error {
	if text, ok := strings.CutPrefix(err.Error(), "--"); ok {
		return errors.New(text)
	}
	return err
}

// must ends the program for a defect that every start would show.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// schemas are those of types that write their JSON themselves.
var schemas = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[sudoku.Grid]():       {Type: "string"},
	reflect.TypeFor[criteria.Symmetry](): {Type: "string"},
	reflect.TypeFor[rating.Needs]():      {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
	reflect.TypeFor[rating.Counts]():     {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "integer"}},
	reflect.TypeFor[logic.Rungs]():       {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "integer"}},
	reflect.TypeFor[steps.Step]():        {Ref: "#/$defs/step"},
	reflect.TypeFor[steps.State]():       {Ref: "#/$defs/state"},
}

// stepDefinitions are the definitions of the published form of a step.
var stepDefinitions = sync.OnceValue(func() map[string]*jsonschema.Schema {
	var published jsonschema.Schema
	must(json.Unmarshal(steps.Schema, &published))
	return published.Defs
})
