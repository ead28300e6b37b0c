package listening_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// listen reports a listen of the member.
func listen(t *testing.T, s *testkit.Server, who testkit.Person, id, trackID string, at time.Time, seconds float64) {
	t.Helper()
	body := fmt.Sprintf(`{"id":%q,"trackId":%q,"startedAt":%q,"listened":%g}`, id, trackID, at.UTC().Format(time.RFC3339), seconds)
	if r := s.Do(t, call{Method: "POST", Path: "/api/plays", As: who, Body: body}); r.Status != 202 {
		t.Fatalf("play %s: %d %s", id, r.Status, r.Body)
	}
}

func TestHistory(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := apitest.TracksOf(t, s)
	dawn, noon := all["Dawn"].ID, all["Noon"].ID
	now := time.Now()
	listen(t, s, s.Member, "01JD000000000000000000000A", dawn, now.Add(-2*time.Hour), 1)
	listen(t, s, s.Member, "01JD000000000000000000000B", noon, now.Add(-time.Hour), 1)
	back := fmt.Sprintf(`{"id":"01JD000000000000000000000A","trackId":%q,"playedAt":%q,"listened":1}`, dawn, now.Add(-2*time.Hour).UTC().Format(time.RFC3339))
	s.Run(t, []testkit.Scenario{
		{Name: "nobody's", Request: call{Path: "/api/history"}, Status: 401},
		{Name: "somebody else's", Request: call{Path: "/api/history", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "one's own", Request: call{Path: "/api/history", As: s.Member}, Status: 200, Contains: []string{`"title":"Noon"`, `"title":"Dawn"`}, Headers: map[string]string{"X-Total-Count": "2"}},
		{Name: "a page", Request: call{Path: "/api/history?limit=1", As: s.Member}, Status: 200, Contains: []string{"Noon"}, Lacks: []string{"Dawn"}, Headers: map[string]string{"Link": "/api/history?cursor="}},
		{Name: "by a text", Request: call{Path: "/api/history?q=dawn", As: s.Member}, Status: 200, Contains: []string{"Dawn"}, Lacks: []string{"Noon"}},
		{Name: "somebody else removes", Request: call{Method: "DELETE", Path: "/api/history/01JD000000000000000000000A", As: s.Admin}, Status: 404},
		{Name: "remove", Request: call{Method: "DELETE", Path: "/api/history/01JD000000000000000000000A", As: s.Member}, Status: 204},
		{Name: "again", Request: call{Method: "DELETE", Path: "/api/history/01JD000000000000000000000A", As: s.Member}, Status: 404},
		{Name: "without it", Request: call{Path: "/api/history", As: s.Member}, Status: 200, Contains: []string{"Noon"}, Lacks: []string{"Dawn"}},
		{Name: "put back", Request: call{Method: "POST", Path: "/api/history", As: s.Member, Body: back}, Status: 200},
		{Name: "with it", Request: call{Path: "/api/history", As: s.Member}, Status: 200, Contains: []string{"Dawn"}, Headers: map[string]string{"X-Total-Count": "2"}},
		{Name: "put back nonsense", Request: call{Method: "POST", Path: "/api/history", As: s.Member, Body: strings.Replace(back, dawn, "none", 1)}, Status: 404},
		{Name: "not paused", Request: call{Path: "/api/account/history", As: s.Member}, Status: 200, Contains: []string{`{"paused":false}`}},
		{Name: "pause", Request: call{Method: "PUT", Path: "/api/account/history", As: s.Member, Body: `{"paused":true}`}, Status: 200},
		{Name: "paused", Request: call{Path: "/api/account/history", As: s.Member}, Status: 200, Contains: []string{`{"paused":true}`}},
	})
	listen(t, s, s.Member, "01JD000000000000000000000C", noon, time.Now().Add(time.Second), 1) // after the pause, in whole seconds
	s.Run(t, []testkit.Scenario{
		{Name: "not kept", Request: call{Path: "/api/history", As: s.Member}, Status: 200, Headers: map[string]string{"X-Total-Count": "2"}},
		{Name: "go on", Request: call{Method: "PUT", Path: "/api/account/history", As: s.Member, Body: `{"paused":false}`}, Status: 200},
		{Name: "clear", Request: call{Method: "DELETE", Path: "/api/history", As: s.Member}, Status: 204},
		{Name: "empty", Request: call{Path: "/api/history", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "counted once", Request: call{Path: "/api/tracks/" + dawn, As: s.Member}, Status: 200, Contains: []string{`"plays":1`}},
		{Name: "counted once too", Request: call{Path: "/api/tracks/" + noon, As: s.Member}, Status: 200, Contains: []string{`"plays":1`}},
	})
}

func TestListening(t *testing.T) {
	s := library.Join(t)
	all := apitest.TracksOf(t, s)
	// A quarter past midnight in Auckland is the previous day in Vienna.
	auckland, err := time.LoadLocation("Pacific/Auckland")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Now().In(auckland).AddDate(0, 0, -2)
	at := time.Date(day.Year(), day.Month(), day.Day(), 0, 15, 0, 0, auckland)
	listen(t, s, s.Member, "01JD000000000000000000000A", all["Dawn"].ID, at, 1)
	type figures struct {
		Seconds float64
		Plays   int
		Days    []struct {
			Date    string
			Seconds float64
		}
		Hours      []float64
		TopTracks  []struct{ Name, Album string }
		TopArtists []struct{ Name string }
	}
	in := func(zone string) figures {
		t.Helper()
		date := at.In(must(t, zone)).Format(time.DateOnly)
		r := s.Do(t, call{Path: "/api/listening?from=" + date + "&to=" + date + "&tz=" + zone, As: s.Member})
		if r.Status != 200 {
			t.Fatalf("%s: %d %s", zone, r.Status, r.Body)
		}
		return testkit.JSON[figures](t, r)
	}
	for _, zone := range []string{"Pacific/Auckland", "Europe/Vienna", "Asia/Kathmandu", "America/St_Johns", "UTC"} {
		f := in(zone)
		if f.Seconds == 0 || f.Plays != 1 || len(f.Days) != 1 || len(f.Hours) != 24 || f.Hours[at.In(must(t, zone)).Hour()] == 0 {
			t.Errorf("%s: %+v", zone, f)
		}
		if len(f.TopTracks) != 1 || f.TopTracks[0].Name != "Dawn" || f.TopTracks[0].Album == "" {
			t.Errorf("%s: %+v", zone, f.TopTracks)
		}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "nobody's", Request: call{Path: "/api/listening"}, Status: 401},
		{Name: "somebody else's", Request: call{Path: "/api/listening", As: s.Admin}, Status: 200, Contains: []string{`"seconds":0`}},
		{Name: "no such zone", Request: call{Path: "/api/listening?tz=Mars/Olympus", As: s.Member}, Status: 400, Contains: []string{`"tz":["There is no such time zone."]`}},
		{Name: "where the server stands", Request: call{Path: "/api/listening?tz=Local", As: s.Member}, Status: 400},
		{Name: "a path", Request: call{Path: "/api/listening?tz=../../etc/passwd", As: s.Member}, Status: 400},
		{Name: "no such day", Request: call{Path: "/api/listening?from=2026-02-30", As: s.Member}, Status: 400, Contains: []string{`"from":["Enter a date such as 2026-11-20."]`}},
		{Name: "backwards", Request: call{Path: "/api/listening?from=2026-02-02&to=2026-02-01", As: s.Member}, Status: 400, Contains: []string{"The last day is before the first."}},
		{Name: "for ever", Request: call{Path: "/api/listening?from=1970-01-01&to=2026-02-01", As: s.Member}, Status: 400, Contains: []string{"Choose at most three years."}},
		{Name: "years", Request: call{Path: "/api/listening/years?tz=Pacific/Auckland", As: s.Member}, Status: 200, Contains: []string{fmt.Sprintf("[%d]", at.Year())}},
		{Name: "no years", Request: call{Path: "/api/listening/years", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
	})
}

func must(t *testing.T, zone string) *time.Location {
	t.Helper()
	l, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestMadeForYou(t *testing.T) {
	s := library.Join(t)
	s.Run(t, []testkit.Scenario{
		{Name: "nobody's", Request: call{Path: "/api/made-for-you"}, Status: 401},
		{Name: "nothing to make them from", Request: call{Path: "/api/made-for-you", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "none of this name", Request: call{Path: "/api/made-for-you/daily-1/tracks", As: s.Member}, Status: 404},
	})
	n := 0
	for _, track := range apitest.TracksOf(t, s) {
		for range 3 {
			n++
			listen(t, s, s.Member, fmt.Sprintf("01JD00000000000000000%05d", n), track.ID, time.Now().Add(-time.Duration(n)*time.Minute), 60)
		}
	}
	type mix struct {
		ID, Kind, Name, Text string
		TrackCount           int
	}
	mixes := testkit.JSON[[]mix](t, s.Do(t, call{Path: "/api/made-for-you", As: s.Member}))
	kinds := map[string]bool{}
	for _, m := range mixes {
		kinds[m.Kind] = true
		tracks := testkit.JSON[[]track](t, s.Do(t, call{Path: "/api/made-for-you/" + m.ID + "/tracks", As: s.Member}))
		if len(tracks) != m.TrackCount || m.TrackCount == 0 || m.Name == "" || m.Text == "" {
			t.Errorf("%+v has %d tracks", m, len(tracks))
		}
	}
	if !kinds["daily"] || !kinds["on-repeat"] || len(mixes) > 6 {
		t.Errorf("mixes: %+v", mixes)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "in Spanish", Request: call{Path: "/api/made-for-you", As: s.Member, Header: map[string]string{"Accept-Language": "es"}}, Status: 200, Contains: []string{"Mix diario 1", "En bucle"}},
		{Name: "somebody else's", Request: call{Path: "/api/made-for-you", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "forget", Request: call{Method: "DELETE", Path: "/api/history", As: s.Member}, Status: 204},
		{Name: "nothing again", Request: call{Path: "/api/made-for-you", As: s.Member}, Status: 200, Contains: []string{"[]"}},
	})
}

func TestWhatsNew(t *testing.T) {
	s := library.Join(t)
	fresh := apitest.NewPlaylist(t, s, s.Member, `{"name":"Fresh","isPublic":true}`)
	apitest.NewPlaylist(t, s, s.Member, `{"name":"Secret","isPublic":false}`)
	apitest.NewPlaylist(t, s, s.Member, `{"name":"Without songs","isPublic":true}`)
	s.Run(t, []testkit.Scenario{
		{Name: "a song", Request: call{Method: "POST", Path: "/api/playlists/" + fresh.ID + "/tracks", As: s.Member, Body: fmt.Sprintf(`{"trackIds":[%q]}`, apitest.TrackIDs(t, s)[0])}, Status: 200},
		{Name: "latest first", Request: call{Path: "/api/whats-new?limit=1", As: s.Admin}, Status: 200, Contains: []string{`"kind":"playlist"`, `"name":"Fresh"`}, Headers: map[string]string{"Link": "cursor="}},
		{Name: "all", Request: call{Path: "/api/whats-new", As: s.Member}, Status: 200, Contains: []string{"Fresh", `"kind":"album"`}, Lacks: []string{"Secret", "Without songs"}},
		{Name: "made-up cursor", Request: call{Path: "/api/whats-new?cursor=x", As: s.Member}, Status: 400},
		{Name: "releases", Request: call{Path: "/api/releases"}, Status: 200, Contains: []string{`"version":"First version"`}},
	})
}

// TestPutBackImpossibleListens checks that restored listens are limited to what a
// person can have heard.
func TestPutBackImpossibleListens(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	track := apitest.TracksOf(t, s)["Dawn"]
	began := time.Now()
	for i, at := range []string{"0001-01-01T00:00:00Z", "1700-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z"} {
		body := fmt.Sprintf(`{"id":"pb%d","trackId":%q,"playedAt":%q,"listened":172800}`, i, track.ID, at)
		if r := s.Do(t, call{Method: "POST", Path: "/api/history", As: s.Member, Body: body}); r.Status != 200 {
			t.Fatalf("%s: %d %s", at, r.Status, r.Body)
		}
	}
	list := testkit.JSON[[]struct {
		PlayedAt time.Time
		Listened float64
		Track    struct{ Duration float64 }
	}](t, s.Do(t, call{Path: "/api/history", As: s.Member}))
	for _, h := range list {
		if h.Listened <= 0 || h.Listened > 4*h.Track.Duration || h.PlayedAt.Before(began.Add(-time.Hour)) || h.PlayedAt.After(time.Now()) {
			t.Errorf("put back: %+v", h)
		}
	}
	if len(list) != 4 {
		t.Errorf("%d are put back", len(list))
	}
	year := time.Now().UTC().Year()
	s.Run(t, []testkit.Scenario{
		{Name: "years", Request: call{Path: "/api/listening/years", As: s.Member}, Status: 200, Lacks: []string{"1699", "1700", "1969", "1970", "9999"}},
		{Name: "the first day there is", Request: call{Path: "/api/listening?from=1970-01-01&to=1970-01-01&tz=Pacific/Auckland", As: s.Member}, Status: 200, Contains: []string{`"seconds":0`, `"plays":0`}},
		{Name: "before", Request: call{Path: "/api/listening?from=1700-01-01&to=1700-01-02", As: s.Member}, Status: 400, Contains: []string{`"from":["Choose a day from 1970 until next year."]`}},
		{Name: "a day that never was", Request: call{Path: "/api/listening?tz=Asia/Manila&from=1844-12-29&to=1845-01-02", As: s.Member}, Status: 400},
		{Name: "another", Request: call{Path: "/api/listening?tz=Pacific/Apia&from=2011-12-29&to=2012-01-02", As: s.Member}, Status: 200, Contains: []string{`"date":"2011-12-30"`, `"date":"2012-01-02"`}},
		{Name: "this whole year", Request: call{Path: fmt.Sprintf("/api/listening?from=%d-01-01&to=%d-12-31", year, year), As: s.Member}, Status: 200},
		{Name: "far ahead", Request: call{Path: "/api/listening?to=9999-12-31", As: s.Member}, Status: 400, Contains: []string{`"to":["Choose a day from 1970 until next year."]`}},
	})
}

// TestLateReports checks that late reports respect pauses of the history.
func TestLateReports(t *testing.T) {
	s := library.Join(t)
	all := apitest.TracksOf(t, s)
	dawn, noon := all["Dawn"].ID, all["Noon"].ID
	pause := func(paused bool) {
		t.Helper()
		if r := s.Do(t, call{Method: "PUT", Path: "/api/account/history", As: s.Member, Body: fmt.Sprintf(`{"paused":%v}`, paused)}); r.Status != 200 {
			t.Fatalf("pause: %d %s", r.Status, r.Body)
		}
	}
	total := func(when, want string) {
		t.Helper()
		s.Run(t, []testkit.Scenario{{Name: when, Request: call{Path: "/api/history", As: s.Member}, Status: 200, Headers: map[string]string{"X-Total-Count": want}}})
	}
	report := func(id, trackID string, began time.Time) {
		t.Helper()
		body := fmt.Sprintf(`{"id":%q,"trackId":%q,"startedAt":%q,"listened":30}`, id, trackID, began.UTC().Format(time.RFC3339Nano))
		if r := s.Do(t, call{Method: "POST", Path: "/api/plays", As: s.Member, Body: body}); r.Status != 202 {
			t.Fatalf("play %s: %d %s", id, r.Status, r.Body)
		}
	}
	before := time.Now().Add(-time.Hour)
	pause(true)
	during := time.Now().Add(time.Millisecond)
	for !time.Now().After(during.Add(time.Millisecond)) {
		pause(true)
	}
	pause(false)
	report("01JD000000000000000000000A", dawn, during)
	total("began in the pause", "0")
	report("01JD000000000000000000000B", noon, before)
	total("began before it", "1")
	s.Do(t, call{Method: "DELETE", Path: "/api/history/01JD000000000000000000000B", As: s.Member})
	report("01JD000000000000000000000B", noon, before)
	total("removed, and sent again", "0")
	report("01JD000000000000000000000C", dawn, before)
	s.Do(t, call{Method: "DELETE", Path: "/api/history", As: s.Member})
	report("01JD000000000000000000000C", dawn, before)
	report("01JD000000000000000000000D", dawn, before)
	total("cleared, and sent again", "0")
	report("01JD000000000000000000000E", noon, time.Now().Add(time.Second))
	total("heard since", "1")
}
