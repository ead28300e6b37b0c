package analytics_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

func TestMain(m *testing.M) { apitest.Main(m) }

type call = testkit.Request

const path = "/api/admin/analytics"

// play plays a track, and waits until the figures have it.
func play(t *testing.T, s *testkit.Server, track string) {
	t.Helper()
	body := fmt.Sprintf(`{"id":"01JD000000000000000000000A","trackId":%q,"startedAt":%q,"listened":1}`, track, time.Now().UTC().Format(time.RFC3339))
	if r := s.Do(t, call{Method: "POST", Path: "/api/plays", As: s.Member, Body: body}); r.Status != 202 {
		t.Fatalf("play: %d %s", r.Status, r.Body)
	}
	deadline := time.After(20 * time.Second)
	for {
		r := s.Do(t, call{Path: path, As: s.Admin})
		if strings.Contains(r.Body, `"plays":1`) {
			return
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-deadline:
			t.Fatalf("the play is not in the figures: %d %s", r.Status, r.Body)
		}
	}
}

// TestAnalytics plays a song and reads it back from the figures, as JSON and CSV.
func TestAnalytics(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	dawn := apitest.TracksOf(t, s)["Dawn"].ID
	play(t, s, dawn)
	s.Run(t, []testkit.Scenario{
		{Name: "nobody", Request: call{Path: path}, Status: 401},
		{Name: "a member", Request: call{Path: path, As: s.Member}, Status: 403},
		{Name: "30 days", Request: call{Path: path, As: s.Admin}, Status: 200, Contains: []string{`"step":"day"`, `"plays":1,"songs":1,"mixes":0,"episodes":0`, `"people":1`}},
		{Name: "a year", Request: call{Path: path + "?from=2025-01-01&to=2025-12-31&tz=Europe/Madrid", As: s.Admin}, Status: 200, Contains: []string{`"step":"week"`, `"at":"2024-12-31T23:00:00Z"`}},
		{Name: "years", Request: call{Path: path + "?from=2023-01-01&to=2025-12-31", As: s.Admin}, Status: 200, Contains: []string{`"step":"month"`, `"at":"2023-02-01T00:00:00Z"`}},
		{Name: "a day", Request: call{Path: path + "?from=2025-03-30&to=2025-03-30&tz=Europe/Madrid", As: s.Admin}, Status: 200, Contains: []string{`"step":"hour"`, `"at":"2025-03-30T21:00:00Z"`}, Lacks: []string{`"at":"2025-03-30T22:00:00Z"`}},
		{Name: "backwards", Request: call{Path: path + "?from=2025-02-01&to=2025-01-01", As: s.Admin}, Status: 400, Contains: []string{"The last day is before the first."}},
		{Name: "too long", Request: call{Path: path + "?from=2000-01-01&to=2025-01-01", As: s.Admin}, Status: 400, Contains: []string{"Choose at most five years."}},
		{Name: "no date", Request: call{Path: path + "?from=soon", As: s.Admin}, Status: 400},
		{Name: "no zone", Request: call{Path: path + "?tz=Local", As: s.Admin}, Status: 400, Contains: []string{"There is no such time zone."}},
		{Name: "songs", Request: call{Path: path + "/top", As: s.Admin}, Status: 200, Contains: []string{`"name":"Dawn"`, `"deleted":false,"plays":1,"seconds":1`}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "behind the last", Request: call{Path: path + "/top?at=5", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "stations", Request: call{Path: path + "/top?kind=station", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "an unknown kind", Request: call{Path: path + "/top?kind=person", As: s.Admin}, Status: 400},
		{Name: "a member's list", Request: call{Path: path + "/top", As: s.Member}, Status: 403},
		{Name: "retention", Request: call{Path: path + "/retention", As: s.Admin}, Status: 200, Headers: map[string]string{"X-Total-Count": "12"}},
		{Name: "a member's file", Request: call{Path: path + "/file", As: s.Member}, Status: 403},
		{Name: "an unknown file", Request: call{Path: path + "/file?table=account", As: s.Admin}, Status: 400},
		{Name: "songs as a file", Request: call{Path: path + "/file?table=track", As: s.Admin}, Status: 200, Contains: []string{"id,name,detail,plays,seconds\r\n" + dawn + ",Dawn,"}, Headers: map[string]string{"Content-Type": "text/csv"}},
		{Name: "cohorts as a file", Request: call{Path: path + "/file?table=retention", As: s.Admin}, Status: 200, Contains: []string{"week,accounts,week0"}},
	})
	r := s.Do(t, call{Path: path + "/file", As: s.Admin})
	rows, err := csv.NewReader(strings.NewReader(r.Body)).ReadAll()
	if err != nil || len(rows) != 31 || rows[30][1] != "1" {
		t.Errorf("%d rows, %v: %s", len(rows), err, r.Body)
	}
}

// TestFormulas plays a song whose names a spreadsheet would take for formulas.
func TestFormulas(t *testing.T) {
	folder := t.TempDir()
	song := fakelib.Song{Title: `=HYPERLINK("https://evil.example")`, Artists: []string{"@sum"}, Album: "+1", Sound: 1}
	fakelib.Write(t, folder, "song.mp3", song.MP3())
	s := testkit.Start(t, testkit.Options{Music: folder})
	play(t, s, apitest.TracksOf(t, s)[song.Title].ID)
	for table, want := range map[string]string{
		"track":  `,"'=HYPERLINK(""https://evil.example"")",'@sum,1,1`,
		"album":  ",'+1,'@sum,1,1",
		"artist": ",'@sum,,1,1",
	} {
		if r := s.Do(t, call{Path: path + "/file?table=" + table, As: s.Admin}); !strings.Contains(r.Body, want) {
			t.Errorf("%s: no %s in %s", table, want, r.Body)
		}
	}
}
