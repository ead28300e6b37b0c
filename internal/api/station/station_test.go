package station_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

// stationOf is the part of a station that tests use.
type stationOf struct {
	ID, Name, Mount, Mode, State, StreamURL, ListenURL string
	LogoURL                                            *string
	CanManage                                          bool
	Options                                            *struct{ CrossfadeSeconds float64 }
	Owner                                              *struct{ ID, Name string }
}

func TestOwnStations(t *testing.T) {
	s := library.Join(t)
	listener := s.SignUp(t, "listener@example.com")
	apitest.ChangeAccount(t, s, listener, `{"role":"listener"}`)
	listener = s.SignIn(t, listener.Email)
	other := s.SignUp(t, "other@example.com")
	post := func(who testkit.Person, body string) call {
		return call{Method: "POST", Path: "/api/radios", As: who, Body: body}
	}
	mine := testkit.JSON[stationOf](t, s.Do(t, post(s.Member, `{"name":"Ñandú & Jazz","streamUrl":"https://a.example/s","country":"United States","options":{"crossfadeSeconds":7,"hls":true}}`)))
	if !strings.HasPrefix(mine.Mount, "nandu-jazz-") || mine.ListenURL != "/radio/"+mine.Mount || mine.Mode != "relay" || !mine.CanManage || mine.Options == nil || mine.Options.CrossfadeSeconds != 7 {
		t.Errorf("%+v", mine)
	}
	one := func(as testkit.Person) call { return call{Path: "/api/radios/" + mine.ID, As: as} }
	save := func(as testkit.Person, body string) call {
		return call{Method: "PUT", Path: "/api/radios/" + mine.ID, As: as, Body: body}
	}
	etag := s.Do(t, one(s.Member)).Header.Get("ETag")
	s.Run(t, []testkit.Scenario{
		{Name: "a listener makes one", Request: post(listener, `{"name":"x","streamUrl":"https://a.example"}`), Status: 403, Contains: []string{"Ask the operator"}},
		{Name: "nothing said", Request: post(s.Member, `{}`), Status: 400, Contains: []string{`"name":["Name is required."]`, `"streamUrl":["Stream URL is required."]`}},
		{Name: "another mode", Request: post(s.Member, `{"name":"x","mode":"tv"}`), Status: 400, Contains: []string{`"mode":["Choose one of relay, autodj, live, both."]`}},
		{Name: "another zone", Request: post(s.Member, `{"name":"x","mode":"live","timezone":"../../etc/passwd"}`), Status: 400, Contains: []string{`"timezone":[`}},
		{Name: "options out of range", Request: post(s.Member, `{"name":"x","mode":"live","options":{"crossfadeSeconds":99,"formats":["exe"],"rewindHours":-1}}`), Status: 400, Contains: []string{`"crossfadeSeconds":[`, `"formats":[`, `"rewindHours":[`}},
		{Name: "the playlist of a new one", Request: save(s.Member, `{"playlistId":"none"}`), Status: 400, Contains: []string{`"playlistId":[`}},
		{Name: "no such playlist", Request: post(s.Member, `{"name":"x","playlistId":"none"}`), Status: 400, Contains: []string{`"playlistId":["There is no such playlist."]`}},
		{Name: "a playlist of a relay", Request: post(s.Member, `{"name":"x","mode":"relay","playlistId":"none"}`), Status: 400, Contains: []string{`"playlistId":[`}},
		{Name: "the same mount", Request: post(s.Member, fmt.Sprintf(`{"name":"x","mode":"live","mount":%q}`, mine.Mount)), Status: 409, Contains: []string{`"mount":["Another station has this address already."]`}},
		{Name: "seen by a visitor", Request: one(testkit.Person{}), Status: 200, Contains: []string{`"canManage":false`, `"options":null`, `"owner":null`, `"country":"USA"`, `"hlsUrl":"/radio/` + mine.Mount + `/hls/live.m3u8"`, `"formats":["mp3"]`}},
		{Name: "seen by somebody else", Request: one(other), Status: 200, Contains: []string{`"canManage":false`, `"options":null`, `"owner":{"id":"`, `"name":"Ada"`}},
		{Name: "seen by the operator", Request: one(s.Admin), Status: 200, Contains: []string{`"canManage":true`, `"metadataUrl":null`}},
		{Name: "changed by somebody else", Request: save(other, `{"name":"x"}`), Status: 403, Contains: []string{"Only its owner and the operator"}},
		{Name: "deleted by somebody else", Request: call{Method: "DELETE", Path: one(other).Path, As: other}, Status: 403},
		{Name: "changed by its owner", Request: save(s.Member, `{"mode":"both","isPublic":false,"options":{"requests":true}}`), Status: 200, Contains: []string{`"mode":"both"`, `"requests":true`, `"crossfadeSeconds":7`, `"streamUrl":"/radio/` + mine.Mount}},
		{Name: "changed since it was read", Request: call{Method: "PUT", Path: one(s.Member).Path, As: s.Member, Body: `{"name":"x"}`, Header: map[string]string{"If-Match": etag}}, Status: 412, Contains: []string{`"code":"precondition_failed"`}},
		{Name: "changed by the operator", Request: save(s.Admin, `{"name":"Jazz"}`), Status: 200, Contains: []string{`"name":"Jazz"`}},
		{Name: "members only", Request: one(testkit.Person{}), Status: 404},
		{Name: "changed by who does not see it", Request: save(testkit.Person{}, `{"name":"x"}`), Status: 401},
		{Name: "one's own", Request: call{Path: "/api/radios?own=true", As: s.Member}, Status: 200, Contains: []string{mine.ID}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "somebody else's own", Request: call{Path: "/api/radios?own=true", As: other}, Status: 200, Headers: map[string]string{"X-Total-Count": "0"}},
		{Name: "a visitor's own", Request: call{Path: "/api/radios?own=true"}, Status: 401},
		{Name: "deleted since it was read", Request: call{Method: "DELETE", Path: one(s.Member).Path, As: s.Member, Header: map[string]string{"If-Match": etag}}, Status: 412},
		{Name: "deleted by the operator since it was read", Request: call{Method: "DELETE", Path: "/api/admin/radios/" + mine.ID, As: s.Admin, Header: map[string]string{"If-Match": etag}}, Status: 412},
		{Name: "deleted", Request: call{Method: "DELETE", Path: one(s.Member).Path, As: s.Member}, Status: 204},
		{Name: "gone", Request: one(s.Member), Status: 404},
	})
}

// TestStationOfPlaylist creates a station that plays a playlist with one request.
func TestStationOfPlaylist(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	list := apitest.NewPlaylist(t, s, s.Member, `{"name":"Evening","isPublic":false}`)
	r := s.Do(t, call{Method: "POST", Path: "/api/radios", As: s.Member, Body: fmt.Sprintf(`{"name":"Evening","playlistId":%q}`, list.ID)})
	made := testkit.JSON[stationOf](t, r)
	if r.Status != http.StatusCreated || made.Mode != "autodj" || made.StreamURL != made.ListenURL {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "its lists", Request: call{Path: "/api/radios/" + made.ID + "/lists", As: s.Member}, Status: 200, Contains: []string{list.ID, `"role":"music"`}},
		{Name: "of a playlist one does not see", Request: call{Method: "POST", Path: "/api/radios", As: s.SignUp(t, "other@example.com"), Body: fmt.Sprintf(`{"name":"x","mode":"both","playlistId":%q}`, list.ID)}, Status: 400},
		{Name: "nothing is left of it", Request: call{Path: "/api/radios", As: s.Member}, Status: 200, Headers: map[string]string{"X-Total-Count": "1"}},
	})
}

func TestFindStations(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	for _, body := range []string{
		`{"name":"Écho","genre":"Jazz","country":"Spain","description":"guitars","streamUrl":"https://a.example"}`,
		`{"name":"alpha","genre":"Rock","country":"UK","streamUrl":"https://a.example"}`,
		`{"name":"Zulu","genre":"jazz","country":"United Kingdom","streamUrl":"https://a.example","isPublic":false}`,
	} {
		apitest.Made(t, s, "/api/admin/radios", body)
	}
	names := func(query string) string {
		t.Helper()
		var names []string
		for path := "/api/radios?" + query; path != ""; {
			r := s.Do(t, call{Path: path, As: s.Member})
			for _, one := range testkit.JSON[[]stationOf](t, r) {
				names = append(names, one.Name)
			}
			path, _, _ = strings.Cut(strings.TrimPrefix(r.Header.Get("Link"), "<"), ">")
		}
		return strings.Join(names, " ")
	}
	for query, want := range map[string]string{
		"q=echo": "Écho", "q=GUITAR": "Écho", "q=nothing": "", "country=UK": "Zulu alpha", "country=usa": "", "genre=JAZZ": "Zulu Écho", "genre=jazz&country=Spain": "Écho",
		"sort=name": "alpha Écho Zulu", "sort=name&limit=1": "alpha Écho Zulu", "limit=2": "Zulu alpha Écho", "sort=popular": "Zulu alpha Écho", "sort=trending&limit=2": "Zulu alpha Écho",
		"mode=live": "", "mode=relay&q=z": "Zulu Écho",
	} {
		if got := names(query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "genres", Request: call{Path: "/api/radios/genres", As: s.Member}, Status: 200, Contains: []string{`[{"name":"Jazz","stationCount":2},{"name":"Rock","stationCount":1}]`}},
		{Name: "a visitor's countries", Request: call{Path: "/api/radios/countries"}, Status: 200, Contains: []string{`[{"name":"Spain","stationCount":1},{"name":"UK","stationCount":1}]`}},
		{Name: "an unknown order", Request: call{Path: "/api/radios?sort=loud"}, Status: 400},
		{Name: "an older path", Request: call{Path: "/api/v1/radios?sort=name&limit=1", As: s.Member}, Status: 200, Contains: []string{"alpha"}},
	})
}

func TestStationLogo(t *testing.T) {
	s := empty.Join(t)
	id := apitest.Made(t, s, "/api/admin/radios", `{"name":"Jazz","streamUrl":"https://a.example","isPublic":false,"logo":"https://a.example/l.png"}`)
	path := "/api/radios/" + id + "/logo"
	picture := string(fakelib.Cover(7))
	send := func(who testkit.Person, file string) call { return apitest.FileForm(t, path, who, "a.png", file, nil) }
	s.Run(t, []testkit.Scenario{
		{Name: "made of its name", Request: call{Path: path, As: s.Member}, Status: 200, Headers: map[string]string{"X-Generated-Cover": "true"}},
		{Name: "a visitor's", Request: call{Path: path}, Status: 404},
		{Name: "by somebody else", Request: send(s.Member, picture), Status: 403},
		{Name: "no picture", Request: send(s.Admin, "#!/bin/sh"), Status: 415},
		{Name: "no form", Request: call{Method: "POST", Path: path, As: s.Admin, Body: "{}"}, Status: 415},
	})
	saved := testkit.JSON[stationOf](t, s.Do(t, send(s.Admin, picture)))
	if saved.LogoURL == nil || !strings.HasPrefix(*saved.LogoURL, path+"?v=") {
		t.Fatalf("%+v", saved)
	}
	echo := call{Method: "PUT", Path: "/api/admin/radios/" + id, As: s.Admin, Body: fmt.Sprintf(`{"name":"Jazz","logo":%q}`, *saved.LogoURL)}
	s.Run(t, []testkit.Scenario{
		{Name: "read", Request: call{Path: *saved.LogoURL + "&size=96", As: s.Member}, Status: 200, Headers: map[string]string{"X-Generated-Cover": "", "Content-Type": "image/jpeg"}},
		{Name: "saved as it was", Request: echo, Status: 200, Contains: []string{`"logo":"` + *saved.LogoURL + `"`}},
		{Name: "no such size", Request: call{Path: path + "?size=7", As: s.Member}, Status: 400},
		{Name: "an address in its place", Request: call{Method: "PUT", Path: echo.Path, As: s.Admin, Body: `{"logo":"https://a.example/m.png"}`}, Status: 200, Contains: []string{`"logo":"https://a.example/m.png"`}},
		{Name: "taken away", Request: call{Method: "DELETE", Path: path, As: s.Admin}, Status: 204},
		{Name: "no logo", Request: call{Path: "/api/radios/" + id, As: s.Admin}, Status: 200, Contains: []string{`"logoUrl":null`}},
	})
}

// TestStatusOnAir checks stations with a status.
func TestStatusOnAir(t *testing.T) {
	root := t.TempDir()
	fakelib.Write(t, root, "a.mp3", fakelib.Song{Title: "Dawn", Artists: []string{"Ana"}, Sound: 1}.MP3())
	e := apitest.NewEdge(t, []string{root}, nil)
	token, v := e.SignIn(t, "a@example.com")
	tracks, err := e.Store.Tracks(t.Context(), v, music.TrackFilter{}, music.Page{})
	if err != nil || len(tracks.Items) != 1 {
		t.Fatal(err)
	}
	id := tracks.Items[0].ID
	loud, quiet := e.NewStation(t, "Loud", true), e.NewStation(t, "Quiet", true)
	began := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	e.Radio.Set(station.Status{
		StationID: loud.ID, State: station.StateLive, Listeners: 3, DJ: "DJ Bo", Show: "Night",
		Now: &station.OnAir{PlayID: "p", TrackID: id, Artist: "Ana", Title: "Dawn", Source: "live", Began: began, Seconds: 12.5},
	})
	e.Radio.Set(station.Status{StationID: quiet.ID, State: station.StateOff, Problem: music.Say("The stream's server says: %s.", "{} %s")})
	mine := e.Ask("GET", "/api/radios/"+loud.ID, "", "Authorization", "Bearer "+token).Body.String()
	for _, part := range []string{
		`"isLive":true,"listenerCount":3`, `"state":"live"`, `"now":{"playId":"p","artist":"Ana","title":"Dawn","trackId":"` + id + `","track":{"id":"`, `"began":"2026-05-01T12:00:00Z","seconds":12.5,"source":"live","liked":false}`,
		`"show":"Night","dj":"DJ Bo"`,
	} {
		if !strings.Contains(mine, part) {
			t.Errorf("%s\nlacks %s", mine, part)
		}
	}
	visitors := e.Ask("GET", "/api/radios?sort=trending", "").Body.String()
	if !strings.Contains(visitors, `"trackId":null,"track":null,"coverUrl":null`) || !strings.Contains(visitors, `"liked":null`) || strings.Index(visitors, "Loud") > strings.Index(visitors, "Quiet") {
		t.Error(visitors)
	}
	if !strings.Contains(visitors, `"isLive":false,"listenerCount":0`) || !strings.Contains(visitors, `"state":"off","problem":"The stream's server says: {} %s."`) {
		t.Error(visitors)
	}
	const inSpanish = `"problem":"El servidor de la emisión dice: {} %s."`
	for _, path := range []string{"/api/radios", "/api/radios/" + quiet.ID, "/api/admin/radios"} {
		if body := e.Ask("GET", path, "", "Authorization", "Bearer "+token, "Accept-Language", "es").Body.String(); !strings.Contains(body, inSpanish) {
			t.Errorf("%s in Spanish: %s", path, body)
		}
	}
	operator := e.Ask("GET", "/api/admin/radios", "", "Authorization", "Bearer "+token).Body.String()
	if !strings.Contains(operator, `"isOnline":true,"listeners":3`) || !strings.Contains(operator, `"isOnline":false,"listeners":0`) {
		t.Error(operator)
	}
	if stats := e.Ask("GET", "/api/admin/stats", "", "Authorization", "Bearer "+token).Body.String(); !strings.Contains(stats, `"radios":{"total":2,"online":1,"offline":1}`) {
		t.Error(stats)
	}
	for _, path := range []string{"/api/search?q=loud", "/api/whats-new"} {
		if body := e.Ask("GET", path, "", "Authorization", "Bearer "+token).Body.String(); !strings.Contains(body, `"listenerCount":3`) {
			t.Errorf("%s: %s", path, body)
		}
	}
}

func TestStationEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		token, _ := e.SignIn(t, "a@example.com")
		open, hidden := e.NewStation(t, "Open", true), e.NewStation(t, "Hidden", false)
		read := func(query, header string) func() string {
			conn := e.Dial(t)
			if _, err := fmt.Fprintf(conn, "GET /api/radios/events%s HTTP/1.1\r\nHost: sonora\r\n%s\r\n", query, header); err != nil {
				t.Fatal(err)
			}
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil || res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
				t.Fatalf("%v %v", res, err)
			}
			body := bufio.NewReader(res.Body)
			for _, begins := range []string{"retry: 2000", "event: hello", `data: {"quietMs":0}`} {
				if got := apitest.Line(t, body); got != begins {
					t.Fatalf("a stream begins with %q", got)
				}
			}
			return func() string { return apitest.Line(t, body) }
		}
		visitor, member := read("", ""), read("", "Authorization: Bearer "+token+"\r\n")
		byHeader, byQuery := read("", "Accept-Language: es\r\n"), read("?language=es", "Accept-Language: en\r\n")
		song := &station.OnAir{Title: "Says", Began: time.Now().Add(time.Nanosecond)}
		for _, id := range []string{hidden.ID, "gone", open.ID} {
			e.Events.Publish(music.Event{Type: music.EventStation, Data: station.Status{StationID: id, State: station.StateAutoDJ, Listeners: 2, Now: song, Problem: music.Say("The station is silent. %s", "{} %s")}})
		}
		e.Events.Publish(music.Event{Type: music.EventLike, Data: music.LikeChange{TrackID: "x"}})
		e.Events.Publish(music.Event{Type: music.EventStation, Data: "nonsense"})
		if name, data := visitor(), visitor(); name != "event: station" || !strings.Contains(data, `"id":"`+open.ID+`","state":"autodj","problem":"The station is silent. {} %s"`) {
			t.Errorf("a visitor: %s %s", name, data)
		} else if err := testkit.CheckTimes([]byte(data)); err != nil || !strings.Contains(data, `"began":"`) {
			t.Errorf("%v: %s", err, data)
		}
		if name, data := member(), member(); name != "event: station" || !strings.Contains(data, hidden.ID) {
			t.Errorf("a member: %s %s", name, data)
		}
		for _, spanish := range []func() string{byHeader, byQuery} {
			if name, data := spanish(), spanish(); name != "event: station" || !strings.Contains(data, `"problem":"La emisora está en silencio. {} %s"`) {
				t.Errorf("in Spanish: %s %s", name, data)
			}
		}
		if got := visitor(); got != "event: ping" {
			t.Errorf("a visitor is told %s", got)
		}
	})
}

// TestChangedStationsAreTold changes stations: members learn of each change, visitors
// only of those that they can see.
func TestChangedStationsAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		token, _ := e.SignIn(t, "a@example.com")
		member := "Authorization: Bearer " + token + "\r\n"
		streams := map[string]struct {
			*bufio.Reader
			told int
		}{
			"a visitor":              {openEvents(t, e, "/api/radios/events", ""), 1},
			"a member":               {openEvents(t, e, "/api/events", member), 2},
			"a member for the radio": {openEvents(t, e, "/api/radios/events", member), 2},
		}
		for _, isPublic := range []bool{false, true} {
			e.Events.Publish(music.Event{Type: music.EventStations, Data: station.Change{IsPublic: isPublic}})
		}
		for who, stream := range streams {
			for range stream.told {
				if name, data := apitest.Line(t, stream.Reader), apitest.Line(t, stream.Reader); name != "event: stations" || data != "data: null" {
					t.Errorf("%s: %s %s", who, name, data)
				}
			}
		}
		for who, stream := range streams {
			if name := apitest.Line(t, stream.Reader); name != "event: ping" {
				t.Errorf("%s is told %s", who, name)
			}
		}
	})
}

// openEvents opens an event stream, with lines of the header, and reads its greeting.
func openEvents(t *testing.T, e *apitest.Edge, path, header string) *bufio.Reader {
	t.Helper()
	conn := e.Dial(t)
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: sonora\r\n%s\r\n", path, header); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", res, err)
	}
	body := bufio.NewReader(res.Body)
	for range 3 {
		apitest.Line(t, body)
	}
	return body
}

// TestHiddenStationIsNotTold hides a station whose status visitors have received, and
// shows one that was hidden.
func TestHiddenStationIsNotTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := apitest.NewEdge(t, nil, nil)
		open, hidden := e.NewStation(t, "Open", true), e.NewStation(t, "Hidden", false)
		body := openEvents(t, e, "/api/radios/events", "")
		receives := func(want string) {
			t.Helper()
			for _, id := range []string{open.ID, hidden.ID} {
				e.Events.Publish(music.Event{Type: music.EventStation, Data: station.Status{StationID: id, State: station.StateAutoDJ}})
			}
			if name, data := apitest.Line(t, body), apitest.Line(t, body); name != "event: station" || !strings.Contains(data, want) {
				t.Errorf("%s %s, want one of %s", name, data, want)
			}
			synctest.Wait() // until it has looked at both
		}
		receives(open.ID)
		for id, isPublic := range map[string]bool{open.ID: false, hidden.ID: true} {
			if _, err := e.Store.ChangeStation(t.Context(), id, func(s *station.Station) { s.IsPublic = isPublic }); err != nil {
				t.Fatal(err)
			}
		}
		e.Events.Publish(music.Event{Type: music.EventStations, Data: station.Change{IsPublic: true}})
		if name, data := apitest.Line(t, body), apitest.Line(t, body); name != "event: stations" {
			t.Errorf("%s %s", name, data)
		}
		receives(hidden.ID)
		if got := apitest.Line(t, body); got != "event: ping" {
			t.Errorf("then %s", got)
		}
	})
}

// TestEventStreamLimit opens event streams of one person up to the limit.
func TestEventStreamLimit(t *testing.T) {
	const maxPerAccount = 64
	e := apitest.NewEdge(t, nil, map[string]json.RawMessage{"rateLimitPerMinute": []byte("1000")})
	token, _ := e.SignIn(t, "ada@example.com")
	for i := range maxPerAccount + 1 {
		conn := e.Dial(t)
		if _, err := fmt.Fprintf(conn, "GET /api/radios/events HTTP/1.1\r\nHost: sonora\r\nAuthorization: Bearer %s\r\n\r\n", token); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if i < maxPerAccount {
			if res.StatusCode != http.StatusOK {
				t.Errorf("stream %d: %d", i, res.StatusCode)
			}
			continue
		}
		if res.StatusCode != http.StatusTooManyRequests {
			t.Fatalf("stream %d: %d", i, res.StatusCode)
		}
		if body, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(body), "too many windows") {
			t.Errorf("stream %d: %s %v", i, body, err)
		}
	}
}

func TestDirectory(t *testing.T) {
	clicked := make(chan string, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/json/url/"):
			clicked <- r.URL.Path
		case r.URL.Query().Get("uuids") == "none":
			fmt.Fprint(w, "[]")
		default:
			fmt.Fprint(w, `[{"stationuuid":"u-1","name":"Jazz FM","url":"https://a.example/jazz","tags":"jazz","countrycode":"GB","language":"english","codec":"AAC","bitrate":64}]`)
		}
	}))
	defer web.Close()
	off := testkit.Start(t, testkit.Options{})
	s := testkit.Start(t, testkit.Options{Others: web.URL, Settings: map[string]json.RawMessage{"radioDirectory": []byte("true")}})
	find := call{Path: "/api/radios/directory?q=jazz&country=UK"}
	as := func(c call, who testkit.Person) call { c.As = who; return c }
	take := func(who testkit.Person, id string) call {
		return call{Method: "POST", Path: "/api/radios/directory", As: who, Body: fmt.Sprintf(`{"id":%q}`, id)}
	}
	off.Run(t, []testkit.Scenario{
		{Name: "switched off", Request: as(find, off.Member), Status: 409, Contains: []string{"switched off"}},
		{Name: "switched off, take", Request: take(off.Member, "u-1"), Status: 409},
	})
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: find, Status: 401},
		{Name: "search", Request: as(find, s.Member), Status: 200, Contains: []string{`[{"id":"u-1","name":"Jazz FM","streamUrl":"https://a.example/jazz"`, `"country":"UK"`}},
		{Name: "unknown", Request: take(s.Member, "none"), Status: 404},
		{Name: "take", Request: take(s.Member, "u-1"), Status: 201, Contains: []string{`"name":"Jazz FM"`, `"mode":"relay"`, `"genre":"Jazz","country":"UK"`, `"bitrate":64,"format":"AAC"`, `"canManage":true`}},
		{Name: "it is there", Request: call{Path: "/api/radios"}, Status: 200, Contains: []string{"Jazz FM"}},
	})
	if path := <-clicked; path != "/json/url/u-1" {
		t.Errorf("clicked %s", path)
	}
}

// upstream starts a server that streams until the test ends.
func upstream(t *testing.T) string {
	t.Helper()
	one := make([]byte, 417) // MP3, 128 kbit/s
	copy(one, "\xff\xfb\x90\x64")
	off := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "audio/mpeg")
		w.Header().Set("Icy-Metaint", "4170")
		const title = "StreamTitle='Ana - Dawn';"
		block := "\x02" + title + strings.Repeat("\x00", 32-len(title))
		for beat := time.NewTicker(50 * time.Millisecond); ; {
			if _, err := fmt.Fprint(w, strings.Repeat(string(one), 10), block); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
			select {
			case <-off:
				return
			case <-r.Context().Done():
				return
			case <-beat.C:
			}
		}
	}))
	t.Cleanup(web.Close)
	t.Cleanup(func() { close(off) }) // before the server waits for its responses
	return web.URL
}

// awaitStation waits until the station has a status.
func awaitStation(t *testing.T, s *testkit.Server, id, want string) {
	t.Helper()
	body := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		if body = s.Do(t, call{Path: "/api/radios/" + id, As: s.Admin}).Body; strings.Contains(body, want) {
			return
		}
	}
	t.Fatalf("the station never says %s: %s", want, body)
}

// TestRelay plays a remote stream as a member and through a link.
func TestRelay(t *testing.T) {
	t.Parallel()
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"relayInside": []byte("true")}})
	address := upstream(t)
	id := apitest.Made(t, s, "/api/admin/radios", fmt.Sprintf(`{"name":"Far","streamUrl":%q,"isPublic":false}`, address))
	gone := apitest.Made(t, s, "/api/admin/radios", `{"name":"Gone","streamUrl":"http://127.0.0.1:1/"}`)
	awaitStation(t, s, id, `"state":"idle"`)
	awaitStation(t, s, gone, `"state":"off","problem":"The stream's server refuses connections."`)
	link := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Method: "POST", Path: "/api/shares", As: s.Admin, Body: fmt.Sprintf(`{"kind":"station","id":%q}`, id)})).ID
	shared := s.Do(t, call{Path: "/api/shared/" + link})
	if !strings.Contains(shared.Body, `"listenUrl":"/api/shared/`+link+`/radio"`) {
		t.Fatal(shared.Body)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/shared/"+link+"/radio", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	sound := make([]byte, 20_000)
	if _, err := io.ReadFull(res.Body, sound); err != nil || res.Header.Get("Content-Type") != "audio/mpeg" || string(sound[:3]) != "\xff\xfb\x90" {
		t.Fatalf("%v: %d %v, %x", err, res.StatusCode, res.Header, sound[:8])
	}
	awaitStation(t, s, id, `"state":"relay"`)
	awaitStation(t, s, id, `"artist":"Ana","title":"Dawn"`)
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor at its own address", Request: call{Path: "/radio/" + testkit.JSON[stationOf](t, s.Do(t, call{Path: "/api/radios/" + id, As: s.Admin})).Mount}, Status: 401},
		{Name: "a link that leads to a station of another kind", Request: call{Path: "/api/shared/none/radio"}, Status: 404},
	})
}

// TestRelayInside saves relays of addresses that the operator did not allow.
func TestRelayInside(t *testing.T) {
	t.Parallel()
	s := testkit.Start(t, testkit.Options{})
	send := func(method, path, body string) testkit.Response {
		return s.Do(t, call{Method: method, Path: path, As: s.Admin, Body: body})
	}
	refused := func(field string, r testkit.Response) {
		t.Helper()
		if r.Status != 400 || !strings.Contains(r.Body, `"`+field+`":["This address is in a private network, which this server does not connect to."]`) {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	inside := []string{upstream(t), "http://localhost:8000/live", "https://10.1.2.3", "http://[::1]:80/", "http://[fe80::1]/", "http://169.254.169.254/latest", "http://[::ffff:127.0.0.1]/"}
	for _, address := range inside {
		refused("streamUrl", send("POST", "/api/admin/radios", fmt.Sprintf(`{"name":"Near","streamUrl":%q}`, address)))
	}
	refused("metadataUrl", send("POST", "/api/radios", `{"name":"Near","streamUrl":"http://93.184.216.34/live","metadataUrl":"http://192.168.1.1/"}`))
	id := apitest.Made(t, s, "/api/admin/radios", `{"name":"Far","streamUrl":"http://93.184.216.34/live"}`)
	refused("streamUrl", send("PUT", "/api/admin/radios/"+id, `{"streamUrl":"http://127.0.0.1:1/"}`))
	live := apitest.Made(t, s, "/api/admin/radios", `{"name":"Own","mode":"live","streamUrl":"http://127.0.0.1:1/"}`)
	refused("streamUrl", send("PUT", "/api/admin/radios/"+live, `{"mode":"relay"}`))
	if r := send("PATCH", "/api/admin/settings", `{"relayInside":true}`); r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	apitest.Made(t, s, "/api/admin/radios", `{"name":"Near","streamUrl":"http://localhost:1/"}`)
	refused("streamUrl", send("POST", "/api/admin/radios", `{"name":"Near","streamUrl":"http://169.254.169.254/"}`))
	if r := send("PATCH", "/api/admin/settings", `{"relayInside":false}`); r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	if r := send("PUT", "/api/admin/radios/"+live, `{"name":"Renamed"}`); r.Status != 200 {
		t.Errorf("another change: %d %s", r.Status, r.Body)
	}
}
