package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const (
	moler        = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	molerSolved  = "925631847618574293374982561749826135852413976163795482287359614491267358536148729"
	shidoku      = "1.....3..2.....4"
	sixBySix     = "....23...56...53..1....2.4....51...."
	twoSolutions = "1....2....3....4"
	sukaku       = "12....341..4.23.1..4.23.1.3..23..2.4.2.41.3.12...23.12...23..2.4" // two candidates a cell
)

// hostileGrids keep a search without limits busy for minutes.
var hostileGrids = []string{
	"............8.354.........3.45................8..............8...8.......54......",
	".....5......6.1...............5........1.6...........553.....61......3...........",
	strings.Repeat(".", 81),
}

// startMCP starts the real program and a client of the SDK.
func startMCP(t *testing.T, databaseURL string) *mcp.ClientSession {
	t.Helper()
	cmd := exec.Command("gridkeeper", "mcp")
	cmd.Dir, cmd.Stderr = t.TempDir(), os.Stderr
	cmd.Env = append(os.Environ(), "GRIDKEEPER_DATABASE_URL="+databaseURL, "GRIDKEEPER_DATA_DIR="+t.TempDir())
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("the end of the input is not a success: %v", err)
		}
	})
	return session
}

// callMCP calls a tool. It returns its data, or the text of its error.
func callMCP(ctx context.Context, session *mcp.ClientSession, tool string, arguments any) (data map[string]any, failed string, err error) {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, "", err
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return nil, text, nil
	}
	var again map[string]any
	if err := json.Unmarshal([]byte(text), &again); err != nil {
		return nil, "", fmt.Errorf("the text is not the data: %w", err)
	}
	data, ok := result.StructuredContent.(map[string]any)
	if one, two := fmt.Sprint(data), fmt.Sprint(again); !ok || one != two {
		return nil, "", fmt.Errorf("the data is %s, and the text %s", one, two)
	}
	return data, "", nil
}

type object = map[string]any

// Each tool with good, bad and hostile arguments. A result is checked against the schema of its tool by another program than the
// SDK.
func TestMCP(t *testing.T) {
	session := startMCP(t, "")
	schemas := map[string]*jsonschema.Schema{}
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if len(tool.Description) < 50 || tool.Annotations == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s: a model learns too little of it: %q", tool.Name, tool.Description)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("out.json", tool.OutputSchema); err != nil {
			t.Fatal(err)
		}
		schemas[tool.Name] = compiler.MustCompile("out.json")
	}
	const wantTools = "canon check explain generate hint judge minimize rate solve"
	if names := slices.Sorted(maps.Keys(schemas)); strings.Join(names, " ") != wantTools {
		t.Errorf("tools %v: want %s, and no search without an archive", names, wantTools)
	}
	type test struct {
		tool      string
		arguments object
		want      string // in the data, as JSON
		failed    string // in the error
	}
	tests := []test{
		{tool: "solve", arguments: object{"puzzle": moler}, want: `"solution":"` + molerSolved + `"`},
		{tool: "solve", arguments: object{"puzzle": "Please solve this:\n```\n" + moler + "\n```"}, want: `"solution":"` + molerSolved + `"`},
		{tool: "solve", arguments: object{"puzzle": "https://sudokuwiki.org/sudoku.htm?bd=" + moler}, want: `"solution":"` + molerSolved + `"`},
		{tool: "solve", arguments: object{"puzzle": twoSolutions}, failed: "solution"},
		{tool: "solve", arguments: object{"puzzle": "11.............."}, failed: "no solution"},
		{tool: "solve", arguments: object{"puzzle": shidoku + "\n" + twoSolutions}, failed: "2 puzzles in one text"},
		{tool: "solve", arguments: object{}, failed: "puzzle"},
		{tool: "solve", arguments: object{"puzzle": 7}, failed: "puzzle"},
		{tool: "solve", arguments: object{"puzzle": shidoku, "limit": 3}, failed: "limit"},
		{tool: "solve", arguments: object{"puzzle": "/etc/passwd"}, failed: "files are not opened"},
		{tool: "solve", arguments: object{"puzzle": "mcp_test.go"}, failed: "files are not opened"},
		{tool: "solve", arguments: object{"puzzle": "https://example.org/puzzle/1"}, failed: "no puzzle can be read from this link"},
		{tool: "solve", arguments: object{"puzzle": "PK\x03\x04 and more"}, failed: "puzzle: "},
		{tool: "rate", arguments: object{"puzzle": moler}, want: `"tier":5`},
		{tool: "rate", arguments: object{"puzzle": moler, "also": []string{"ladder", "se", "hodoku", "depth"}}, want: `"ladder":{"hardest"`},
		{tool: "rate", arguments: object{"puzzle": shidoku, "also": []string{"hodoku"}}, failed: "9×9"},
		{tool: "rate", arguments: object{"puzzle": sixBySix, "also": []string{"ladder", "depth"}}, want: `"ladder":{"hardest":"bug-plus-1"`},
		{tool: "rate", arguments: object{"puzzle": sixBySix, "also": []string{"class"}}, want: `"class":"B3"`},
		{tool: "rate", arguments: object{"puzzle": sixBySix, "also": []string{"se"}}, failed: "this is a 6x6"},
		{tool: "rate", arguments: object{"puzzle": moler, "also": []string{"luck"}}, failed: "luck"},
		{tool: "rate", arguments: object{"puzzle": molerSolved}, failed: "solved"},
		{tool: "rate", arguments: object{"puzzle": sukaku}, failed: "sukaku"},
		{tool: "solve", arguments: object{"puzzle": sukaku}, want: `"solution":"1342`},
		{tool: "check", arguments: object{"puzzle": shidoku}, want: `"automorphisms":8,"canonical":"...1.2....3.4...","clues":4,"minimal":true`},
		{tool: "check", arguments: object{"puzzle": twoSolutions}, want: `"unique":false`},
		{tool: "canon", arguments: object{"puzzle": shidoku}, want: `"canonical":"...1.2....3.4..."`},
		{tool: "canon", arguments: object{"puzzle": "................", "pattern": true}, failed: "no clue"},
		{tool: "minimize", arguments: object{"puzzle": "13422...421....4"}, want: `"clues":4`},
		{tool: "minimize", arguments: object{"puzzle": twoSolutions}, failed: "solution"},
		{tool: "hint", arguments: object{"puzzle": shidoku}, want: `"step":{"candidates":[{"cell":"r1c4","digit":2}]`},
		{tool: "hint", arguments: object{"puzzle": sixBySix}, want: `"step":{"candidates":[{"cell":"r4c5","digit":5}]`},
		{tool: "hint", arguments: object{"puzzle": shidoku, "level": 1}, want: `"level":1,"solved":false`},
		{tool: "hint", arguments: object{"puzzle": shidoku, "language": "de"}, want: "einzige Kandidat"},
		{tool: "hint", arguments: object{"puzzle": shidoku, "level": 5}, failed: "level"},
		{tool: "hint", arguments: object{"puzzle": shidoku, "language": "tlh"}, failed: "language"},
		{tool: "explain", arguments: object{"puzzle": shidoku}, want: `"count":12`},
		{tool: "explain", arguments: object{"puzzle": moler, "first": 50, "most": 2, "data": true}, want: `"number":51`},
		{tool: "explain", arguments: object{"puzzle": moler, "first": 999}, want: `"lines":[]`},
		{tool: "explain", arguments: object{"puzzle": molerSolved}, failed: "solved"},
		{tool: "judge", arguments: object{"puzzle": shidoku, "claims": "r1c4=2\nr1c2=1\nnonsense\nr2c2=4"}, want: `"first_bad":2`},
		{tool: "judge", arguments: object{"puzzle": shidoku, "claims": "r1c4=2 by naked-single", "data": true}, want: `"pattern":"there"`},
		{tool: "judge", arguments: object{"puzzle": sixBySix, "claims": "r4c5=5\nr1c2=7\nr7c1=1\nr3c1<>6"}, want: `"first_bad":2`},
		{tool: "judge", arguments: object{"puzzle": moler, "claims": "r1c1=9", "up_to": "hidden"}, want: `"verdict":"not-shown"`},
		{tool: "judge", arguments: object{"puzzle": shidoku, "claims": "\n"}, failed: "claims: "},
		{tool: "judge", arguments: object{"puzzle": twoSolutions, "claims": "r1c4=2"}, failed: "solution"},
		{tool: "judge", arguments: object{"puzzle": shidoku, "claims": "r1c4=2", "up_to": "luck"}, failed: "luck"},
		{tool: "judge", arguments: object{"puzzle": shidoku, "claims": strings.Repeat("r1c4=2\n", 1000)}, want: "only 100 claims"},
		{tool: "generate", arguments: object{"count": 3, "tier": 2, "seed": 1}, want: `"seed":1`},
		{tool: "generate", arguments: object{"shape": "shidoku", "count": 20, "clues": 6}, want: `"note":"there are no more`},
		{tool: "generate", arguments: object{"count": 1000}, failed: "count"},
		{tool: "generate", arguments: object{"clues": 12}, failed: "clues"},
		{tool: "generate", arguments: object{"score": "soon"}, failed: "score: "},
		{tool: "generate", arguments: object{"pattern": "x.x"}, failed: "pattern: "},
		{tool: "generate", arguments: object{"needs": []string{"luck"}}, failed: "luck"},
		{tool: "generate", arguments: object{"tier": 1, "needs": []string{"x-wing"}}, failed: "x-wing"},
	}
	for _, puzzle := range hostileGrids {
		for _, tool := range []string{"solve", "rate", "hint", "explain", "minimize", "judge"} {
			arguments := object{"puzzle": puzzle}
			if tool == "judge" {
				arguments["claims"] = "r1c1=1"
			}
			tests = append(tests, test{tool: tool, arguments: arguments, failed: "clues"})
		}
	}
	for _, test := range tests {
		data, failed, err := callMCP(t.Context(), session, test.tool, test.arguments)
		if err != nil {
			t.Errorf("%s %v: %v", test.tool, test.arguments, err)
			continue
		}
		if failed != "" || test.failed != "" {
			if test.failed == "" || !strings.Contains(failed, test.failed) || strings.Contains(failed, "--") {
				t.Errorf("%s %v fails with %q: want %q", test.tool, test.arguments, failed, test.failed)
			}
			continue
		}
		text, err := json.Marshal(data)
		if err != nil || !strings.Contains(string(text), strings.ReplaceAll(test.want, "<>", `\u003c\u003e`)) {
			t.Errorf("%s %v returns %s, %v: want %s", test.tool, test.arguments, text, err, test.want)
		}
		if err := schemas[test.tool].Validate(data); err != nil {
			t.Errorf("%s %v: %v", test.tool, test.arguments, err)
		}
	}
	if _, _, err := callMCP(t.Context(), session, "delete", object{}); err == nil || !strings.Contains(err.Error(), "unknown tool") {
		t.Errorf("an unknown tool: %v", err)
	}
	// A step conceals nothing of level 1 but the words.
	data, _, err := callMCP(t.Context(), session, "hint", object{"puzzle": moler, "level": 2})
	if err != nil || data["step"] != nil {
		t.Errorf("level 2 reveals the step: %v, %v", data, err)
	}
	made, failed, err := callMCP(t.Context(), session, "generate", object{"count": 5, "symmetry": "half-turn"})
	if err != nil || failed != "" {
		t.Fatal(failed, err)
	}
	for _, p := range made["puzzles"].([]any) {
		if _, err := solver.Solve(sudokutest.Parse(t, p.(object)["puzzle"].(string))); err != nil {
			t.Error(p, err)
		}
	}
}

// With an archive there is also search, which finds its puzzles.
func TestMCPSearch(t *testing.T) {
	url := archivetest.URL(t)
	var said bytes.Buffer
	cmd := exec.Command("gridkeeper", "import", "--collection", "Two", "-")
	cmd.Env = append(os.Environ(), "GRIDKEEPER_DATABASE_URL="+url)
	cmd.Stdin, cmd.Stderr = strings.NewReader(moler+"\n"+shidoku+"\n"), &said
	migrate := exec.Command("gridkeeper", "migrate")
	migrate.Env = cmd.Env
	if text, err := migrate.CombinedOutput(); err != nil {
		t.Fatal(err, string(text))
	}
	if err := cmd.Run(); err != nil {
		t.Fatal(err, said.String())
	}
	session := startMCP(t, url)
	for _, test := range []struct {
		arguments    object
		want, failed string
	}{
		{arguments: object{"tier": []int{5}, "collection": []string{"Two"}}, want: sudokutest.Parse(t, moler).String()},
		{arguments: object{"shape": "shidoku", "sort": "-score", "limit": 1}, want: shidoku},
		{arguments: object{"clues": "30-"}, want: `"puzzles":[]`},
		{arguments: object{"er": "7-8"}, want: "was not computed"},
		{arguments: object{"collection": []string{`No "such", one`}}, failed: "no collection"},
		{arguments: object{"clues": "many"}, failed: "clues: "},
		{arguments: object{"limit": 100000}, failed: "limit"},
	} {
		data, failed, err := callMCP(t.Context(), session, "search", test.arguments)
		text, _ := json.Marshal(data)
		switch {
		case err != nil:
			t.Errorf("search %v: %v", test.arguments, err)
		case test.failed != "" && !strings.Contains(failed, test.failed), test.failed == "" && !strings.Contains(string(text), test.want):
			t.Errorf("search %v returns %s and %q: want %s%s", test.arguments, text, failed, test.want, test.failed)
		}
	}
}

// rawMCP is the program without a client that knows the protocol.
type rawMCP struct {
	*testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startRawMCP(t *testing.T) rawMCP {
	cmd := exec.Command("gridkeeper", "mcp")
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "GRIDKEEPER_DATABASE_URL=")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	raw := rawMCP{t, cmd, in, bufio.NewScanner(out)}
	raw.out.Buffer(nil, 1<<20)
	raw.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`)
	if got := raw.answer(); !strings.Contains(got, `"protocolVersion":"2025-06-18"`) {
		t.Fatal(got)
	}
	raw.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return raw
}

func (raw rawMCP) send(line string) {
	raw.Helper()
	if _, err := io.WriteString(raw.in, line+"\n"); err != nil {
		raw.Fatal(err)
	}
}

// end closes the input: the program has nothing more to say, and succeeds.
func (raw rawMCP) end() {
	raw.Helper()
	if err := raw.in.Close(); err != nil {
		raw.Fatal(err)
	}
	if raw.out.Scan() {
		raw.Errorf("one answer more: %.300s", raw.out.Text())
	}
	if err := raw.cmd.Wait(); err != nil {
		raw.Error(err)
	}
}

// answer returns the next line, which has to be a message.
func (raw rawMCP) answer() string {
	raw.Helper()
	if !raw.out.Scan() {
		raw.Fatal("no answer: ", raw.out.Err())
	}
	var message struct{ JSONRPC string }
	if err := json.Unmarshal(raw.out.Bytes(), &message); err != nil || message.JSONRPC != "2.0" {
		raw.Fatalf("not a message: %.200s", raw.out.Text())
	}
	return raw.out.Text()
}

// Slow calls do not keep quick ones waiting, a cancelled call ends, and a wish that nothing matches ends with its time.
func TestMCPAtOnce(t *testing.T) {
	raw := startRawMCP(t)
	const slow, quick = 6, 20
	rare := func(id int) {
		raw.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"generate","arguments":{"clues":40}}}`, id))
	}
	for i := range slow {
		rare(1 + i)
	}
	for i := range quick {
		raw.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"solve","arguments":{"puzzle":%q}}}`, 100+i, moler))
	}
	for range quick {
		if got := raw.answer(); !strings.Contains(got, molerSolved) {
			t.Errorf("a quick call beside slow ones: %.300s", got)
		}
	}
	for i := range slow {
		raw.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, 1+i))
	}
	for range slow {
		raw.answer()
	}
	if !testing.Short() {
		rare(200)
		if got := raw.answer(); !strings.Contains(got, "no puzzle was found in the time of a call") {
			t.Errorf("a wish that nothing matches: %.300s", got)
		}
	}
	raw.end()
}

// Whatever comes in, the program answers with an error, stays small and answers the next call.
func TestMCPHostileLines(t *testing.T) {
	raw := startRawMCP(t)
	call := func(id int, tool, puzzle string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"puzzle":%q}}}`, id, tool, puzzle)
	}
	for i, test := range []struct{ line, want string }{
		{"garbage", "-32700"},
		{call(1, "solve", shidoku)[:50], "-32700"},
		{"\x00\xff\xfe\x1f\x8b", "-32700"},
		{`{}`, "-32600"},
		{`"text"`, "-32600"},
		{`null`, "-32600"},
		{`[` + call(1, "solve", shidoku) + `]`, "batch"},
		{`{"jsonrpc":"1.0","id":7,"method":"ping"}`, `"id":7`},
		{`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, `"id":null`},
		{`{"jsonrpc":"2.0","id":8,"method":5}`, `"id":8`},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/call"}`, `"error"`},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":null}`, `"error"`},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[1]}`, `"error"`},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"solve","arguments":[1]}}`, `rror`},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"solve","arguments":null}}`, `"isError":true`},
		{`{"jsonrpc":"2.0","id":8,"method":"initialize"}`, `"error"`},
		{`{"jsonrpc":"2.0","id":8,"method":"logging/setLevel"}`, `"error"`},
		{`{"jsonrpc":"2.0","id":8,"method":"completion/complete","params":{}}`, `"error"`},
		{`{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`, `"error"`},
		{`{"jsonrpc":"2.0","id":8,"method":"` + strings.Repeat("m", 100_000) + `"}`, `"error"`},
		{strings.Repeat("[", 1_000_000), "-32700"},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":` + strings.Repeat(`{"a":`, 5000) + `1` + strings.Repeat("}", 5000) + `}`, `"error"`},
		{call(9, "solve", strings.Repeat("1", 1_000_000)), `"isError":true`},
		{call(9, "solve", strings.Repeat("1", 3_000_000)), `"id":9`},
		{strings.Repeat("x", 10_000_000), "at most"},
		{call(9, "solve", strings.Repeat("1", 30_000_000)), `"id":null`},
		{call(10, "explain", strings.Repeat("\U0001d7d8", 4000)), `"isError":true`},
	} {
		raw.send(test.line)
		got := raw.answer()
		if !strings.Contains(got, test.want) || len(got) > 10_000 {
			t.Errorf("line %d, %.80q, is answered with %.300s of %d bytes: want %s", i, test.line, got, len(got), test.want)
		}
		raw.send(call(100+i, "solve", shidoku))
		if got := raw.answer(); !strings.Contains(got, fmt.Sprintf(`"id":%d`, 100+i)) || !strings.Contains(got, "1342") {
			t.Fatalf("after line %d, %.80q, a good call is answered with %.300s", i, test.line, got)
		}
	}
	// Notifications and answers that nobody asked for have no answer.
	raw.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}`)
	raw.send(`{"jsonrpc":"2.0","method":"notifications/cancelled"}`)
	raw.send(`{"jsonrpc":"2.0","id":55,"result":{}}`)
	raw.send("\n \r\n")
	if most := peakMemory(t, raw.cmd.Process.Pid); most > 200 {
		t.Errorf("the program took %d MB", most)
	}
	// Input that ends in the middle of a line, with calls open, ends the program once they are answered.
	raw.send(call(200, "explain", moler))
	if _, err := io.WriteString(raw.in, call(201, "solve", shidoku)); err != nil {
		t.Fatal(err)
	}
	if err := raw.in.Close(); err != nil {
		t.Fatal(err)
	}
	if both := raw.answer() + raw.answer(); !strings.Contains(both, `"id":200`) || !strings.Contains(both, `"id":201`) {
		t.Errorf("calls that were open at the end: %.300s", both)
	}
	if raw.out.Scan() {
		t.Errorf("one answer more: %s", raw.out.Text())
	}
	if err := raw.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// More calls at once than the program takes are refused, each with its id, and so is an id that is in use.
func TestMCPFlood(t *testing.T) {
	raw := startRawMCP(t)
	const calls = 500
	sent := make(chan error, 1)
	go func() {
		var err error
		for i := range calls {
			_, e := fmt.Fprintf(raw.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"explain","arguments":{"puzzle":%q}}}`+"\n", i/2, moler)
			err = cmp.Or(err, e)
		}
		sent <- cmp.Or(err, raw.in.Close())
	}()
	answers := 0
	for raw.out.Scan() {
		answers++
	}
	if err := cmp.Or(<-sent, raw.cmd.Wait()); err != nil {
		t.Error(err)
	}
	if answers != calls {
		t.Errorf("%d answers to %d calls", answers, calls)
	}
}

// peakMemory returns the most memory that a process has taken, in MB.
func peakMemory(t *testing.T, pid int) (megabytes int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("no /proc to read the memory of the program from")
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	if _, err := fmt.Sscan(after, &megabytes); err != nil {
		t.Fatal(err)
	}
	return megabytes / 1024
}

// The inspector of the protocol's makers lists and calls each tool.
func TestMCPInspector(t *testing.T) {
	inspector, err := filepath.Abs("../../.ci/npm/node_modules/@modelcontextprotocol/inspector-cli/build/cli.js")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(inspector); err != nil {
		t.Skip("the MCP inspector is not installed: make types does it")
	}
	url := archivetest.URL(t)
	migrate := exec.Command("gridkeeper", "migrate")
	migrate.Env = append(os.Environ(), "GRIDKEEPER_DATABASE_URL="+url)
	if text, err := migrate.CombinedOutput(); err != nil {
		t.Fatal(err, string(text))
	}
	inspect := func(arguments ...string) string {
		cmd := exec.CommandContext(t.Context(), "node", append([]string{inspector, "-e", "GRIDKEEPER_DATABASE_URL=" + url, "--cli", "gridkeeper", "mcp"}, arguments...)...)
		cmd.Dir = t.TempDir()
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", arguments, err, text)
		}
		return string(text)
	}
	var listed struct {
		Tools []struct {
			Name        string
			InputSchema struct{ Required []string }
		}
	}
	if err := json.Unmarshal([]byte(inspect("--method", "tools/list")), &listed); err != nil || len(listed.Tools) < 10 {
		t.Fatal(listed, err)
	}
	for _, tool := range listed.Tools {
		arguments := []string{"--method", "tools/call", "--tool-name", tool.Name}
		if slices.Contains(tool.InputSchema.Required, "puzzle") {
			arguments = append(arguments, "--tool-arg", "puzzle="+shidoku)
		}
		if slices.Contains(tool.InputSchema.Required, "claims") {
			arguments = append(arguments, "--tool-arg", "claims=r1c4=2")
		}
		var result struct {
			IsError           bool
			StructuredContent object
		}
		text := inspect(arguments...)
		if err := json.Unmarshal([]byte(text), &result); err != nil || result.IsError || len(result.StructuredContent) == 0 {
			t.Errorf("%s: %s, %v", tool.Name, text, err)
		}
	}
}
