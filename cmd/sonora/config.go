package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// config is the configuration file, with options by name. Unlike kong's own
// loader it lets the environment take precedence, and rejects unknown keys.
type config struct {
	name   string
	keys   []string       // as written in the file
	values map[string]any // by folded keys
}

// configFile reads options from a JSON file.
func configFile(r io.Reader) (kong.Resolver, error) {
	c := config{name: "configuration file", values: map[string]any{}}
	if f, ok := r.(*os.File); ok {
		c.name = f.Name()
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	var values map[string]any
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, fmt.Errorf("%s is not a JSON object of options: %w", c.name, err)
	}
	for key, value := range values {
		if _, twice := c.values[fold(key)]; twice {
			return nil, fmt.Errorf("%s: %q appears twice", c.name, key)
		}
		c.keys, c.values[fold(key)] = append(c.keys, key), value
	}
	slices.Sort(c.keys)
	return c, nil
}

// Validate implements kong.Resolver.
func (c config) Validate(application *kong.Application) error {
	known := map[string]bool{}
	addOptions(known, application.Node)
	for _, key := range c.keys {
		if !known[fold(key)] {
			return fmt.Errorf("%s: there is no option %q; see sonora serve --help", c.name, key)
		}
	}
	return nil
}

func addOptions(known map[string]bool, node *kong.Node) {
	for _, flag := range node.Flags {
		known[fold(flag.Name)] = true
	}
	for _, child := range node.Children {
		addOptions(known, child)
	}
}

// fold makes the spellings of a name in a file equal, such as rate_limit and
// rateLimit.
func fold(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name))
}

// Resolve implements kong.Resolver.
func (c config) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	return c.values[fold(flag.Name)], nil
}
