package upload_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestUploadForm(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"maxRequestSize": []byte("1")}})
	file := apitest.UploadedSong(1)
	for _, path := range []string{"/api/upload", "/upload", "/upload/"} {
		r := apitest.SendForm(t, s, s.Member, path, "file", "x.mp3", file)
		if r.Status != http.StatusCreated {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
	u := apitest.UploadFile(t, s, s.Member, "x.txt", file)
	if u.Title != "One More Time" || u.Artist != "Daft Punk" || u.Album != "Discovery" || u.Genre != "House" || u.Format != "MP3" ||
		u.Duration < 2 || u.Bitrate < 30 || !strings.HasPrefix(u.AudioURL, "/media/audio/"+u.ID) || u.CoverImageURL == nil {
		t.Errorf("%+v", u)
	}
	untagged := apitest.UploadFile(t, s, s.Member, "A - B - C.wav", string(sampleFile(t, "sine.wav")))
	if untagged.Title == "" || untagged.Artist == "" || untagged.Format != "WAV" {
		t.Errorf("%+v", untagged)
	}
	big, kind := apitest.Form(t, "file", "x", strings.Repeat("x", 1<<20+100_000))
	s.Run(t, []testkit.Scenario{
		{
			Name: "bytes", Request: testkit.Request{Path: u.AudioURL, As: s.Member, Header: map[string]string{"Range": "bytes=10-19"}},
			Status: 206, Contains: []string{file[10:20]}, Headers: map[string]string{"Content-Type": "audio/mpeg", "X-Content-Type-Options": "nosniff"},
		},
		{Name: "cover", Request: testkit.Request{Path: *u.CoverImageURL, As: s.Member}, Status: 200, Headers: map[string]string{"Content-Type": "image/jpeg"}},
		{Name: "another's bytes", Request: testkit.Request{Path: u.AudioURL, As: s.Admin}, Status: 404},
		{Name: "another's cover", Request: testkit.Request{Path: *u.CoverImageURL, As: s.Admin}, Status: 404},
		{Name: "a visitor", Request: testkit.Request{Path: u.AudioURL}, Status: 404},
		{Name: "no file", Request: formRequest(s, "--x--\r\n", "multipart/form-data; boundary=x"), Status: 400, Contains: []string{`"detail":"No file was sent."`, `"file":["No file was sent."]`}},
		{Name: "JSON", Request: testkit.Request{Method: "POST", Path: "/api/upload", As: s.Member, Body: "{}"}, Status: 415},
		{Name: "JSON of nobody", Request: testkit.Request{Method: "POST", Path: "/api/upload", Body: "{}"}, Status: 401},
		{Name: "too large", Request: formRequest(s, big, kind), Status: 413, Contains: []string{"Request body is too large."}},
		{Name: "anonymous", Request: testkit.Request{Method: "POST", Path: "/upload", Body: "--x--", Header: map[string]string{"Content-Type": "multipart/form-data; boundary=x"}}, Status: 401},
	})
	page := apitest.SendForm(t, s, s.Member, "/api/upload", "file", "song.mp3", "<!DOCTYPE html><html></html>")
	if page.Status != http.StatusUnsupportedMediaType || !strings.Contains(page.Body, `"detail":"Unsupported audio format."`) || !strings.Contains(page.Body, "web page") {
		t.Errorf("a page: %d %s", page.Status, page.Body)
	}
	if other := apitest.SendForm(t, s, s.Member, "/api/upload", "music", "song.mp3", file); other.Status != http.StatusBadRequest {
		t.Errorf("another field: %d", other.Status)
	}
}

func formRequest(s *testkit.Server, body, kind string) testkit.Request {
	return testkit.Request{Method: http.MethodPost, Path: "/api/upload", As: s.Member, Body: body, Header: map[string]string{"Content-Type": kind}}
}

func sampleFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "media", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type uploadedTrack struct {
	ID, Title, Artist, AudioURL string
	IsPublic                    bool
	Duration                    float64
	CoverImageURL               *string
}

func TestKeepUpload(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: t.TempDir()})
	file := apitest.UploadedSong(1)
	u := apitest.UploadFile(t, s, s.Member, "x.mp3", file)
	all := map[string]any{
		"title": "Aerodynamic", "artist": "Daft Punk", "album": "Discovery", "genre": "House", "duration": 1, "audioUrl": u.AudioURL,
		"coverImageUrl": u.CoverImageURL, "isAiGenerated": false,
	}
	made := apitest.KeepUpload(t, s, s.Member, all)
	track := testkit.JSON[uploadedTrack](t, made)
	if made.Status != http.StatusCreated || track.Title != "Aerodynamic" || !track.IsPublic || math.Abs(track.Duration-u.Duration) > 0.001 || track.CoverImageURL == nil {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	again := apitest.KeepUpload(t, s, s.Member, all)
	if testkit.JSON[uploadedTrack](t, again).ID != track.ID {
		t.Errorf("again: %s", again.Body)
	}
	if r := s.Do(t, testkit.Request{Method: http.MethodPost, Path: "/api/library/scan", As: s.Admin}); r.Status != http.StatusAccepted {
		t.Fatalf("scan: %d", r.Status)
	}
	s.AwaitScan(t)
	in := func(change map[string]any) testkit.Request {
		b, err := json.Marshal(change)
		if err != nil {
			t.Fatal(err)
		}
		return testkit.Request{Method: http.MethodPost, Path: "/api/tracks/", As: s.Member, Body: string(b)}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "for visitors", Request: testkit.Request{Path: "/api/tracks"}, Status: 200, Contains: []string{track.ID}},
		{Name: "its sound", Request: testkit.Request{Path: track.AudioURL}, Status: 200, Contains: []string{file}},
		{Name: "its sound by the old address", Request: testkit.Request{Path: u.AudioURL, Header: map[string]string{"Range": "bytes=0-9"}}, Status: 206, Contains: []string{file[:10]}},
		{Name: "its cover", Request: testkit.Request{Path: *track.CoverImageURL}, Status: 200, Headers: map[string]string{"Content-Type": "image/"}},
		{Name: "its cover by the old address", Request: testkit.Request{Path: *u.CoverImageURL}, Status: 200},
		{Name: "result", Request: testkit.Request{Path: "/api/uploads/" + u.ID, As: s.Member}, Status: 200, Contains: []string{`"duplicates":[]`}},
		{Name: "audit", Request: testkit.Request{Path: "/api/admin/events?limit=5", As: s.Admin}, Status: 200, Contains: []string{`"kind":"track_uploaded"`, `"detail":"Aerodynamic"`}},
		{Name: "own tracks", Request: testkit.Request{Path: "/api/account/tracks", As: s.Member}, Status: 200, Contains: []string{track.ID}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "another's own tracks", Request: testkit.Request{Path: "/api/account/tracks", As: s.Admin}, Status: 200, Lacks: []string{track.ID}},
		{Name: "storage", Request: testkit.Request{Path: "/api/account/storage", As: s.Member}, Status: 200, Contains: []string{fmt.Sprintf(`"used":%d`, len(file)), `"quota":null`, `"files":1`}},
		{Name: "no title", Request: in(map[string]any{"audioUrl": u.AudioURL, "title": ""}), Status: 400, Contains: []string{`"detail":"Title is required."`, `"title":["Title is required."]`}},
		{Name: "a long title", Request: in(map[string]any{"audioUrl": u.AudioURL, "title": strings.Repeat("x", 201)}), Status: 400, Contains: []string{`"title":[`}},
		{Name: "a negative duration", Request: in(map[string]any{"audioUrl": u.AudioURL, "title": "x", "duration": -1}), Status: 400, Contains: []string{`"duration":[`}},
		{Name: "an endless duration", Request: in(map[string]any{"audioUrl": u.AudioURL, "title": "x", "duration": 1e15}), Status: 400, Contains: []string{`"duration":[`}},
		{Name: "a script as cover", Request: in(map[string]any{"audioUrl": u.AudioURL, "title": "x", "coverImageUrl": "javascript:alert(1)"}), Status: 400, Contains: []string{`"coverImageUrl":[`}},
		{Name: "no upload", Request: in(map[string]any{"title": "x"}), Status: 400, Contains: []string{`"audioUrl":[`}},
		{Name: "elsewhere", Request: in(map[string]any{"title": "x", "audioUrl": "https://evil.example/x.mp3"}), Status: 400, Contains: []string{`"audioUrl":[`}},
		{Name: "a track's file", Request: in(map[string]any{"title": "x", "audioUrl": track.AudioURL}), Status: 400, Contains: []string{`"audioUrl":[`}},
		{Name: "anonymous", Request: testkit.Request{Method: "POST", Path: "/api/tracks", Body: "{}"}, Status: 401},
	})
	other := apitest.UploadFile(t, s, s.Admin, "y.mp3", apitest.UploadedSong(2))
	if r := apitest.KeepUpload(t, s, s.Member, map[string]any{"title": "x", "audioUrl": other.AudioURL}); r.Status != http.StatusBadRequest {
		t.Errorf("another's upload: %d %s", r.Status, r.Body)
	}
	if r := apitest.KeepUpload(t, s, s.Admin, map[string]any{"title": "x", "audioUrl": other.AudioURL, "replaces": track.ID}); r.Status != http.StatusBadRequest || !strings.Contains(r.Body, "replaces") {
		t.Errorf("another's track replaced: %d %s", r.Status, r.Body)
	}
	twin := apitest.UploadFile(t, s, s.Member, "again.mp3", file)
	if len(twin.Duplicates) != 1 || twin.Duplicates[0].ID != track.ID || !twin.Duplicates[0].IsOwn {
		t.Errorf("duplicates: %+v", twin.Duplicates)
	}
	replaced := testkit.JSON[uploadedTrack](t, apitest.KeepUpload(t, s, s.Member, map[string]any{"title": "Again", "audioUrl": twin.AudioURL, "replaces": track.ID}))
	if replaced.ID != track.ID || replaced.Title != "Again" {
		t.Errorf("replaced: %+v", replaced)
	}
}

func TestOwnTracks(t *testing.T) {
	s := empty.Join(t)
	u := apitest.UploadFile(t, s, s.Member, "x.mp3", apitest.UploadedSong(1))
	track := testkit.JSON[uploadedTrack](t, apitest.KeepUpload(t, s, s.Member, map[string]any{"title": "Mine", "audioUrl": u.AudioURL, "isPublic": false}))
	other := s.SignUp(t, "other@example.com")
	player := apitest.BasicAuth(t, s, s.Admin, "listen")
	path := "/api/tracks/" + track.ID
	visibility := func(as testkit.Person, to string) testkit.Request {
		return testkit.Request{Method: http.MethodPut, Path: path + "/visibility", As: as, Body: to}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "private for visitors", Request: testkit.Request{Path: path}, Status: 404},
		{Name: "private for others", Request: testkit.Request{Path: path, As: other}, Status: 404},
		{Name: "private sound", Request: testkit.Request{Path: path + "/stream", As: other}, Status: 404},
		{Name: "private sound by the old address", Request: testkit.Request{Path: u.AudioURL, As: other}, Status: 404},
		{Name: "private cover", Request: testkit.Request{Path: *u.CoverImageURL, As: other}, Status: 404},
		{Name: "private cover by its hash", Request: testkit.Request{Path: *track.CoverImageURL, As: other}, Status: 404},
		{Name: "not in lists", Request: testkit.Request{Path: "/api/tracks", As: other}, Status: 200, Lacks: []string{track.ID}},
		{Name: "not found", Request: testkit.Request{Path: "/api/search?q=mine", As: other}, Status: 200, Lacks: []string{track.ID}},
		{Name: "its owner", Request: testkit.Request{Path: path + "/stream", As: s.Member}, Status: 200},
		{Name: "operators", Request: testkit.Request{Path: path, As: s.Admin}, Status: 200},
		{Name: "operators hear it", Request: testkit.Request{Path: path + "/stream", As: s.Admin}, Status: 200},
		{Name: "an operator's player does not", Request: testkit.Request{Path: path + "/stream", Header: player}, Status: 404},
		{Name: "nor sees its cover", Request: testkit.Request{Path: *track.CoverImageURL, Header: player}, Status: 404},
		{Name: "another cannot publish", Request: visibility(other, `{"isPublic":true}`), Status: 404},
		{Name: "another cannot delete", Request: testkit.Request{Method: "DELETE", Path: path, As: other}, Status: 404},
		{Name: "no choice", Request: visibility(s.Member, `{}`), Status: 400},
		{Name: "publish", Request: visibility(s.Member, `{"isPublic":true}`), Status: 200, Contains: []string{`"isPublic":true`}},
		{Name: "public", Request: testkit.Request{Path: path}, Status: 200},
		{Name: "another still cannot", Request: visibility(other, `{"isPublic":false}`), Status: 403},
		{Name: "nor delete", Request: testkit.Request{Method: "DELETE", Path: path, As: other}, Status: 403},
		{Name: "anonymous", Request: testkit.Request{Method: "DELETE", Path: path}, Status: 401},
		{Name: "delete", Request: testkit.Request{Method: "DELETE", Path: path, As: s.Member}, Status: 204},
		{Name: "gone", Request: testkit.Request{Path: path, As: s.Member}, Status: 404},
		{Name: "its sound is gone", Request: testkit.Request{Path: path + "/stream", As: s.Member}, Status: 404},
		{Name: "room again", Request: testkit.Request{Path: "/api/account/storage", As: s.Member}, Status: 200, Contains: []string{`"used":0`, `"files":0`}},
	})
}

func TestListenersDoNotUpload(t *testing.T) {
	s := empty.Join(t)
	listener := s.SignUp(t, "listener@example.com")
	apitest.ChangeAccount(t, s, listener, `{"role":"listener"}`)
	listener = s.SignIn(t, listener.Email)
	tus := map[string]string{"Tus-Resumable": "1.0.0", "Upload-Length": "5"}
	s.Run(t, []testkit.Scenario{
		{Name: "tus", Request: testkit.Request{Method: "POST", Path: "/api/uploads/", As: listener, Header: tus}, Status: 403, Contains: []string{"Your account cannot add music, podcasts or stations. Ask the operator for the Creator role."}},
		{Name: "track", Request: testkit.Request{Method: "POST", Path: "/api/tracks", As: listener, Body: "{}"}, Status: 403},
		{Name: "list", Request: testkit.Request{Path: "/api/uploads/", As: listener}, Status: 200},
	})
	if r := apitest.SendForm(t, s, listener, "/upload", "file", "x.mp3", apitest.UploadedSong(1)); r.Status != http.StatusForbidden {
		t.Errorf("form: %d", r.Status)
	}
}

func TestUploadQuota(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"uploadQuota": []byte("1"), "maxUploadSize": []byte("2")}})
	tus := func(length string) testkit.Request {
		return testkit.Request{Method: "POST", Path: "/api/uploads", As: s.Member, Header: map[string]string{"Tus-Resumable": "1.0.0", "Upload-Length": length}}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "too large", Request: tus("2097153"), Status: 413, Contains: []string{"larger than the upload limit"}},
		{Name: "no room", Request: tus("1048577"), Status: 413, Contains: []string{"There is not enough room left for your uploads: 1 MB of 1 MB."}},
		{Name: "room", Request: tus("1048576"), Status: 201},
		{Name: "no room any more", Request: tus("1"), Status: 413},
		{Name: "quota", Request: testkit.Request{Path: "/api/account/storage", As: s.Member}, Status: 200, Contains: []string{`"quota":1048576`, `"used":1048576`}},
	})
	path := "/api/admin/users/" + apitest.IDOf(t, s, s.Member) + "/limits"
	limit := func(as testkit.Person, body string) testkit.Request {
		return testkit.Request{Method: "PUT", Path: path, As: as, Body: body}
	}
	storage := testkit.Request{Path: "/api/account/storage", As: s.Member}
	s.Run(t, []testkit.Scenario{
		{Name: "no limit of one's own", Request: testkit.Request{Path: path, As: s.Admin}, Status: 200, Contains: []string{`{"storage":null,"aiBudget":null,"version":`}},
		{Name: "a member raises it", Request: limit(s.Member, `{"storage":0,"aiBudget":null}`), Status: 403},
		{Name: "a negative limit", Request: limit(s.Admin, `{"storage":-1,"aiBudget":1e9}`), Status: 400, Contains: []string{`"storage":["Enter a number from 0 to 100000000."]`, `"aiBudget":["Enter a number from 0 to 1000000."]`}},
		{Name: "what was read", Request: testkit.Request{Method: "PUT", Path: path, As: s.Admin, Body: `{"storage":null,"aiBudget":null,"version":5}`}, Status: 200, Contains: []string{`"storage":null`}},
		{Name: "nobody's limit", Request: testkit.Request{Method: "PUT", Path: "/api/admin/users/nobody/limits", As: s.Admin, Body: `{"storage":1,"aiBudget":null}`}, Status: 404},
		{Name: "nothing has changed", Request: tus("1"), Status: 413},
		{Name: "raise it", Request: limit(s.Admin, `{"storage":2,"aiBudget":0.5}`), Status: 200, Contains: []string{`{"storage":2,"aiBudget":0.5,"version":`}},
		{Name: "another version", Request: testkit.Request{Method: "PUT", Path: path, As: s.Admin, Body: `{"storage":9,"aiBudget":null}`, Header: map[string]string{"If-Match": `"1"`}}, Status: 412, Contains: []string{"changed in the meantime"}},
		{Name: "the new quota", Request: storage, Status: 200, Contains: []string{`"quota":2097152`}},
		{Name: "of nobody else", Request: testkit.Request{Path: "/api/account/storage", As: s.Admin}, Status: 200, Contains: []string{`"quota":1048576`}},
		{Name: "too much", Request: tus("1048577"), Status: 413, Contains: []string{"1 MB of 2 MB."}},
		{Name: "room again", Request: tus("1048576"), Status: 201},
		{Name: "the log", Request: testkit.Request{Path: "/api/admin/events", As: s.Admin}, Status: 200, Contains: []string{`"kind":"limits_changed"`, `"detail":"–, – → 2 MB, $0.50"`}},
		{Name: "no limit at all", Request: limit(s.Admin, `{"storage":0,"aiBudget":null}`), Status: 200},
		{Name: "as much as one likes", Request: tus("2097152"), Status: 201},
		{Name: "the server's again", Request: limit(s.Admin, `{"storage":null,"aiBudget":null}`), Status: 200, Contains: []string{`{"storage":null,"aiBudget":null,"version":`}},
		{Name: "which is used up", Request: storage, Status: 200, Contains: []string{`"quota":1048576`, `"used":4194304`}},
	})
	r := apitest.SendForm(t, s, s.Member, "/api/upload", "file", "x.mp3", apitest.UploadedSong(1))
	if want := "There is not enough room left for your uploads: 0 MB of 1 MB."; r.Status != 413 || !strings.Contains(r.Body, want) {
		t.Errorf("the form: %d %s", r.Status, r.Body)
	}
}

// TestDeleteAccountUnderMixes deletes accounts whose uploads are the sound of
// mixes. Mixes that operators made keep their sound; a creator's own mixes go with
// the account.
func TestDeleteAccountUnderMixes(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	second := s.SignUp(t, "second@example.com")
	id := apitest.IDOf(t, s, second)
	if r := s.Do(t, testkit.Request{Method: "PUT", Path: "/api/admin/users/" + id, As: s.Admin, Body: `{"role":"admin"}`}); r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	second = s.SignIn(t, "second@example.com")
	mix := func(path string, by testkit.Person, audio string) string {
		t.Helper()
		r := s.Do(t, testkit.Request{Method: "POST", Path: path, As: by, Body: `{"title":"Night","djName":"Ana","audioUrl":"` + audio + `","isPublic":true}`})
		if r.Status != 201 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		return "/api/mixes/" + testkit.JSON[struct{ ID string }](t, r).ID
	}
	sound := func(by testkit.Person, n uint64) string {
		u := apitest.UploadFile(t, s, by, "x.mp3", apitest.UploadedSong(n))
		apitest.KeepUpload(t, s, by, map[string]any{"title": "Mine", "audioUrl": u.AudioURL})
		return u.AudioURL
	}
	used, own, seconds := sound(s.Member, 1), sound(s.Member, 2), sound(second, 3)
	operators := mix("/api/admin/mixes", s.Admin, used)
	creators := mix("/api/mixes", s.Member, own)
	gone := mix("/api/admin/mixes", second, seconds)
	remove := func(who string) testkit.Request {
		return testkit.Request{Method: "POST", Path: "/api/admin/users/" + who + "/erase", As: s.Admin}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "the member is deleted", Request: remove(apitest.IDOf(t, s, s.Member)), Status: 204},
		{Name: "the second operator is deleted", Request: remove(id), Status: 204},
		{Name: "an operator's mix", Request: testkit.Request{Path: operators}, Status: 200},
		{Name: "its sound", Request: testkit.Request{Path: used}, Status: 200},
		{Name: "the deleted operator's mix", Request: testkit.Request{Path: gone}, Status: 200},
		{Name: "its sound, too", Request: testkit.Request{Path: seconds}, Status: 200},
		{Name: "the creator's mix", Request: testkit.Request{Path: creators}, Status: 404},
		{Name: "and its sound", Request: testkit.Request{Path: own, As: s.Admin}, Status: 404},
		{Name: "the sounds belong to the operator", Request: testkit.Request{Path: "/api/account/tracks", As: s.Admin}, Status: 200, Headers: map[string]string{"X-Total-Count": "2"}},
	})
}

// TestDeleteAccountWithUploads deletes an account whose uploads others have used.
func TestDeleteAccountWithUploads(t *testing.T) {
	s := empty.Join(t)
	u := apitest.UploadFile(t, s, s.Member, "x.mp3", apitest.UploadedSong(1))
	track := testkit.JSON[uploadedTrack](t, apitest.KeepUpload(t, s, s.Member, map[string]any{"title": "Mine", "audioUrl": u.AudioURL}))
	s.Run(t, []testkit.Scenario{
		{Name: "delete", Request: testkit.Request{Method: "POST", Path: "/api/admin/users/" + apitest.IDOf(t, s, s.Member) + "/erase", As: s.Admin}, Status: 204},
		{Name: "the track", Request: testkit.Request{Path: "/api/tracks/" + track.ID, As: s.Admin}, Status: 404},
		{Name: "its bytes", Request: testkit.Request{Path: u.AudioURL, As: s.Admin}, Status: 404},
	})
}
