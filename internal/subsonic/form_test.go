package subsonic_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/music"
	"sonora/internal/subsonic"
	"sonora/internal/testkit"
)

// form sends a form as it is.
func (a *app) form(endpoint, form string) testkit.Response {
	a.t.Helper()
	return do(a.t, a.server, testkit.Request{Method: http.MethodPost, Path: "/rest/" + endpoint, Body: form, Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}})
}

// TestLongForms sends as many songs as a playlist can hold.
func TestLongForms(t *testing.T) {
	a := newApp(t)
	song := a.song("Dawn")
	songs := func(name string, n int) url.Values {
		q := a.query()
		q[name] = slices.Repeat([]string{song}, n)
		return q
	}
	list := songs("songId", 10_001)
	list.Set("name", "Long")
	if made := parse(t, "createPlaylist", a.form("createPlaylist", list.Encode())).at("playlist"); made.at("songCount").number() != 10_001 {
		t.Errorf("%v songs", made.at("songCount").v)
	}
	if r := a.form("savePlayQueue", songs("id", 9_999).Encode()); parse(t, "savePlayQueue", r).text("status") != "ok" {
		t.Errorf("queue: %.300s", r.Body)
	}
	if r := a.form("ping", songs("id", music.MaxEntries).Encode()); parse(t, "ping", r).text("status") != "ok" {
		t.Errorf("the most songs: %.300s", r.Body)
	}
}

// TestFormsInError asks for JSON in a form that cannot be taken.
func TestFormsInError(t *testing.T) {
	a := newApp(t)
	plain := a.query().Encode()
	for name, c := range map[string]struct{ form, want string }{
		"too many":         {plain + strings.Repeat("&id=1", music.MaxEntries+200), "too large"},
		"too long":         {plain + "&id=" + strings.Repeat("x", subsonic.MaxBody), "too large"},
		"malformed":        {"id=%zz&" + plain, "malformed"},
		"not text":         {plain + "&id=%ff", "malformed"},
		"malformed format": {"f=%zz&" + plain, "malformed"},
	} {
		r := a.form("ping", c.form)
		answer := parse(t, "ping", r)
		if message := answer.text("error", "message"); answer.at("error", "code").number() != 0 || !strings.Contains(message, c.want) {
			t.Errorf("%s: %.300s", name, r.Body)
		}
	}
	if r := a.form("ping", "&&"+plain+"&"+"id=a;b&empty"); parse(t, "ping", r).text("status") != "ok" {
		t.Errorf("unusual, but not wrong: %s", r.Body)
	}
	both := do(t, a.server, testkit.Request{
		Method: http.MethodPost, Path: "/rest/search3?f=xml&query=" + strconv.Itoa(1), Body: a.query("query", "Dawn").Encode(),
		Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
	})
	same(t, "the form comes first", parse(t, "search3", both).at("searchResult3", "song").each("title"), "Dawn")
}

// TestMethods checks that only what the protocol knows changes something.
func TestMethods(t *testing.T) {
	a := newApp(t)
	song := a.song("Dawn")
	for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead, "NONSENSE"} {
		for endpoint, pairs := range map[string][]string{"star": {"id", song}, "scrobble": {"id", song}, "createPlaylist": {"name", "No"}} {
			if r := a.send(method, endpoint, a.query(pairs...), nil); r.Status != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, POST" {
				t.Errorf("%s %s: %d %v", method, endpoint, r.Status, r.Header)
			}
		}
	}
	for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if r := a.send(method, "ping", a.query(), nil); r.Status != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD, POST" {
			t.Errorf("%s ping: %d %v", method, r.Status, r.Header)
		}
	}
	if r := a.send(http.MethodHead, "ping", a.query(), nil); r.Status != http.StatusOK {
		t.Errorf("HEAD ping: %d", r.Status)
	}
	if got := a.get("getStarred2").at("starred2", "song").len() + a.get("getAlbumList2", "type", "recent").at("albumList2", "album").len(); got != 0 {
		t.Errorf("%d things changed", got)
	}
	if lists := a.get("getPlaylists").at("playlists", "playlist").each("name"); slices.Contains(lists, "No") {
		t.Errorf("playlists: %v", lists)
	}
}
