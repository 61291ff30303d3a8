package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// source is one file of the repository.
type source struct {
	pkg  string // its folder, relative to the root, with slashes
	file *ast.File
	set  *token.FileSet
}

// at returns where a node stands: "handle.go:12".
func (s source) at(n ast.Node) string {
	position := s.set.Position(n.Pos())
	return filepath.ToSlash(position.Filename) + ":" + strconv.Itoa(position.Line)
}

// readSources parses all files of the repository but tests and their helpers.
func readSources(t *testing.T) []source {
	t.Helper()
	return readFiles(t, false)
}

// readTests parses the tests of the repository and their helpers.
func readTests(t *testing.T) []source {
	t.Helper()
	return readFiles(t, true)
}

func readFiles(t *testing.T, tests bool) []source {
	t.Helper()
	var sources []source
	const root = "../.."
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && name != root {
			return fs.SkipDir
		}
		ofTests := strings.HasSuffix(name, "_test.go") || strings.HasSuffix(filepath.Dir(name), "test")
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || ofTests != tests {
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		sources = append(sources, source{filepath.ToSlash(filepath.Dir(relative)), file, set})
		return nil
	})
	must(t, err)
	return sources
}

// parseSource parses a file that a test has written down.
func parseSource(t *testing.T, code string) source {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "example.go", "package example\n"+code, 0)
	must(t, err)
	return source{"example", file, set}
}

// called returns what is called, without the path to its owner: "errors.New", "log.Error" of
// b.log.Error, "panic".
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		switch owner := f.X.(type) {
		case *ast.Ident:
			return owner.Name + "." + f.Sel.Name
		case *ast.SelectorExpr:
			return owner.Sel.Name + "." + f.Sel.Name
		}
		return "." + f.Sel.Name
	}
	return ""
}

// calledName returns the last name of what is called: "New", "Error".
func calledName(call *ast.CallExpr) string {
	name := called(call)
	return name[strings.LastIndex(name, ".")+1:]
}

// literal returns the value of an expression that is a string written in the code.
func literal(e ast.Node) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
