package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaURL = "mem://openapi.json"

// schema checks bodies against Discord's OpenAPI description. Each body's schema is
// compiled when it is first seen.
type schema struct {
	compiler *jsonschema.Compiler
	bodies   map[string]*jsonschema.Schema
}

// CheckAgainst has every further body checked against Discord's own description of its
// API too: the OpenAPI 3.1 file of github.com/discord/discord-api-spec.
func (s *Server) CheckAgainst(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.schema = &schema{compiler: compiler, bodies: map[string]*jsonschema.Schema{}}
	return nil
}

// breaches returns what the description says against the body of a call.
func (c *schema) breaches(route string, body json.RawMessage) []string {
	compiled, err := c.body(route)
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

func (c *schema) body(route string) (*jsonschema.Schema, error) {
	if compiled := c.bodies[route]; compiled != nil {
		return compiled, nil
	}
	method, path := cutPattern(route)
	escaped := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path)
	pointer := "/paths/" + escaped + "/" + strings.ToLower(method) + "/requestBody/content/application~1json/schema"
	compiled, err := c.compiler.Compile(schemaURL + "#" + pointer)
	if err != nil {
		return nil, fmt.Errorf("the description has no body for %s: %w", route, err)
	}
	c.bodies[route] = compiled
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
