package config

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Variable is the name of the setting in the environment.
func (s Setting) Variable() string {
	return Prefix + "_" + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))
}

// fileVariable is the name of the variable with the path of a file that holds a secret, as containers and
// systemd hand them out.
func (s Setting) fileVariable() string { return s.Variable() + "_FILE" }

// fromFile returns the secret in the file that the environment names, "" where it names none.
func (s Setting) fromFile() (string, error) {
	path := os.Getenv(s.fileVariable())
	if !s.secret || path == "" {
		return "", nil
	}
	if os.Getenv(s.Variable()) != "" {
		return "", fmt.Errorf("%s and %s are both set: unset one of them", s.Variable(), s.fileVariable())
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", s.fileVariable(), err)
	}
	secret := strings.TrimSpace(string(content))
	if secret == "" {
		return "", fmt.Errorf("%s: the file %q is empty", s.fileVariable(), path)
	}
	return secret, nil
}

// unknownVariables returns the variables that look like settings and are not. Empty ones do no harm. An orchestrator's are left
// out: it describes a service named gridkeeper as GRIDKEEPER_SERVICE_HOST, GRIDKEEPER_PORT_8080_TCP_ADDR and so on.
func unknownVariables(environ []string) (unknown []string) {
	known := variables()
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		rest, ours := strings.CutPrefix(name, Prefix+"_")
		injected := strings.Contains("_"+rest, "_SERVICE_HOST") || strings.Contains("_"+rest, "_SERVICE_PORT") || strings.Contains("_"+rest+"_", "_PORT_")
		if ours && value != "" && !slices.Contains(known, name) && !injected {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

// variables returns all names that a setting can have in the environment.
func variables() (names []string) {
	for _, s := range Settings {
		names = append(names, s.Variable())
		if s.secret {
			names = append(names, s.fileVariable())
		}
	}
	return names
}

// RejectUnknown keeps a mistyped variable from starting a bot without the setting that it was meant for.
func RejectUnknown(environ []string) error {
	unknown := unknownVariables(environ)
	if len(unknown) == 0 {
		return nil
	}
	for i, name := range unknown {
		unknown[i] += nearest(name, variables())
	}
	return fmt.Errorf("unknown in the environment: %s: unset it, or see config.example.yaml for the names of settings", strings.Join(unknown, ", "))
}

// nearest asks in brackets whether the name that is most like an unknown one was meant, "" where none is like it: at most one
// letter in four may differ.
func nearest(unknown string, names []string) string {
	best, least := "", len(unknown)/4+1
	for _, name := range names {
		if d := distance(unknown, name); d < least {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance is Levenshtein's: how many letters have to be inserted, deleted or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // of the letters of a so far to each beginning of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal, row[j+1] = row[j+1], min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
