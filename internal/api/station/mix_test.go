package station_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestStations(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	s.Run(t, []testkit.Scenario{
		{Name: "none yet", Request: call{Path: "/api/radios/"}, Status: 200, Contains: []string{"[]"}, Headers: map[string]string{"X-Total-Count": "0"}},
		{Name: "a bad token", Request: call{Path: "/api/radios", Header: map[string]string{"Authorization": "Bearer x"}}, Status: 401},
		{Name: "a member adds one", Request: call{Method: "POST", Path: "/api/admin/radios", As: s.Member, Body: `{}`}, Status: 403},
		{Name: "a visitor adds one", Request: call{Method: "POST", Path: "/api/admin/radios", Body: `{}`}, Status: 401},
	})
	jazz := apitest.Made(t, s, "/api/admin/radios", `{"name":" Jazz FM ","description":"All jazz","genre":"Jazz","country":"Spain","streamUrl":"https://stream.example/jazz","logo":null}`)
	inner := apitest.Made(t, s, "/api/admin/radios/", `{"name":"Inner","streamUrl":"http://93.184.216.34:8000/;","isPublic":false,"type":"shoutcast","bitrate":320,"format":"AAC","logo":"/media/covers/l.png","metadataUrl":"https://m.example","isOnline":true,"listeners":9}`)
	save := func(id, body string) call {
		return call{Method: "PUT", Path: "/api/admin/radios/" + id, As: s.Admin, Body: body}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: "/api/radios"}, Status: 200, Lacks: []string{"Inner"}, Headers: map[string]string{"X-Total-Count": "1"}, Contains: []string{`"name":"Jazz FM","description":"All jazz","streamUrl":"https://stream.example/jazz","logoUrl":null,"isLive":false,"listenerCount":`, `,"genre":"Jazz","country":"Spain"`}},
		{Name: "a member, newest first", Request: call{Path: "/api/radios?limit=1", As: s.Member}, Status: 200, Contains: []string{"Inner", `"logoUrl":"/media/covers/l.png"`}, Lacks: []string{"Jazz"}, Headers: map[string]string{"X-Total-Count": "2", "Link": `rel="next"`}},
		{Name: "one", Request: call{Path: "/api/radios/" + jazz}, Status: 200, Contains: []string{"Jazz FM"}},
		{Name: "a members' one, for a visitor", Request: call{Path: "/api/radios/" + inner}, Status: 404},
		{Name: "a members' one", Request: call{Path: "/api/radios/" + inner, As: s.Member}, Status: 200},
		{Name: "the operator's list", Request: call{Path: "/api/admin/radios", As: s.Admin}, Status: 200, Contains: []string{
			`"logo":"/media/covers/l.png","streamUrl":"http://93.184.216.34:8000/;","metadataUrl":"https://m.example","genre":"","country":"","isOnline":false,"listeners":0,"type":"shoutcast","bitrate":320,"format":"AAC","isPublic":false,"createdAt":"20`,
			`"logo":null`, `"type":"icecast","bitrate":128,"format":"MP3","isPublic":true`,
		}},
		{Name: "not a member's", Request: call{Path: "/api/admin/radios", As: s.Member}, Status: 403},
		{Name: "the operator's list, sorted and in pages", Request: call{Path: "/api/admin/radios?sort=-name&limit=1", As: s.Admin}, Status: 200, Contains: []string{"Jazz FM"}, Lacks: []string{"Inner"}, Headers: map[string]string{"X-Total-Count": "2", "Link": "at=1"}},
		{Name: "the operator's list, filtered", Request: call{Path: "/api/admin/radios?visibility=private&status=offline&q=INN", As: s.Admin}, Status: 200, Contains: []string{"Inner"}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "an unknown column", Request: call{Path: "/api/admin/radios?sort=password", As: s.Admin}, Status: 400, Contains: []string{`"sort":["`}},
		{Name: "an unknown filter", Request: call{Path: "/api/admin/radios?owner=1", As: s.Admin}, Status: 400, Contains: []string{`"owner":["`}},
		{Name: "an unknown status", Request: call{Path: "/api/admin/radios?status=on%27", As: s.Admin}, Status: 400, Contains: []string{`"status":["`}},
		{Name: "change a part", Request: save(jazz, `{"name":"Jazz 24","bitrate":192}`), Status: 200, Contains: []string{`"name":"Jazz 24"`, `"bitrate":192`, `"genre":"Jazz"`}},
		{Name: "changed for listeners", Request: call{Path: "/api/radios"}, Status: 200, Contains: []string{"Jazz 24"}},
		{Name: "a member changes", Request: call{Method: "PUT", Path: "/api/admin/radios/" + jazz, As: s.Member, Body: `{"name":"x"}`}, Status: 403},
		{Name: "a member deletes", Request: call{Method: "DELETE", Path: "/api/admin/radios/" + jazz, As: s.Member}, Status: 403},
		{Name: "nothing of this id", Request: save("none", `{}`), Status: 404},
		{Name: "delete", Request: call{Method: "DELETE", Path: "/api/admin/radios/" + jazz, As: s.Admin}, Status: 200},
		{Name: "delete again", Request: call{Method: "DELETE", Path: "/api/admin/radios/" + jazz, As: s.Admin}, Status: 404},
		{Name: "gone", Request: call{Path: "/api/radios"}, Status: 200, Contains: []string{"[]"}},
	})
	var scenarios []testkit.Scenario
	for _, c := range []struct{ field, value, says string }{
		{"name", `" "`, "Name is required."},
		{"name", `null`, "Name is required."},
		{"name", `"` + strings.Repeat("a", 201) + `"`, "no more than 200"},
		{"name", `"a\u0000"`, "Control characters"},
		{"streamUrl", `""`, "Stream URL is required."},
		{"streamUrl", `"javascript:alert(1)"`, "Enter a valid URL."},
		{"streamUrl", `"file:///etc/passwd"`, "Enter a valid URL."},
		{"streamUrl", `"/media/audio/x.mp3"`, "Enter a valid URL."},
		{"streamUrl", `"https://user:pass@a.example"`, "Enter a valid URL."},
		{"streamUrl", `"https://a.example/` + strings.Repeat("a", 1000) + `"`, "no more than 1000"},
		{"metadataUrl", `"data:,x"`, "Enter a valid URL."},
		{"logo", `"blob:https://a.example/x"`, "Enter a valid URL."},
		{"type", `"hls"`, "Choose one of icecast, shoutcast."},
		{"type", `5`, "This has to be text."},
		{"bitrate", `0`, "Enter a number from 8 to 10000."},
		{"bitrate", `-128`, "Enter a number from 8 to 10000."},
		{"bitrate", `9223372036854775807`, "Enter a number from 8 to 10000."},
		{"bitrate", `128.5`, "This has to be a whole number."},
		{"bitrate", `"128"`, "This has to be a whole number."},
		{"format", `""`, "Format is required."},
		{"format", `"` + strings.Repeat("a", 21) + `"`, "no more than 20"},
		{"genre", `"` + strings.Repeat("a", 101) + `"`, "no more than 100"},
		{"country", `"\u202e"`, "Control characters"},
		{"isPublic", `"no"`, "This has to be true or false."},
	} {
		scenarios = append(scenarios, testkit.Scenario{Name: c.field + " " + fmt.Sprintf("%.30s", c.value), Request: save(inner, fmt.Sprintf(`{%q:%s}`, c.field, c.value)), Status: 400, Contains: []string{fmt.Sprintf("%q:[", c.field), c.says}})
	}
	s.Run(t, append(scenarios,
		testkit.Scenario{Name: "nothing said", Request: call{Method: "POST", Path: "/api/admin/radios", As: s.Admin, Body: `{}`}, Status: 400, Contains: []string{`"detail":"Name is required."`, `"streamUrl":["Stream URL is required."]`}},
		testkit.Scenario{Name: "refused, so kept", Request: call{Path: "/api/radios/" + inner, As: s.Member}, Status: 200, Contains: []string{`"name":"Inner"`, `"isPublic":false`}},
	))
}

func TestMixes(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	upload := func(sound uint64) string {
		return fmt.Sprintf(`"audioUrl":%q`, apitest.UploadFile(t, s, s.Admin, "m.mp3", apitest.UploadedSong(sound)).AudioURL)
	}
	audio, seconds := upload(75), `"duration":2.612`
	full := `{"title":" Night Drive ","djName":"DJ Ana","description":"d","genre":"Techno","category":"Club",` + audio + `,
		"coverImageUrl":"/media/covers/m_1.jpg","duration":3600.5,"bpm":128,"fileSize":86.4,"tags":["techno"," techno","","<b>"],"format":"WAV","plays":7,"likes":9,"playCount":7}`
	night := apitest.Made(t, s, "/api/admin/mixes", full)
	plain := apitest.Made(t, s, "/api/admin/mixes/", `{"title":"Plain",`+upload(175)+`,"isPublic":false,"bpm":null,"coverImageUrl":null,"duration":null}`)
	off := apitest.Made(t, s, "/api/admin/mixes", `{"title":"Off",`+upload(176)+`,"isActive":false}`)
	save := func(id, body string) call {
		return call{Method: "PUT", Path: "/api/admin/mixes/" + id, As: s.Admin, Body: body}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: "/api/mixes/"}, Status: 200, Lacks: []string{"Plain", "Off"}, Headers: map[string]string{"X-Total-Count": "1"}, Contains: []string{
			`"title":"Night Drive","djName":"DJ Ana","artist":"DJ Ana",` + audio + `,"coverImageUrl":"/media/covers/m_1.jpg","coverUrl":"/media/covers/m_1.jpg",` + seconds + `,"genre":"Techno"`,
			`"likes":0,"plays":0,"createdAt":"20`, `"bpm":128,"tags":["techno","<b>"],"description":"d"`,
		}},
		{Name: "a bad token", Request: call{Path: "/api/mixes", Header: map[string]string{"Authorization": "Bearer x"}}, Status: 401},
		{Name: "a member", Request: call{Path: "/api/mixes", As: s.Member}, Status: 200, Contains: []string{"Night", "Plain", `"coverImageUrl":null,"coverUrl":null,` + seconds, `"bpm":null,"tags":[]`}, Lacks: []string{`"Off"`}},
		{Name: "the operator", Request: call{Path: "/api/mixes?limit=1", As: s.Admin}, Status: 200, Contains: []string{`"Off"`}, Headers: map[string]string{"X-Total-Count": "3", "Link": `rel="next"`}},
		{Name: "one", Request: call{Path: "/api/mixes/" + night}, Status: 200},
		{Name: "a members' one, for a visitor", Request: call{Path: "/api/mixes/" + plain}, Status: 404},
		{Name: "an inactive one, for a member", Request: call{Path: "/api/mixes/" + off, As: s.Member}, Status: 404},
		{Name: "the operator's list", Request: call{Path: "/api/admin/mixes", As: s.Admin}, Status: 200, Contains: []string{
			`"title":"Night Drive","djName":"DJ Ana",` + seconds + `,"bpm":128,"category":"Club","genre":"Techno","isActive":true,"isPublic":true,"fileSize":0.`, `"format":"MP3","uploadedAt":"20`,
			`"playCount":0,"likes":0,"description":"d"`, `"isActive":false`,
		}},
		{Name: "not a member's", Request: call{Path: "/api/admin/mixes", As: s.Member}, Status: 403},
		{Name: "not a visitor's", Request: call{Path: "/api/admin/mixes"}, Status: 401},
		{Name: "a member adds one", Request: call{Method: "POST", Path: "/api/admin/mixes", As: s.Member, Body: full}, Status: 403},
		{Name: "take off", Request: save(night, `{"isActive":false}`), Status: 200, Contains: []string{`"isActive":false`, `"title":"Night Drive"`, `"bpm":128`}},
		{Name: "it is off", Request: call{Path: "/api/mixes"}, Status: 200, Contains: []string{"[]"}},
		{Name: "put on", Request: save(night, `{"isActive":true,"bpm":null,"tags":[]}`), Status: 200, Contains: []string{`"bpm":null`, `"tags":[]`}},
		{Name: "nothing of this id", Request: save("none", `{}`), Status: 404},
		{Name: "a member deletes", Request: call{Method: "DELETE", Path: "/api/admin/mixes/" + off, As: s.Member}, Status: 403},
		{Name: "delete", Request: call{Method: "DELETE", Path: "/api/admin/mixes/" + off, As: s.Admin}, Status: 200},
		{Name: "delete again", Request: call{Method: "DELETE", Path: "/api/admin/mixes/" + off, As: s.Admin}, Status: 404},
	})
	many := make([]string, 21)
	for i := range many {
		many[i] = strconv.Itoa(i)
	}
	var scenarios []testkit.Scenario
	for _, c := range []struct{ field, value, says string }{
		{"title", `""`, "Title is required."},
		{"title", `"` + strings.Repeat("a", 201) + `"`, "no more than 200"},
		{"djName", `"a\nb"`, "Control characters"},
		{"description", `"` + strings.Repeat("a", 1001) + `"`, "no more than 1000"},
		{"category", `"` + strings.Repeat("a", 101) + `"`, "no more than 100"},
		{"audioUrl", `null`, "Audio URL is required."},
		{"audioUrl", `"blob:x"`, "Enter a valid URL."},
		{"audioUrl", `"/api/tracks/../logout"`, "Enter a valid URL."},
		{"coverImageUrl", `"javascript:alert(1)"`, "Enter a valid URL."},
		{"duration", `-0.5`, "Enter a number from 0 to 172800."},
		{"duration", `1e300`, "Enter a number from 0 to 172800."},
		{"duration", `"3600"`, "This has to be a number."},
		{"bpm", `-1`, "Enter a number from 0 to 1000."},
		{"bpm", `1000.1`, "Enter a number from 0 to 1000."},
		{"fileSize", `-1`, "Enter a number from 0 to 100000."},
		{"fileSize", `1e300`, "Enter a number from 0 to 100000."},
		{"tags", `"techno"`, "This has to be a list."},
		{"tags", `["` + strings.Join(many, `","`) + `"]`, "There are too many tags."},
		{"tags", `["` + strings.Repeat("a", 51) + `"]`, "no more than 50"},
		{"tags", `["a\u0000"]`, "Control characters"},
		{"format", `"EXE"`, "Choose one of MP3, WAV."},
		{"isActive", `1`, "This has to be true or false."},
	} {
		scenarios = append(scenarios, testkit.Scenario{Name: c.field + " " + fmt.Sprintf("%.30s", c.value), Request: save(plain, fmt.Sprintf(`{%q:%s}`, c.field, c.value)), Status: 400, Contains: []string{fmt.Sprintf("%q:[", c.field), c.says}})
	}
	s.Run(t, append(scenarios,
		testkit.Scenario{Name: "a tag that is none", Request: save(plain, `{"tags":[1]}`), Status: 400},
		testkit.Scenario{Name: "refused, so kept", Request: call{Path: "/api/mixes/" + plain, As: s.Member}, Status: 200, Contains: []string{`"title":"Plain"`, `"tags":[]`}},
	))
}

// TestOlderListNames requests each list by all of its paths.
func TestOlderListNames(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	html := map[string]string{"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
	for _, list := range []string{"radios", "mixes", "playlists"} {
		for _, before := range []string{"/", "/api/", "/api/v1/", "/v1/"} {
			for _, path := range []string{before + list, before + list + "/"} {
				if r := s.Do(t, call{Path: path, As: s.Member}); r.Status != http.StatusOK || strings.TrimSpace(r.Body) != "[]" {
					t.Errorf("%s: %d %s", path, r.Status, r.Body)
				}
				want := http.StatusOK
				if list == "playlists" {
					want = http.StatusUnauthorized
				}
				if r := s.Do(t, call{Path: path}); r.Status != want || r.Header.Get("Content-Type") != "application/json" {
					t.Errorf("%s, for a visitor: %d %s", path, r.Status, r.Body)
				}
			}
		}
		s.Run(t, []testkit.Scenario{{Name: "the page of " + list, Request: call{Path: "/" + list, Header: html}, Status: 200, Lacks: []string{"[]"}, Headers: map[string]string{"Vary": "Accept", "Content-Type": "text/html"}}})
	}
	r := s.Do(t, call{Method: "POST", Path: "/v1/playlists/", As: s.Member, Body: `{"name":"By an older name"}`})
	if r.Status != http.StatusCreated {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

// TestListsRequireSignIn requests lists as a visitor of a server that requires
// signing in.
func TestListsRequireSignIn(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"requireSignIn": []byte("true")}})
	for _, path := range []string{"/api/radios", "/api/mixes", "/api/radios/none", "/mixes"} {
		if r := s.Do(t, call{Path: path}); r.Status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
}

func TestAdminStats(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	apitest.Made(t, s, "/api/admin/radios", `{"name":"r","streamUrl":"https://a.example"}`)
	for isActive, sound := range map[bool]uint64{true: 76, false: 77} {
		audio := apitest.UploadFile(t, s, s.Admin, "m.mp3", apitest.UploadedSong(sound)).AudioURL
		apitest.Made(t, s, "/api/admin/mixes", fmt.Sprintf(`{"title":"m%d","audioUrl":%q,"isActive":%t}`, sound, audio, isActive))
	}
	apitest.NewPlaylist(t, s, s.Member, `{"name":"p","isPublic":false}`)
	play := call{Method: "POST", Path: "/api/plays", As: s.Member, Body: fmt.Sprintf(`{"id":"01JD0000000000000000000001","trackId":%q,"startedAt":%q,"listened":60}`,
		apitest.TracksOf(t, s)["Dawn"].ID, time.Now().UTC().Format(time.RFC3339))}
	if r := s.Do(t, play); r.Status != http.StatusAccepted {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	songs := len(apitest.TracksOf(t, s))
	want := fmt.Sprintf(`{"radios":{"total":1,"online":0,"offline":1},"music":{"playlists":1,"songs":%d},"mixes":{"total":2,"active":1},`+
		`"ai":{"generated":0,"approved":0,"pending":0},"users":{"total":2,"activeToday":2},"streams":{"today":1,"weekChangePercent":null}}`, songs)
	html := map[string]string{"Accept": "text/html"}
	var scenarios []testkit.Scenario
	for _, path := range []string{"/admin/stats", "/api/admin/stats/"} {
		scenarios = append(scenarios,
			testkit.Scenario{Name: "operator " + path, Request: call{Path: path, As: s.Admin}, Status: 200, Contains: []string{want}, Lacks: []string{"@"}},
			testkit.Scenario{Name: "member " + path, Request: call{Path: path, As: s.Member}, Status: 403},
			testkit.Scenario{Name: "visitor " + path, Request: call{Path: path}, Status: 401},
		)
	}
	s.Run(t, append(scenarios, testkit.Scenario{Name: "page", Request: call{Path: "/admin/stats", Header: html}, Status: 200, Lacks: []string{"radios"}}))
}

// TestMixOfUpload adds mixes whose audio is on this server. They are as long as
// their file, and whoever may hear a mix hears it.
func TestMixOfUpload(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	first, second := apitest.UploadFile(t, s, s.Admin, "a.flac", apitest.UploadedSong(77)), apitest.UploadFile(t, s, s.Admin, "b.flac", apitest.UploadedSong(78))
	others := apitest.UploadFile(t, s, s.Member, "c.flac", apitest.UploadedSong(79))
	add := func(audio, more string) testkit.Response {
		return s.Do(t, call{Method: "POST", Path: "/api/admin/mixes", As: s.Admin, Body: `{"title":"Set","djName":"DJ Ana","duration":3600,"fileSize":900,"audioUrl":"` + audio + `"` + more + `}`})
	}
	for name, audio := range map[string]string{"nothing": "/media/audio/nothing.mp3", "no name": "/media/audio/.mp3", "somebody's upload": others.AudioURL} {
		if r := add(audio, ""); r.Status != 400 || !strings.Contains(r.Body, `"audioUrl":["`) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	type mix struct {
		ID                 string
		Duration, FileSize float64
	}
	r := add(first.AudioURL, "")
	public := testkit.JSON[mix](t, r)
	if r.Status != 201 || math.Abs(public.Duration-first.Duration) > 0.01 || public.FileSize <= 0 || public.FileSize > 10 {
		t.Errorf("added: %d %s", r.Status, r.Body)
	}
	hears := func(audio string, visitor, member int) {
		t.Helper()
		s.Run(t, []testkit.Scenario{
			{Name: "a visitor hears", Request: call{Path: audio}, Status: visitor},
			{Name: "a member hears", Request: call{Path: audio, As: s.Member}, Status: member},
			{Name: "a visitor's tracks", Request: call{Path: "/api/tracks"}, Status: 200, Lacks: []string{`"Set"`}},
		})
	}
	save := func(body string, status int) {
		t.Helper()
		if r := s.Do(t, call{Method: "PUT", Path: "/api/admin/mixes/" + public.ID, As: s.Admin, Body: body}); r.Status != status {
			t.Errorf("%s: %d %s", body, r.Status, r.Body)
		}
	}
	hears(first.AudioURL, 200, 200)
	save(`{"isPublic":false}`, 200)
	hears(first.AudioURL, 404, 200)
	save(`{"audioUrl":"/media/audio/nothing.mp3"}`, 400)
	save(`{"isPublic":true,"audioUrl":"`+second.AudioURL+`"}`, 200)
	hears(second.AudioURL, 200, 200)
	hears(first.AudioURL, 404, 404)
	save(`{"isActive":false}`, 200)
	hears(second.AudioURL, 404, 404)
}

// TestSoundOfMixIsKept deletes and replaces the track that a mix plays.
func TestSoundOfMixIsKept(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	first, other := apitest.UploadFile(t, s, s.Admin, "a.flac", apitest.UploadedSong(80)), apitest.UploadFile(t, s, s.Admin, "b.flac", apitest.UploadedSong(81))
	mix := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Method: "POST", Path: "/api/admin/mixes", As: s.Admin, Body: `{"title":"Night Drive","audioUrl":"` + first.AudioURL + `"}`}))
	own := testkit.JSON[[]struct{ ID string }](t, s.Do(t, call{Path: "/api/account/tracks", As: s.Admin}))
	if mix.ID == "" || len(own) != 1 {
		t.Fatalf("%v %v", mix, own)
	}
	remove := call{Method: "DELETE", Path: "/api/tracks/" + own[0].ID, As: s.Admin}
	s.Run(t, []testkit.Scenario{
		{Name: "deleted", Request: remove, Status: 409, Contains: []string{"The mix Night Drive has this sound."}},
		{Name: "replaced", Request: call{Method: "POST", Path: "/api/tracks", As: s.Admin, Body: `{"title":"x","audioUrl":"` + other.AudioURL + `","replaces":"` + own[0].ID + `"}`}, Status: 409, Contains: []string{"Night Drive"}},
		{Name: "heard", Request: call{Path: first.AudioURL}, Status: 200},
		{Name: "the mix deleted", Request: call{Method: "DELETE", Path: "/api/admin/mixes/" + mix.ID, As: s.Admin}, Status: 200},
		{Name: "deleted after it", Request: remove, Status: 204},
	})
}

// TestSoundOfEpisodeIsKept deletes the track that a published episode has.
func TestSoundOfEpisodeIsKept(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	first := apitest.UploadFile(t, s, s.Admin, "a.flac", apitest.UploadedSong(82))
	track := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Method: "POST", Path: "/api/tracks", As: s.Admin, Body: `{"title":"x","audioUrl":"` + first.AudioURL + `"}`}))
	podcast := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Method: "POST", Path: "/api/podcasts", As: s.Admin, Body: `{"title":"Talk"}`}))
	episode := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Method: "POST", Path: "/api/podcasts/" + podcast.ID + "/episodes", As: s.Admin, Body: `{"title":"One","trackId":"` + track.ID + `"}`}))
	remove := call{Method: "DELETE", Path: "/api/tracks/" + track.ID, As: s.Admin}
	s.Run(t, []testkit.Scenario{
		{Name: "deleted", Request: remove, Status: 409, Contains: []string{"An episode of a podcast has this sound."}},
		{Name: "the episode deleted", Request: call{Method: "DELETE", Path: "/api/episodes/" + episode.ID, As: s.Admin}, Status: 204},
		{Name: "deleted after it", Request: remove, Status: 204},
	})
}

// TestMixFromTheWeb adds mixes whose audio is on another server. It is fetched and
// measured like an upload.
func TestMixFromTheWeb(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/set.mp3":
			_, _ = io.WriteString(w, apitest.UploadedSong(80))
		case "/page":
			_, _ = io.WriteString(w, "<!doctype html><title>No music</title>")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(other.Close)
	send := func(method, path, audio string) testkit.Response {
		return s.Do(t, call{Method: method, Path: path, As: s.Admin, Body: fmt.Sprintf(`{"title":"Set","duration":3600,"audioUrl":%q}`, audio)})
	}
	refused := func(r testkit.Response, status int, says string) {
		t.Helper()
		if r.Status != status || !strings.Contains(r.Body, says) {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	const add, field = "/api/admin/mixes", `"audioUrl":["`
	refused(send("POST", add, other.URL+"/set.mp3"), 400, field+"This address is in a private network")
	if r := s.Do(t, call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"relayInside":true}`}); r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	refused(send("POST", add, "http://169.254.169.254/latest"), 400, field)
	refused(send("POST", add, other.URL+"/nothing.mp3"), 400, field+"The file at this address could not be fetched.")
	refused(send("POST", add, other.URL+"/page"), 415, "")
	type mix struct {
		ID, AudioURL       string
		Duration, FileSize float64
	}
	measured := func(r testkit.Response, status int) mix {
		t.Helper()
		m := testkit.JSON[mix](t, r)
		if r.Status != status || !strings.HasPrefix(m.AudioURL, "/media/audio/") || m.Duration <= 0 || m.Duration > 60 || m.FileSize <= 0 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		return m
	}
	m := measured(send("POST", add, other.URL+"/set.mp3"), 201)
	if again := measured(send("PUT", add+"/"+m.ID, other.URL+"/set.mp3"), 200); again.AudioURL == m.AudioURL {
		t.Errorf("it was not fetched again: %+v", again)
	}
	refused(send("PUT", add+"/"+m.ID, other.URL+"/nothing.mp3"), 400, field)
	s.Run(t, []testkit.Scenario{{Name: "a visitor hears it", Request: call{Path: testkit.JSON[mix](t, s.Do(t, call{Path: "/api/mixes/" + m.ID})).AudioURL}, Status: 200}})
}
