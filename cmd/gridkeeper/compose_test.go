package main

import (
	"os"
	"testing"

	"github.com/compose-spec/compose-go/v2/schema"
	"go.yaml.in/yaml/v3"
)

// docker-compose.yml is what the schema of the Compose specification calls valid.
func TestComposeFile(t *testing.T) {
	text, err := os.ReadFile("../../docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var compose map[string]any
	if err := yaml.Unmarshal(text, &compose); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(compose); err != nil {
		t.Error(err)
	}
	services := compose["services"].(map[string]any)
	services["bot"].(map[string]any)["comand"] = "a typing error"
	if err := schema.Validate(compose); err == nil {
		t.Error("the schema accepts a key that does not exist")
	}
}
