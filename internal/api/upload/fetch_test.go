package upload_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestTrackFromTheWeb creates tracks from files of another server.
func TestTrackFromTheWeb(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"maxUploadSize": []byte("1")}})
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/One%20Song.flac", "/One Song.flac":
			_, _ = io.WriteString(w, apitest.UploadedSong(91))
		case "/moved":
			http.Redirect(w, r, "/One%20Song.flac", http.StatusFound)
		case "/circle":
			http.Redirect(w, r, "/circle", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/page":
			_, _ = io.WriteString(w, "<!doctype html><title>No music</title>")
		case "/large":
			_, _ = io.WriteString(w, strings.Repeat("x", 3<<20))
		default:
			http.NotFound(w, r)
		}
	}))
	defer other.Close()
	keep := func(who testkit.Person, address string) testkit.Request {
		return testkit.Request{Method: "POST", Path: "/api/tracks", As: who, Body: apitest.Encode(t, map[string]any{"title": "From the web", "audioUrl": address})}
	}
	allow := func(inside string) {
		if r := s.Do(t, testkit.Request{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"relayInside":` + inside + `}`}); r.Status != 200 {
			t.Fatalf("settings: %d %s", r.Status, r.Body)
		}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "a private network", Request: keep(s.Member, other.URL+"/One%20Song.flac"), Status: 400, Contains: []string{`"audioUrl":["This address is in a private network`}},
		{Name: "metadata of a cloud", Request: keep(s.Member, "http://169.254.169.254/latest"), Status: 400, Contains: []string{`"audioUrl":["This address is in a private network`}},
	})
	allow("true")
	s.Run(t, []testkit.Scenario{
		{Name: "metadata of a cloud, still", Request: keep(s.Member, "http://169.254.169.254/latest"), Status: 400, Contains: []string{`"audioUrl":["`}},
		{Name: "a file", Request: keep(s.Member, other.URL+"/One%20Song.flac"), Status: 201, Contains: []string{`"title":"From the web"`, `"audioUrl":"/`}},
		{Name: "behind a redirect", Request: keep(s.Member, other.URL+"/moved"), Status: 201},
		{Name: "nothing there", Request: keep(s.Member, other.URL+"/nothing.mp3"), Status: 400, Contains: []string{`"audioUrl":["The file at this address could not be fetched."]`, `"code":"remote_server_failed"`}},
		{Name: "in circles", Request: keep(s.Member, other.URL+"/circle"), Status: 400, Contains: []string{`"audioUrl":["`}},
		{Name: "to a file of the server", Request: keep(s.Member, other.URL+"/file"), Status: 400, Contains: []string{`"audioUrl":["`}},
		{Name: "a page", Request: keep(s.Member, other.URL+"/page"), Status: 415},
		{Name: "too large", Request: keep(s.Member, other.URL+"/large"), Status: 413},
		{Name: "with a password", Request: keep(s.Member, strings.Replace(other.URL, "://", "://a:b@", 1)+"/moved"), Status: 400, Contains: []string{`"audioUrl":["`}},
		{Name: "nobody", Request: keep(testkit.Person{}, other.URL+"/moved"), Status: 401},
		{Name: "nothing is left", Request: testkit.Request{Path: "/api/uploads", As: s.Member}, Status: 200, Contains: []string{"[]"}},
	})
}
