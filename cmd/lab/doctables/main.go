// Doctables makes the tables of the pages in docs again, with the commands above them.
// From the root of the repository:
//
//	go run ./cmd/lab/doctables docs/*.md
//
// A comment above a table, or above a block of code, names its command:
//
//	<!-- made by: COMMAND -->      'make docs' runs it.
//	<!-- tested by: COMMAND -->    It is quick, and the tests of this package run it too.
//	<!-- measured by: COMMAND, on MACHINE -->    Times differ each time: nobody runs it unasked.
//
// "made with FILE by" keeps the old table if the file is missing. COMMAND is a line for the shell, in which
// gridkeeper is the program of this checkout. A block of code gets the whole output. A table gets the table
// with the same head in the output; text of go test before its rows is cut off.
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("doctables: ")
	m := maker{root: ".", outputs: map[string]string{}}
	for _, path := range os.Args[1:] {
		if err := m.rewrite(path, os.Stderr); err != nil {
			log.Fatalf("%s: %v", path, err)
		}
	}
}

// block is a table or a block of code that a command makes.
type block struct {
	how, file, command string // how: made, tested or measured
	from, to           int
	code               bool
}

var marker = regexp.MustCompile(`^<!-- (made|tested|measured)(?: with (\S+))? by: (.*) -->$`)

// blocks returns the blocks of a page with such a comment above them.
func blocks(lines []string) (found []block, err error) {
	for i, line := range lines {
		match := marker.FindStringSubmatch(line)
		if match == nil {
			continue
		}
		b := block{how: match[1], file: match[2], command: match[3], from: i + 1}
		for b.from < len(lines) && lines[b.from] == "" {
			b.from++
		}
		b.code = b.from < len(lines) && strings.HasPrefix(lines[b.from], "```")
		if b.code {
			b.from++
		}
		b.to = b.from
		for b.to < len(lines) && b.has(lines[b.to]) {
			b.to++
		}
		if b.to == b.from {
			return nil, fmt.Errorf("line %d: neither a table nor a block of code follows %q", i+1, line)
		}
		found = append(found, b)
	}
	return found, nil
}

// has reports whether the next line belongs to the block.
func (b block) has(line string) bool {
	if b.code {
		return !strings.HasPrefix(line, "```")
	}
	return isRow(line)
}

func isRow(line string) bool { return strings.HasPrefix(line, "|") }

// maker runs each command once.
type maker struct {
	root    string
	outputs map[string]string
}

// rewrite makes the blocks of a page again.
func (m maker) rewrite(path string, notes io.Writer) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	found, err := blocks(lines)
	if err != nil {
		return err
	}
	for _, b := range slices.Backward(found) { // from the last, so that the line numbers of the others stay right
		if b.how == "measured" {
			continue
		}
		if m.missing(b) {
			fmt.Fprintf(notes, "%s: no %s: left as it is: %s\n", path, b.file, b.command)
			continue
		}
		fmt.Fprintf(notes, "%s: %s\n", path, b.command) // some take minutes
		made, err := m.make(b, lines[b.from])
		if err != nil {
			return err
		}
		lines = slices.Replace(lines, b.from, b.to, made...)
	}
	return os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644)
}

func (m maker) missing(b block) bool {
	if b.file == "" {
		return false
	}
	_, err := os.Stat(m.root + "/" + b.file)
	return err != nil
}

// make returns the new lines of a block. head is the first line of the old one, which finds a table.
func (m maker) make(b block, head string) ([]string, error) {
	output, err := m.run(b.command)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	if b.code {
		return lines, nil
	}
	for i, line := range lines {
		if row(line) == head {
			end := i
			for end < len(lines) && row(lines[end]) != "" {
				lines[end] = row(lines[end])
				end++
			}
			return lines[i:end], nil
		}
	}
	return nil, fmt.Errorf("%s: prints no table with the head %q", b.command, head)
}

// row returns the row of a table at the end of a line, "" if there is none.
func row(line string) string {
	start := strings.Index(line, "|")
	if start < 0 || !strings.HasSuffix(line, "|") {
		return ""
	}
	return line[start:]
}

func (m maker) run(command string) (string, error) {
	if output, known := m.outputs[command]; known {
		return output, nil
	}
	shell := exec.Command("sh", "-c", "gridkeeper() { go run ./cmd/gridkeeper \"$@\"; }\n"+command)
	shell.Dir, shell.Stderr = m.root, os.Stderr
	output, err := shell.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", command, err)
	}
	m.outputs[command] = string(output)
	return string(output), nil
}
