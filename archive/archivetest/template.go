package archivetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
)

// Template is a database that the tests of a package fill once, and that is copied for each of them.
type Template struct {
	// Fill puts what the tests need into the database at an address, which has the archive's schema.
	Fill func(ctx context.Context, url string) error

	once sync.Once
	name string
	err  error
}

// URL returns the address of a copy, which is removed when the test ends.
func (p *Template) URL(t testing.TB) string {
	t.Helper()
	p.once.Do(p.make)
	if p.err != nil {
		t.Fatal(p.err)
	}
	return database(t, p.name)
}

func (p *Template) make() {
	h, err := shared()
	if err != nil {
		p.err = err
		return
	}
	p.name = fmt.Sprintf("template_%d", h.made.Add(1))
	if p.err = h.create(p.name, template); p.err == nil {
		p.err = p.Fill(context.Background(), h.url(p.name))
	}
	if p.err == nil { // a pooler keeps sessions, and nothing can be copied that has any
		p.err = h.exec("select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + p.name + "'")
	}
}
