package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/exchange"
)

// TestServerReport names those who are left out below the table of the others.
func TestServerReport(t *testing.T) {
	report := &exchange.ServerReport{Title: "Navidrome", Songs: 3, People: []exchange.Moved{{Name: "ana", LeftOut: exchange.NoAddress}, {Name: "cy", Email: "ana@music.example", LeftOut: exchange.OperatorAddress}, {Name: "di", Email: "eva@music.example", LeftOut: exchange.SharedAddress}, {Name: "ben", Email: "ben@music.example"}}}
	var said strings.Builder
	if err := showServerReport(&said, report); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(said.String(), "\n")
	want := []string{
		"left out: ana: name the address with --user ana=EMAIL",
		"left out: cy: ana@music.example is an operator's address here, and Navidrome does not verify addresses; if it is theirs, add --user cy=ana@music.example",
		"left out: di: others there have the address eva@music.example too; name the right one with --user di=EMAIL",
	}
	if len(lines) < 6 || !strings.HasPrefix(lines[2], "ben ") || !slices.Equal(lines[3:6], want) {
		t.Errorf("%s", said.String())
	}
}

// TestServerReportInvites names whoever is invited, with the link if it was made just now.
func TestServerReportInvites(t *testing.T) {
	ends := time.Date(2030, 1, 31, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		applied bool
		moved   exchange.Moved
		want    string
	}{
		{false, exchange.Moved{IsNew: true}, "ben@music.example will be invited"},
		{true, exchange.Moved{IsNew: true, IsWaiting: true, Link: "https://music.example/invite#x", LinkEnds: ends}, "ben@music.example is invited by the link above"},
		{true, exchange.Moved{IsWaiting: true}, "ben@music.example has not accepted the invitation yet; --apply --new-links prints a new link"},
	} {
		c.moved.Name, c.moved.Email = "ben", "ben@music.example"
		var said strings.Builder
		if err := showServerReport(&said, &exchange.ServerReport{Applied: c.applied, People: []exchange.Moved{c.moved}}); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(said.String(), "\n"); len(lines) < 4 || lines[3] != c.want {
			t.Errorf("%s", said.String())
		}
	}
}

// TestServerReportLists names the playlists that are not taken over as they are.
func TestServerReportLists(t *testing.T) {
	report := &exchange.ServerReport{Lists: []exchange.MovedList{
		{Owner: "ana", Title: "Mix", Name: "Mix", Exists: true, LeftOut: 1}, {Owner: "ana", Title: "Mix", Name: "Mix (2)"}, {Owner: "ana", Title: "All", Name: "All", LeftOut: 7},
	}}
	var said strings.Builder
	if err := showServerReport(&said, report); err != nil {
		t.Fatal(err)
	}
	want := "playlist of ana: “Mix” is here already and stays as it is\nplaylist of ana: another “Mix” becomes “Mix (2)”\n" +
		"playlist of ana: the last 7 songs of “All” are left out, because a playlist has room for 50000\n"
	if !strings.Contains(said.String(), want) {
		t.Errorf("%s", said.String())
	}
}
