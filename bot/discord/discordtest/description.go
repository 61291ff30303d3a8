package discordtest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaURL = "mem://openapi.json"

// packed is Discord's own description of its API, OpenAPI 3.1, from github.com/discord/discord-api-spec
// (specs/openapi.json), under the licence beside it.
//
//go:embed openapi/openapi.json.gz
var packed []byte

// description is the description, which all servers of a process share: each body's schema is compiled when
// it is first seen.
var description = sync.OnceValue(func() *apiDescription {
	d, err := unpack(packed)
	if err != nil {
		panic(fmt.Sprintf("discord's description of its API: %v", err))
	}
	return d
})

// apiDescription is a machine-readable description of an API.
type apiDescription struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	bodies   map[string]*jsonschema.Schema // by route
	valid    map[[sha256.Size]byte]bool    // bodies with their routes: the commands are those of the test before, some answers come a thousand times in a second
}

func unpack(packed []byte) (*apiDescription, error) {
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(text)
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return &apiDescription{compiler: compiler, bodies: map[string]*jsonschema.Schema{}, valid: map[[sha256.Size]byte]bool{}}, nil
}

// breaches returns what the description says against the body of a call.
func (d *apiDescription) breaches(route string, body json.RawMessage) []string {
	known := sha256.Sum256([]byte(route + " " + string(body)))
	if d.isValid(known) {
		return nil
	}
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
	d.mu.Lock()
	defer d.mu.Unlock()
	d.valid[known] = true
	return nil
}

func (d *apiDescription) isValid(known [sha256.Size]byte) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.valid[known]
}

func (d *apiDescription) body(route string) (*jsonschema.Schema, error) {
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
