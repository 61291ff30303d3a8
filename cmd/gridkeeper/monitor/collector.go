package monitor

import (
	"context"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
)

const (
	// freshFor is how long an answer of the database is reused.
	freshFor = 10 * time.Second
	// readIn is the time in which the database must answer.
	readIn = 2 * time.Second
)

// collector reads the state of the archive and of its connections for each scrape.
type collector struct {
	Config

	mu     sync.Mutex
	at     time.Time // of the last read
	vitals archive.Vitals
	jobs   map[string]int
	err    error
}

// about describes a metric.
func about(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("gridkeeper_"+name, help, labels, nil)
}

var (
	build            = about("build_info", "What runs here: 1.", "version", "goversion", "schema")
	schemaWanted     = about("schema_version_wanted", "The version of the schema that this program brings.")
	schemaVersion    = about("schema_version", "The version of the schema that the database has.")
	databaseUp       = about("database_up", "Whether the database answered when it was read last, within 2 s.")
	databaseBytes    = about("database_size_bytes", "What the database takes on its disk.")
	guildsScheduled  = about("guilds_scheduled", "Guilds with a schedule of daily posts.")
	guildsShort      = about("guilds_without_puzzle", "Guilds whose schedule asks for a shape and a tier of which there is no puzzle: among all collections that they may use, or among the chosen.", "shape", "tier", "collections")
	importsByState   = about("imports", "Imports in the archive, by state: complete, or unfinished, which run or were interrupted.", "state")
	postsDue         = about("posts_due", "Posts in the outbox that are due now: dailies, or others.", "rank")
	postsLate        = about("posts_late", "Posts that are due for more than a minute, and on which no process works.", "rank")
	postsRefused     = about("posts_refused", "Posts that wait to be tried again, because the network refused them.", "rank")
	tableRows        = about("table_rows", "Rows of a table, as the database estimated them last.", "table")
	tableInserts     = about("table_inserts_total", "Rows that were added to a table, since the database began to count.", "table")
	jobsByState      = about("jobs", "Jobs that machines share, by their state, counted up to 10000.", "state")
	connections      = about("database_connections", "Connections to the database that this process has, by what they do.", "state")
	connectionsMost  = about("database_connections_max", "Connections to the database that this process may have.")
	connectionWaits  = about("database_connection_waits_total", "How often work had to wait for a connection to the database.")
	connectionWaited = about("database_connection_wait_seconds_total", "How long work waited for connections to the database.")
)

// Describe implements [prometheus.Collector].
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		build, schemaWanted, schemaVersion, databaseUp, databaseBytes, guildsScheduled, guildsShort, importsByState, postsDue, postsLate,
		postsRefused, tableRows, tableInserts, jobsByState, connections, connectionsMost, connectionWaits, connectionWaited,
	} {
		to <- d
	}
}

// Collect implements [prometheus.Collector].
func (c *collector) Collect(to chan<- prometheus.Metric) {
	to <- gauge(build, 1, c.Version, runtime.Version(), strconv.Itoa(c.Schema))
	to <- gauge(schemaWanted, c.Schema)
	pool := c.Store.Pool()
	to <- gauge(connections, int(pool.AcquiredConns()), "used")
	to <- gauge(connections, int(pool.IdleConns()), "idle")
	to <- gauge(connections, int(pool.ConstructingConns()), "opening")
	to <- gauge(connectionsMost, int(pool.MaxConns()))
	to <- prometheus.MustNewConstMetric(connectionWaits, prometheus.CounterValue, float64(pool.EmptyAcquireCount()))
	to <- prometheus.MustNewConstMetric(connectionWaited, prometheus.CounterValue, pool.EmptyAcquireWaitTime().Seconds())
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.at) >= freshFor {
		c.read()
		c.at = time.Now()
	}
	if c.err != nil {
		to <- gauge(databaseUp, 0)
		return
	}
	to <- gauge(databaseUp, 1)
	c.collectArchive(to)
}

// read asks the database.
func (c *collector) read() {
	ctx, cancel := context.WithTimeout(context.Background(), readIn)
	defer cancel()
	if c.vitals, c.err = c.Store.Vitals(ctx); c.err == nil {
		c.jobs, c.err = jobs.States(ctx, c.Store)
	}
}

func gauge(d *prometheus.Desc, value int, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(value), labels...)
}

// collectArchive sends the last answer of the database.
func (c *collector) collectArchive(to chan<- prometheus.Metric) {
	v := c.vitals
	to <- gauge(schemaVersion, v.Schema)
	to <- gauge(databaseBytes, int(v.Bytes))
	to <- gauge(guildsScheduled, v.Guilds)
	for _, short := range v.Short {
		to <- gauge(guildsShort, short.All, short.Shape.String(), short.Tier.String(), "all")
		to <- gauge(guildsShort, short.Chosen, short.Shape.String(), short.Tier.String(), "chosen")
	}
	to <- gauge(importsByState, v.Imports, "complete")
	to <- gauge(importsByState, v.UnfinishedImport, "unfinished")
	for rank, b := range map[string]archive.Backlog{"daily": v.Posts.Dailies, "other": v.Posts.Others} {
		to <- gauge(postsDue, b.Due, rank)
		to <- gauge(postsLate, b.Late, rank)
		to <- gauge(postsRefused, b.Refused, rank)
	}
	for _, t := range v.Tables {
		to <- gauge(tableRows, int(t.Rows), t.Name)
		to <- prometheus.MustNewConstMetric(tableInserts, prometheus.CounterValue, float64(t.Inserted), t.Name)
	}
	for state, n := range c.jobs {
		to <- gauge(jobsByState, n, state)
	}
}
