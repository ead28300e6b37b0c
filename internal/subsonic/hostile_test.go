package subsonic_test

import (
	"crypto/md5"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func testkitRequest(method, path string) testkit.Request {
	return testkit.Request{Method: method, Path: path}
}

// TestCredentials checks who gets in.
func TestCredentials(t *testing.T) {
	a := newApp(t)
	a.get("ping")
	with := func(change func(q url.Values)) string {
		t.Helper()
		q := a.query()
		change(q)
		r := a.send(http.MethodGet, "ping", q, nil)
		answer := parse(t, "ping", r)
		if answer.text("status") == "ok" {
			return "ok"
		}
		return strconv.Itoa(int(answer.at("error", "code").number()))
	}
	for name, c := range map[string]struct {
		want   string
		change func(q url.Values)
	}{
		"the password of the account": {"40", func(q url.Values) { q.Set("p", testkit.Password) }},
		"no password":                 {"10", func(q url.Values) { q.Del("p") }},
		"no name":                     {"10", func(q url.Values) { q.Del("u") }},
		"a wrong name":                {"40", func(q url.Values) { q.Set("u", "nobody@example.com") }},
		"hexadecimal":                 {"ok", func(q url.Values) { q.Set("p", "enc:"+hex.EncodeToString([]byte(a.secret))) }},
		"broken hexadecimal":          {"40", func(q url.Values) { q.Set("p", "enc:xyz") }},
		"a token without a salt":      {"10", func(q url.Values) { q.Del("p"); q.Set("t", "abc") }},
		"a wrong token":               {"40", func(q url.Values) { q.Del("p"); q.Set("t", "abc"); q.Set("s", "def") }},
		"a token":                     {"ok", func(q url.Values) { q.Del("p"); q.Set("t", token(a.secret, "salt")); q.Set("s", "salt") }},
		"a token of another salt":     {"40", func(q url.Values) { q.Del("p"); q.Set("t", token(a.secret, "salt")); q.Set("s", "pepper") }},
		"a token of the password":     {"40", func(q url.Values) { q.Del("p"); q.Set("t", token(testkit.Password, "salt")); q.Set("s", "salt") }},
		"a key":                       {"ok", func(q url.Values) { q.Del("p"); q.Del("u"); q.Set("apiKey", a.secret) }},
		"a wrong key":                 {"44", func(q url.Values) { q.Del("p"); q.Del("u"); q.Set("apiKey", "abc") }},
		"a key and a name":            {"43", func(q url.Values) { q.Set("apiKey", a.secret) }},
		"no version":                  {"ok", func(q url.Values) { q.Del("v") }},
		"no app":                      {"ok", func(q url.Values) { q.Del("c") }},
		"an old version":              {"20", func(q url.Values) { q.Set("v", "0.9") }},
		"a new version":               {"30", func(q url.Values) { q.Set("v", "2.0.0") }},
		"no version number":           {"ok", func(q url.Values) { q.Set("v", "latest") }},
		"two names":                   {"ok", func(q url.Values) { q.Add("u", "nobody@example.com") }},
	} {
		if got := with(c.change); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if r := do(t, a.server, testkitRequest(http.MethodGet, "/rest/getOpenSubsonicExtensions?f=json")); parse(t, "getOpenSubsonicExtensions", r).at("openSubsonicExtensions").len() == 0 {
		t.Errorf("extensions without credentials: %s", r.Body)
	}
	if r := do(t, a.server, testkitRequest(http.MethodGet, "/rest/ping")); !strings.Contains(r.Body, `code="10"`) {
		t.Errorf("nothing at all: %s", r.Body)
	}
}

// token returns the token of a password and a salt.
func token(password, salt string) string {
	sum := md5.Sum([]byte(password + salt))
	return hex.EncodeToString(sum[:])
}

// TestTokenInfo tells an app whose key it has.
func TestTokenInfo(t *testing.T) {
	a := newApp(t)
	by := func(key string) body {
		return parse(t, "tokenInfo", do(t, a.server, testkitRequest(http.MethodGet, "/rest/tokenInfo?f=json&v=1.16.1&c=Test&apiKey="+key)))
	}
	if name := by(a.secret).text("tokenInfo", "username"); name != a.person.Email {
		t.Errorf("username: %q", name)
	}
	_, readsOnly := apitest.APIKey(t, a.server, a.person, "read")
	if code := by(readsOnly).at("error", "code").number(); code != 50 {
		t.Errorf("a key that may not listen: %v", code)
	}
	a.fails(43, "tokenInfo", "apiKey", a.secret) // beside a password
}

// endpoints are those of the protocol.
func endpoints() []string {
	names := []string{"stream", "download", "hls.m3u8", "getCoverArt", "getAvatar", "getCaptions", "getTranscodeStream", "nonsense", "", "ping/more", "a%00b", "%ff"}
	for name := range document.Answers {
		names = append(names, name)
	}
	return names
}

// TestHostileParameters calls every endpoint with parameters that it cannot use.
func TestHostileParameters(t *testing.T) {
	a := newApp(t)
	song := a.song("Dawn")
	huge := strings.Repeat("9", 400)
	for _, value := range []string{"", "nonsense", "-1", "0", huge, "NaN", "1e309", "-1e309", "\x00", "\xff\xfe", "' or 1=1 --", "../../etc/passwd", "🎵\u202e", "[]", "al-", "fd-1-", song, strings.Repeat("x", 20_000)} {
		q := a.query()
		for _, name := range []string{
			"id", "albumId", "artistId", "musicFolderId", "size", "offset", "count", "songCount", "songOffset", "albumCount", "albumOffset", "artistCount", "artistOffset", "query", "type", "genre", "fromYear", "toYear",
			"maxBitRate", "format", "timeOffset", "bitRate", "time", "submission", "rating", "position", "current", "currentIndex", "playlistId", "songId", "songIdToAdd", "songIndexToRemove", "public", "name", "comment",
			"url", "streamUrl", "expires", "ifModifiedSince", "includeEpisodes", "username", "mediaId", "mediaType", "positionMs", "state", "transcodeParams", "startSongId", "endSongId", "enhanced", "fullScan", "artist", "title", "any", "n",
		} {
			q[name] = []string{value, value}
		}
		for _, endpoint := range endpoints() {
			method := http.MethodGet
			if len(value) > 10_000 {
				method = http.MethodPost
			}
			r := a.send(method, endpoint, q, nil) // fails for a server error
			if kind := r.Header.Get("Content-Type"); kind == "application/json" {
				parse(t, endpoint, r)
			}
		}
	}
}

// TestWrongFormats asks for formats that do not exist.
func TestWrongFormats(t *testing.T) {
	a := newApp(t)
	for _, f := range []string{"yaml", "JSON", "xml2", "🎵", strings.Repeat("x", 5000)} {
		r := a.raw("getArtists", "f", f)
		if r.Status != http.StatusOK || !strings.Contains(r.Body, `<error code="0"`) {
			t.Errorf("%.20q: %d %s", f, r.Status, r.Body)
		}
	}
	r := a.raw("nonsense")
	if r.Status != http.StatusNotFound || !strings.Contains(r.Body, `"code":0`) {
		t.Errorf("unknown endpoint: %d %s", r.Status, r.Body)
	}
	if r := do(t, a.server, testkitRequest(http.MethodGet, "/rest/ping?f=json&u=%zz")); !strings.Contains(r.Body, `"code":0`) && !strings.Contains(r.Body, `"code":10`) {
		t.Errorf("malformed: %s", r.Body)
	}
	big := testkit.Request{Method: http.MethodPost, Path: "/rest/ping", Body: strings.Repeat("id=1&", 2<<20), Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}
	if r := do(t, a.server, big); r.Status >= http.StatusInternalServerError || !strings.Contains(r.Body, "failed") {
		t.Errorf("too large: %d %.200s", r.Status, r.Body)
	}
}

// TestManyCovers asks for covers all at once, as apps do that fill a page.
func TestManyCovers(t *testing.T) {
	a := newApp(t)
	id := a.get("getAlbum", "id", a.album("First Light")).text("album", "coverArt")
	var all sync.WaitGroup
	for range 300 {
		all.Go(func() {
			if r := a.raw("getCoverArt", "id", id, "size", "300"); r.Status != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "image/") {
				t.Errorf("%d %v", r.Status, r.Header)
			}
		})
	}
	all.Wait()
}

// TestRemovalsAtOnce removes the first song of a playlist from many sides.
func TestRemovalsAtOnce(t *testing.T) {
	a := newApp(t)
	id := a.get("createPlaylist", append(repeated("songId", slices.Repeat([]string{a.song("Dawn")}, 12)...), "name", "Crowded")...).text("playlist", "id")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if r := a.raw("updatePlaylist", "playlistId", id, "songIndexToRemove", "0"); !strings.Contains(r.Body, `"status":"ok"`) {
				t.Errorf("not removed: %s", r.Body)
			}
		})
	}
	all.Wait()
	if n := a.get("getPlaylist", "id", id).at("playlist", "entry").len(); n != 4 {
		t.Errorf("%d songs are left, want 4", n)
	}
	a.get("updatePlaylist", "playlistId", id, "songIndexToRemove", "3", "songIndexToRemove", "3")
	if n := a.get("getPlaylist", "id", id).at("playlist", "entry").len(); n != 3 {
		t.Errorf("%d songs are left, want 3", n)
	}
}

// TestSentences checks that errors say which parameter is wrong, and how to go on.
func TestSentences(t *testing.T) {
	a := newApp(t)
	message := func(endpoint string, pairs ...string) string {
		t.Helper()
		return parse(t, endpoint, a.raw(endpoint, pairs...)).text("error", "message")
	}
	id := a.get("createPlaylist", "name", "Mine").text("playlist", "id")
	for got, want := range map[string]string{
		message("updatePlaylist", "playlistId", id, "comment", strings.Repeat("x", 1001)):   "comment: Ensure this field has no more than 1000 characters.",
		message("createShare", "id", a.song("Dawn"), "expires", "1000"):                     "expires: Choose a time in the future.",
		message("updatePlaylist", "playlistId", id, "songIdToAdd", "x"):                     "This track was not found.",
		message("updatePlaylist", "playlistId", id, "songIdToAdd", "x", "songIdToAdd", "y"): "These tracks were not found.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestManyGuesses tells a network that guesses passwords to wait.
func TestManyGuesses(t *testing.T) {
	a := newApp(t)
	q := a.query()
	q.Set("p", "wrong")
	for range 100 {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/rest/ping?"+q.Encode(), nil)
		r.RemoteAddr = "203.0.113.77:1000"
		w := httptest.NewRecorder()
		a.server.Handler.ServeHTTP(w, r)
		if w.Header().Get("Retry-After") == "" {
			continue
		}
		if !strings.Contains(w.Body.String(), "too many wrong passwords") {
			t.Errorf("%s", w.Body)
		}
		return
	}
	t.Error("guesses are not slowed down")
}
