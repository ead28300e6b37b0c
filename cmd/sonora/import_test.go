package main

import (
	"strings"
	"testing"

	"sonora/internal/exchange"
)

// TestServerReport names those who are left out below the table of the others.
func TestServerReport(t *testing.T) {
	report := &exchange.ServerReport{Title: "Navidrome", Songs: 3, People: []exchange.Moved{{Name: "ana"}, {Name: "ben", Email: "ben@music.example"}}}
	var said strings.Builder
	if err := showServerReport(&said, report); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(said.String(), "\n")
	if len(lines) < 4 || !strings.HasPrefix(lines[2], "ben ") || lines[3] != "left out: ana: name the address with --user ana=EMAIL" {
		t.Errorf("%s", said.String())
	}
}
