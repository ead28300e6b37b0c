package testkit

import (
	"strings"
	"testing"
)

// Scenario is a request and what its response must and must not contain.
type Scenario struct {
	Name string
	Request
	Status   int
	Contains []string
	Lacks    []string
	Headers  map[string]string // name to a text that the header contains; "" means that it is absent
}

// Run checks scenarios one after the other.
func (s *Server) Run(t *testing.T, scenarios []Scenario) {
	t.Helper()
	for _, c := range scenarios {
		t.Run(c.Name, func(t *testing.T) {
			t.Helper()
			r := s.Do(t, c.Request)
			if r.Status != c.Status {
				t.Errorf("%s %s: status %d, want %d: %.300s", c.Method, c.Path, r.Status, c.Status, r.Body)
			}
			for _, text := range c.Contains {
				if !strings.Contains(r.Body, text) {
					t.Errorf("no %s in %.600s", text, r.Body)
				}
			}
			for _, text := range append(c.Lacks, "argon2", "panic", "goroutine") {
				if strings.Contains(r.Body, text) {
					t.Errorf("%s in %.600s", text, r.Body)
				}
			}
			for name, part := range c.Headers {
				if got := strings.Join(r.Header.Values(name), ", "); !strings.Contains(got, part) || part == "" && got != "" {
					t.Errorf("header %s is %q, want %q in it", name, got, part)
				}
			}
		})
	}
}
