package station_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

// scheduled is the part of a queue that tests use.
type scheduled struct {
	Slots []struct {
		ID, Kind, TrackID, Reason string
		IsPinned                  bool
		RequestID                 *string
	}
	Problem string
}

// place returns the index of a slot; -1 for none.
func (s scheduled) place(id string) int {
	for i, slot := range s.Slots {
		if slot.ID == id {
			return i
		}
	}
	return -1
}

// stationOfList creates a station that plays a playlist of the operator.
func stationOfList(t *testing.T, s *testkit.Server, ids []string) (station, list string) {
	t.Helper()
	p := apitest.NewPlaylist(t, s, s.Admin, `{"name":"Everything","isPublic":false}`)
	if r := s.Do(t, call{Method: "POST", Path: "/api/playlists/" + p.ID + "/tracks", As: s.Admin, Body: apitest.Encode(t, map[string]any{"trackIds": ids})}); r.Status >= 300 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	return apitest.Made(t, s, "/api/radios", apitest.Encode(t, map[string]any{"name": "Own", "mode": "autodj", "playlistId": p.ID, "options": map[string]any{"requests": true}})), p.ID
}

// longSongs writes songs that are long enough not to end while a test inspects the
// queue.
func longSongs(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	sound := fakelib.Clicks(100, 60)
	for i := range n {
		fakelib.Write(t, dir, fmt.Sprintf("Song %d.wav", i), sound)
	}
	return dir
}

func TestStationProgram(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: longSongs(t, 8)})
	ids := apitest.TrackIDs(t, s)
	station, playlist := stationOfList(t, s, ids)
	path := "/api/radios/" + station
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: path + "/queue"}, Status: 401},
		{Name: "a listener", Request: call{Path: path + "/queue", As: s.Member}, Status: 403},
		{Name: "their lists", Request: call{Path: path + "/lists", As: s.Member}, Status: 403},
		{Name: "lists", Request: call{Path: path + "/lists", As: s.Admin}, Status: 200, Contains: []string{`"name":"Everything"`, `"role":"music"`, `"trackCount":8`}},
		{Name: "no such playlist", Request: call{Method: "POST", Path: path + "/lists", As: s.Admin, Body: `{"playlistId":"gone"}`}, Status: 400, Contains: []string{"Choose a playlist that the owner of the station can open."}},
		{Name: "an odd role", Request: call{Method: "POST", Path: path + "/lists", As: s.Admin, Body: fmt.Sprintf(`{"playlistId":%q,"role":"x","weight":0}`, playlist)}, Status: 400, Contains: []string{`"role"`, `"weight"`}},
		{Name: "too many hours", Request: call{Path: path + "/queue?hours=25", As: s.Admin}, Status: 400},
		{Name: "no such station", Request: call{Path: "/api/radios/gone/queue", As: s.Admin}, Status: 404},
	})
	queue := testkit.JSON[scheduled](t, s.Do(t, call{Path: path + "/queue?hours=2", As: s.Admin}))
	if len(queue.Slots) < 8 || queue.Slots[3].Reason == "" {
		t.Fatalf("%+v", queue)
	}
	if r := s.Do(t, call{Path: path + "/queue?hours=2", As: s.Admin, Header: map[string]string{"Accept-Language": "es"}}); !strings.Contains(r.Body, "Nada más en «Everything» deja") && !strings.Contains(r.Body, "no tiene ninguna que lleve") && !strings.Contains(r.Body, "La siguiente del orden aleatorio") {
		t.Errorf("in Spanish: %s", r.Body[:min(len(r.Body), 900)])
	}
	// The station may take the first slot at any time.
	last := queue.Slots[len(queue.Slots)-2]
	moved := testkit.JSON[scheduled](t, s.Do(t, call{Method: "POST", Path: path + "/queue/move?hours=2", As: s.Admin, Body: apitest.Encode(t, map[string]any{"id": last.ID, "before": queue.Slots[4].ID})}))
	at := moved.place(last.ID)
	if at < 2 || at > 4 || !moved.Slots[at].IsPinned {
		t.Fatalf("at %d of %+v", at, moved.Slots[:5])
	}
	added := testkit.JSON[scheduled](t, s.Do(t, call{Method: "POST", Path: path + "/queue/add", As: s.Admin, Body: apitest.Encode(t, map[string]any{"trackIds": ids[:2], "before": last.ID})}))
	if at = added.place(last.ID); at < 2 || added.Slots[at-2].TrackID != ids[0] || added.Slots[at-1].TrackID != ids[1] {
		t.Errorf("at %d of %+v", at, added.Slots[:7])
	}
	s.Run(t, []testkit.Scenario{
		{Name: "removed", Request: call{Method: "POST", Path: path + "/queue/remove", As: s.Admin, Body: apitest.Encode(t, map[string]any{"id": last.ID})}, Status: 200, Lacks: []string{`"` + last.ID + `"`}},
		{Name: "removed again", Request: call{Method: "POST", Path: path + "/queue/remove", As: s.Admin, Body: apitest.Encode(t, map[string]any{"id": last.ID})}, Status: 409},
		{Name: "no such track", Request: call{Method: "POST", Path: path + "/queue/add", As: s.Admin, Body: `{"trackIds":["gone"]}`}, Status: 404},
		{Name: "nothing", Request: call{Method: "POST", Path: path + "/queue/add", As: s.Admin, Body: `{"trackIds":[]}`}, Status: 400},
		{Name: "cleared", Request: call{Method: "POST", Path: path + "/queue/clear", As: s.Admin}, Status: 200, Lacks: []string{`"isPinned":true`}},
	})
}

func TestStationCalendar(t *testing.T) {
	s := empty.Join(t)
	station := apitest.Made(t, s, "/api/radios", `{"name":"Own","mode":"autodj","timezone":"Europe/Madrid"}`)
	path := "/api/radios/" + station
	show := apitest.Made(t, s, path+"/shows", `{"name":"Morning","days":[1,2,7],"startMinute":420,"minutes":60,"isHard":true}`)
	s.Run(t, []testkit.Scenario{
		{Name: "the calendar", Request: call{Path: path + "/shows", As: s.Admin}, Status: 200, Contains: []string{`"days":[1,2,7]`, `"isHard":true`}},
		{Name: "not theirs", Request: call{Method: "POST", Path: path + "/shows", As: s.Member, Body: `{}`}, Status: 403},
		{Name: "wrong", Request: call{Method: "POST", Path: path + "/shows", As: s.Admin, Body: `{"days":[8],"minutes":0,"kind":"x"}`}, Status: 400, Contains: []string{`"name"`, `"days"`, `"minutes"`, `"kind"`}},
		{Name: "times, for anybody", Request: call{Path: path + "/schedule?from=2026-03-23T00:00:00Z&to=2026-03-30T00:00:00Z"}, Status: 200, Contains: []string{`"from":"2026-03-23T06:00:00Z"`, `"from":"2026-03-29T05:00:00Z"`, `"name":"Morning"`}},
		{Name: "too long", Request: call{Path: path + "/schedule?from=2026-03-23T00:00:00Z&to=2027-03-30T00:00:00Z"}, Status: 400},
		{Name: "changed", Request: call{Method: "PUT", Path: path + "/shows/" + show, As: s.Admin, Body: `{"kind":"live","days":[3]}`}, Status: 200, Contains: []string{`"days":[3]`, `"kind":"live"`, `"name":"Morning"`}},
		{Name: "no such one", Request: call{Method: "PUT", Path: path + "/shows/gone", As: s.Admin, Body: `{}`}, Status: 404},
		{Name: "deleted", Request: call{Method: "DELETE", Path: path + "/shows/" + show, As: s.Admin}, Status: 204},
		{Name: "deleted again", Request: call{Method: "DELETE", Path: path + "/shows/" + show, As: s.Admin}, Status: 404},
		{Name: "nothing to play", Request: call{Path: path + "/queue", As: s.Admin}, Status: 200, Contains: []string{"This station has no active playlist."}},
	})
}

// settled waits until a station plays. With songs of a minute, it then takes none
// from the queue during a test.
func settled(t *testing.T, s *testkit.Server, station string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		queue := testkit.JSON[struct{ Taken []struct{} }](t, s.Do(t, call{Path: "/api/radios/" + station + "/queue", As: s.Admin}))
		is := testkit.JSON[struct{ Now *struct{} }](t, s.Do(t, call{Path: "/api/radios/" + station, As: s.Admin}))
		if is.Now != nil && len(queue.Taken) == 0 {
			return
		}
	}
	t.Fatal("the station does not play")
}

func TestStationRequests(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: longSongs(t, 8)})
	ids := apitest.TrackIDs(t, s)
	station, _ := stationOfList(t, s, ids[:6])
	settled(t, s, station)
	path := "/api/radios/" + station + "/requests"
	ask := func(who testkit.Person, id string) call {
		return call{Method: "POST", Path: path, As: who, Body: apitest.Encode(t, map[string]any{"trackId": id, "message": "please"})}
	}
	r := s.Do(t, ask(s.Member, ids[7]))
	if r.Status != http.StatusCreated {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	id := testkit.JSON[struct{ ID string }](t, r).ID
	other := s.SignUp(t, "other@example.com")
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: path}, Status: 401},
		{Name: "a visitor asks", Request: ask(testkit.Person{}, ids[6]), Status: 401},
		{Name: "again", Request: ask(other, ids[7]), Status: 409, Contains: []string{"Somebody has already requested this track. Vote for it instead."}},
		{Name: "no such track", Request: ask(other, "gone"), Status: 404},
		{Name: "for others", Request: call{Path: path, As: other}, Status: 200, Contains: []string{`"isOpen":true`, `"message":"please"`, `"isOwn":false`, `"votes":1`}},
		{Name: "past the end", Request: call{Path: path + "?at=1&limit=1", As: other}, Status: 200, Contains: []string{`"isOpen":true`, `"items":[]`}},
		{Name: "a vote", Request: call{Method: "POST", Path: path + "/" + id + "/vote", As: other}, Status: 200, Contains: []string{`"votes":2`, `"hasVoted":true`}},
		{Name: "taken back", Request: call{Method: "DELETE", Path: path + "/" + id + "/vote", As: other}, Status: 204},
		{Name: "one vote", Request: call{Path: path, As: other}, Status: 200, Contains: []string{`"votes":1`}},
		{Name: "not theirs to queue", Request: call{Method: "POST", Path: path + "/" + id + "/queue", As: other}, Status: 403},
		{Name: "not theirs to delete", Request: call{Method: "DELETE", Path: path + "/" + id, As: other}, Status: 403},
		{Name: "queued", Request: call{Method: "POST", Path: path + "/" + id + "/queue", As: s.Admin}, Status: 200, Contains: []string{`"requestId":"` + id + `"`, `"isPinned":true`}},
		{Name: "refused", Request: call{Method: "DELETE", Path: path + "/" + id, As: s.Admin}, Status: 204},
		{Name: "why", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"state":"refused"`, "The station's team removed it."}},
		{Name: "not in the queue", Request: call{Path: "/api/radios/" + station + "/queue", As: s.Admin}, Status: 200, Lacks: []string{id}},
	})
	mine := testkit.JSON[struct{ ID string }](t, s.Do(t, ask(other, ids[6]))).ID
	s.Run(t, []testkit.Scenario{
		{Name: "withdrawn", Request: call{Method: "DELETE", Path: path + "/" + mine, As: other}, Status: 204},
		{Name: "closed", Request: call{Method: "PUT", Path: "/api/radios/" + station, As: s.Admin, Body: `{"options":{"requests":false}}`}, Status: 200},
		{Name: "asked then", Request: ask(other, ids[6]), Status: 403, Contains: []string{"This station does not accept requests."}},
	})
}

// TestJingles uses tracks as jingles of a station: the first one makes a rotation
// playlist, and others join it.
func TestJingles(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: longSongs(t, 3)})
	ids := apitest.TrackIDs(t, s)
	station, _ := stationOfList(t, s, ids)
	relay := apitest.Made(t, s, "/api/radios", `{"name":"Live only","mode":"live"}`)
	path := "/api/radios/" + station
	jingle := func(station, track string) call {
		return call{Method: "POST", Path: "/api/radios/" + station + "/jingles", As: s.Admin, Body: apitest.Encode(t, map[string]any{"trackId": track})}
	}
	byMember := jingle(station, ids[0])
	byMember.As = s.Member
	s.Run(t, []testkit.Scenario{
		{Name: "not their station", Request: byMember, Status: 403},
		{Name: "no such station", Request: jingle("gone", ids[0]), Status: 404},
		{Name: "no such track", Request: jingle(station, "gone"), Status: 404},
		{Name: "no AutoDJ", Request: jingle(relay, ids[0]), Status: 409, Contains: []string{"plays no jingles"}},
		{Name: "nothing so far", Request: call{Path: path + "/lists", As: s.Admin}, Status: 200, Lacks: []string{`"jingle"`}},
		{Name: "the first", Request: jingle(station, ids[0]), Status: 200, Contains: []string{`"role":"jingle"`, `"name":"Jingles"`, `"trackCount":1`, `"everySongs":4`, `"isEnabled":true`}},
		{Name: "another", Request: jingle(station, ids[1]), Status: 200, Contains: []string{`"trackCount":2`, `"position":1`}},
		{Name: "again", Request: jingle(station, ids[1]), Status: 200, Contains: []string{`"trackCount":2`}},
		{Name: "one list of them", Request: call{Path: path + "/lists", As: s.Admin}, Status: 200, Contains: []string{`"trackCount":2`}, Lacks: []string{`"position":2`}},
	})
}
