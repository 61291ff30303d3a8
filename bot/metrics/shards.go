package metrics

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// Shard is one that this process runs. A nil one counts nothing.
type Shard struct {
	metrics   *Metrics
	id        int
	connected bool
}

// Shard returns a shard that runs from now on, of so many in all, and is not connected yet.
func (m *Metrics) Shard(id, inAll int) *Shard {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &Shard{metrics: m, id: id}
	m.shards[s], m.inAll = true, inAll
	return s
}

// Connected notes that the shard has connected.
func (s *Shard) Connected() {
	if s != nil {
		s.metrics.mu.Lock()
		defer s.metrics.mu.Unlock()
		s.connected = true
	}
}

// Disconnected counts a connection that ended, or could not be made.
func (s *Shard) Disconnected() {
	if s != nil {
		s.metrics.mu.Lock()
		defer s.metrics.mu.Unlock()
		s.connected = false
		s.metrics.disconnects.Inc()
	}
}

// End notes that the shard no longer runs here.
func (s *Shard) End() {
	if s != nil {
		s.metrics.mu.Lock()
		defer s.metrics.mu.Unlock()
		delete(s.metrics.shards, s)
	}
}

// Shards returns the shards that this process runs, and whether each is connected. One that is replaced
// may run twice for a moment.
func (m *Metrics) Shards() map[int]bool {
	all := map[int]bool{}
	if m == nil {
		return all
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for s := range m.shards {
		all[s.id] = all[s.id] || s.connected
	}
	return all
}

// shards shows the shards as they are when they are asked for.
type shards struct{ *Metrics }

var (
	shardConnected = prometheus.NewDesc("gridkeeper_shard_connected", "Whether a shard that this process runs is connected to Discord's gateway.", []string{"shard"}, nil)
	shardsInAll    = prometheus.NewDesc("gridkeeper_shards", "Shards into which the guilds are divided, on all processes together.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (s shards) Describe(to chan<- *prometheus.Desc) { to <- shardConnected; to <- shardsInAll }

// Collect implements [prometheus.Collector].
func (s shards) Collect(to chan<- prometheus.Metric) {
	for id, connected := range s.Shards() {
		value := 0.0
		if connected {
			value = 1
		}
		to <- prometheus.MustNewConstMetric(shardConnected, prometheus.GaugeValue, value, strconv.Itoa(id))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	to <- prometheus.MustNewConstMetric(shardsInAll, prometheus.GaugeValue, float64(s.inAll))
}
