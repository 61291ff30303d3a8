package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
)

// compose is what docker-compose.yml may hold. A key that is not here is a typing error, or
// belongs here.
type compose struct {
	Services map[string]struct {
		Image, Build    string
		Command         []string
		Environment     map[string]string
		Volumes         []string
		Restart         string
		StopGracePeriod string `yaml:"stop_grace_period"`
		Healthcheck     struct {
			Test              []string
			Interval, Timeout string
			Retries           int
			Disable           bool
		}
		ReadOnly    bool     `yaml:"read_only"`
		CapDrop     []string `yaml:"cap_drop"`
		SecurityOpt []string `yaml:"security_opt"`
		MemLimit    string   `yaml:"mem_limit"`
		Tmpfs       []string
		DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
	}
	Volumes map[string]any
}

// docker-compose.yml runs commands that gridkeeper has, with settings that it knows, and its
// services wait for services that are there.
func TestComposeFile(t *testing.T) {
	text, err := os.ReadFile("../../docker-compose.yml")
	must(t, err)
	var file compose
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	must(t, decoder.Decode(&file))
	// The worst stop: 8 s to hand a shard over and 5 s for each of seven others, 10 s for running commands, 5 s to close.
	bot := file.Services["bot"]
	if grace, err := time.ParseDuration(bot.StopGracePeriod); err != nil || grace <= 58*time.Second {
		t.Errorf("the bot has %s to stop: %v", bot.StopGracePeriod, err)
	}
	if !bot.ReadOnly || !slices.Equal(bot.CapDrop, []string{"ALL"}) || bot.MemLimit == "" || !slices.Contains(bot.Tmpfs, "/tmp") {
		t.Errorf("the bot may do more than it has to: %+v", bot)
	}
	root := newRoot()
	for name, service := range file.Services {
		if service.Build != "" {
			if command, rest, err := root.Find(service.Command); err != nil || command == root || len(rest) > 0 {
				t.Errorf("%s runs %q, which is not a command", name, service.Command)
			}
		}
		for variable := range service.Environment {
			known := slices.ContainsFunc(config.Settings, func(s config.Setting) bool { return s.Variable() == variable })
			if strings.HasPrefix(variable, config.Prefix) && !known {
				t.Errorf("%s sets %s, which is not a setting", name, variable)
			}
		}
		for other := range service.DependsOn {
			if _, ok := file.Services[other]; !ok {
				t.Errorf("%s depends on %s, which is not a service", name, other)
			}
		}
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if _, ok := file.Volumes[source]; !ok {
				t.Errorf("%s uses the volume %s, which is not declared", name, source)
			}
		}
	}
}
