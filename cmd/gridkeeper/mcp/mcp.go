// Package mcp has the command that offers the engine and the archive to language models, as tools of the Model Context Protocol
// (modelcontextprotocol.io) over standard input and output.
//
// A tool is thin: it reads the puzzle from its arguments, calls the function that the command of the same name calls, and
// returns data, which the SDK checks against the schema of the tool. engine.go has the tools that need no database, and
// archive.go those that make and find puzzles. Every call has limits, call.go; the connection outlives bad input, lines.go.
// Nothing here opens a file or a link that an argument names.
package mcp

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
)

// instructions are for the language model that uses the server.
const instructions = "Tools for sudoku puzzles: sudoku (9×9), 6x6, and shidoku (4×4). Every answer is computed, never guessed: use them instead of solving " +
	"in your head.\n" +
	"A puzzle is a text: its 81 (36, 16) cells row by row, with a digit or . for an empty cell, or a drawing, a position with pencil " +
	"marks, or a link that holds the puzzle. Names of files and other links are not opened.\n" +
	"Cells are r1c1 (top left) to r9c9, houses r4 (row), c2 (column), b9 (box, counted row by row). " +
	"A box has 3 rows and 3 columns, in a 6x6 2 rows and 3 columns, in a shidoku 2 rows and 2 columns. " +
	"In notation, = places a digit and <> removes a candidate."

// New returns the command. The version is for the client to show.
func New(version string) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "offer solving, rating, hints and the archive to language models (Model Context Protocol)",
		Long: "Serve the Model Context Protocol over standard input and output: a program with a language model starts this command,\n" +
			"and the model calls its tools, such as solve, rate, hint, explain, generate. With database.url there is also\n" +
			"search, in that archive. Calls have limits of time and size, and open no files and no links.\n\n" +
			"In the settings of Claude Desktop, claude_desktop_config.json, and of most other programs, it is\n" +
			"  {\"mcpServers\": {\"gridkeeper\": {\"command\": \"gridkeeper\", \"args\": [\"mcp\"]}}}\n" +
			"and in VS Code, .vscode/mcp.json, with \"servers\" instead of \"mcpServers\".",
		Example: "  gridkeeper mcp\n  gridkeeper mcp --config archive.yaml",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(cmd.Flags())
			if err != nil {
				return err
			}
			return newServer(version, c, cmd.ErrOrStderr()).serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}

// server is the tools with their limits.
type server struct {
	sdk    *mcp.Server
	config config.Config
	log    *slog.Logger
	limit  time.Duration // of a call, its wait for a turn included

	// These have an element for each call that is worked on. Slow tools have turns of their own, so that the others never wait
	// for them.
	turns, slowTurns chan struct{}
}

func newServer(version string, c config.Config, log io.Writer) *server {
	s := &server{
		config: c, limit: 20 * time.Second,
		turns: make(chan struct{}, runtime.GOMAXPROCS(0)), slowTurns: make(chan struct{}, 2),
		log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	s.sdk = mcp.NewServer(
		&mcp.Implementation{Name: "gridkeeper", Title: "Gridkeeper, a sudoku archive", Version: version},
		&mcp.ServerOptions{Instructions: instructions, Logger: s.log, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}},
	)
	s.sdk.AddReceivingMiddleware(cutErrors)
	addEngine(s)
	addGenerate(s)
	if c.Database.URL != "" {
		addSearch(s)
	}
	return s
}

// serve answers until the input ends, or the context.
func (s *server) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	session, err := s.sdk.Connect(ctx, newLines(in, out, s.limit+2*grace), nil)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("connection to the client: %w", err)
		}
		return nil
	case <-ctx.Done(): // the SDK would wait for the open calls
		return ctx.Err()
	}
}
