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

// fileVariable is the name of the variable with the path of a file that holds a secret, as containers and systemd use them.
func (s Setting) fileVariable() string { return s.Variable() + "_FILE" }

// fromFile returns the secret in the file that the environment names, "" if it names none.
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

// unknownVariables returns the variables that have the prefix of a setting but no setting's name. Empty ones do no harm. It
// leaves out the variables of orchestrators, such as GRIDKEEPER_SERVICE_HOST and GRIDKEEPER_PORT_8080_TCP_ADDR, which describe
// a service of the name gridkeeper.
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

// variables returns the names of all settings in the environment.
func variables() (names []string) {
	for _, s := range Settings {
		names = append(names, s.Variable())
		if s.secret {
			names = append(names, s.fileVariable())
		}
	}
	return names
}

// RejectUnknown returns an error for variables with the prefix of a setting but no setting's name. A bot with a mistyped variable
// would start without the setting.
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

// nearest suggests the most similar name for an unknown one, " (did you mean data_dir?)". It returns "" if more than one letter
// in four differs.
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

// distance returns the Levenshtein distance: the number of letters to insert, delete or replace to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // distances of the letters of a so far to each prefix of b
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
