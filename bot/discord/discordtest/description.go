package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaURL = "mem://openapi.json"

// Description is Discord's own machine-readable description of its API. Many servers may
// share one, which spares time: each body's schema is compiled when it is first seen.
type Description struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	bodies   map[string]*jsonschema.Schema // by route
}

// ReadDescription reads the OpenAPI 3.1 file of github.com/discord/discord-api-spec.
func ReadDescription(path string) (*Description, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Description{compiler: compiler, bodies: map[string]*jsonschema.Schema{}}, nil
}

// CheckAgainst has every further body checked against the description too.
func (s *Server) CheckAgainst(d *Description) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.description = d
}

// breaches returns what the description says against the body of a call.
func (d *Description) breaches(route string, body json.RawMessage) []string {
	compiled, err := d.body(route)
	if err != nil {
		return []string{err.Error()}
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return []string{err.Error()}
	}
	numberPermissions(value)
	if err := compiled.Validate(value); err != nil {
		return []string{fmt.Sprintf("%v in %.300s", err, body)}
	}
	return nil
}

func (d *Description) body(route string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if compiled := d.bodies[route]; compiled != nil {
		return compiled, nil
	}
	method, path := cutPattern(route)
	escaped := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path)
	pointer := "/paths/" + escaped + "/" + strings.ToLower(method) + "/requestBody/content/application~1json/schema"
	compiled, err := d.compiler.Compile(schemaURL + "#" + pointer)
	if err != nil {
		return nil, fmt.Errorf("the description has no body for %s: %w", route, err)
	}
	d.bodies[route] = compiled
	return compiled, nil
}

// numberPermissions turns the permissions of commands into numbers: Discord takes text,
// which its own client libraries send, though the description asks for an integer.
func numberPermissions(body any) {
	list, _ := body.([]any)
	for _, item := range list {
		command, _ := item.(map[string]any)
		if text, ok := command["default_member_permissions"].(string); ok {
			command["default_member_permissions"] = json.Number(text)
		}
	}
}
