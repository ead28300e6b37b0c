// Package diagnostics helps operators to find out why a server does not do what
// it should: checks of everything it needs, its log, and a file with both for
// those who help.
package diagnostics

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// State is the outcome of one Check.
type State string

// States of checks.
const (
	OK     State = "ok"     // works
	Off    State = "off"    // Sonora runs without it
	Broken State = "broken" // Sonora runs badly or not at all
)

// Check is the result of checking one thing.
type Check struct {
	Name   string
	State  State
	Says   music.Message
	Remedy music.Message // what to do about it; zero for nothing
}

// Text returns checks as lines of English text.
func Text(checks []Check) string {
	text := new(strings.Builder)
	for _, c := range checks {
		fmt.Fprintf(text, "%-7s %-9s %s\n", c.State, c.Name, c.Says)
		if !c.Remedy.IsZero() {
			fmt.Fprintf(text, "%-7s %-9s → %s\n", "", "", c.Remedy)
		}
	}
	return text.String()
}

// Audit records what operators do.
type Audit interface {
	NoteOperation(ctx context.Context, actor string, kind people.AuditKind, detail string) error
}

// Config is what the Service uses.
type Config struct {
	Log   *Log
	Audit Audit
	// Check checks everything that the server needs, and changes nothing.
	Check func(ctx context.Context) ([]Check, error)
	// Facts describes the server's configuration without secrets.
	Facts func() []Fact
	// Settings are those in force, by their names, without secrets.
	Settings func() map[string]any
}

// Service answers operators. It is safe for concurrent use.
type Service struct {
	Config
	checking chan struct{} // has room for the one who checks
}

// New returns a Service.
func New(c Config) *Service { return &Service{c, make(chan struct{}, 1)} }

// checkTimeout is how long all checks may take together.
const checkTimeout = 20 * time.Second

// Checks checks everything that the server needs, for one operator at a time.
func (s *Service) Checks(ctx context.Context) ([]Check, error) {
	select {
	case s.checking <- struct{}{}:
		defer func() { <-s.checking }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	return s.Check(ctx)
}
