package lastfm

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/scrobble"
	standin "sonora/internal/testkit/lastfm"
)

// start returns a client of a stand-in.
func start(t *testing.T) (*Client, *standin.Service) {
	t.Helper()
	s := standin.Start(t)
	return client(Access{Key: standin.Key, Secret: standin.Secret, URL: s.URL + "/2.0/"}), s
}

func client(a Access) *Client {
	return New("1.2", func() Access { return a }, func() bool { return false })
}

func listens(titles ...string) (list []scrobble.Listen) {
	for i, title := range titles {
		list = append(list, scrobble.Listen{At: time.Unix(int64(1000+i), 0), Song: scrobble.Song{Title: title, Artist: "Ana & Bo", Album: "Été", RecordingID: "rec", Number: 3, Duration: time.Minute}})
	}
	return list
}

func TestConnect(t *testing.T) {
	c, s := start(t)
	token, page, err := c.Request(t.Context())
	if err != nil || token != standin.Token || page != s.URL+"/api/auth/?api_key="+standin.Key+"&token="+standin.Token {
		t.Fatalf("%q %q %v", token, page, err)
	}
	s.Allow(false)
	if _, _, err := c.Session(t.Context(), token); music.CodeOf(err) != music.Conflict {
		t.Errorf("before the person allowed it: %v", err)
	}
	s.Allow(true)
	if name, key, err := c.Session(t.Context(), token); err != nil || name != standin.Name || key != standin.Session {
		t.Errorf("%q %q %v", name, key, err)
	}
	for _, token := range []string{"", "another"} {
		if _, _, err := c.Session(t.Context(), token); music.CodeOf(err) != music.Invalid {
			t.Errorf("the token %q: %v", token, err)
		}
	}
}

func TestSend(t *testing.T) {
	c, s := start(t)
	done, refused, err := c.Send(t.Context(), "", standin.Session, listens("Dawn", standin.Unwanted, "Noon"))
	if done != 3 || refused != 1 || err != nil {
		t.Errorf("%d done, %d refused: %v", done, refused, err)
	}
	if got := s.Listens(); len(got) != 2 || got[0] != (standin.Listen{Title: "Dawn", Artist: "Ana & Bo", Album: "Été", MusicBrainzID: "rec", At: 1000}) || got[1].At != 1002 {
		t.Errorf("%+v", got)
	}
	s.Limit(4)
	done, refused, err = c.Send(t.Context(), "", standin.Session, listens(standin.Unwanted, "Dusk", "Night", "Dawn", "Noon"))
	if done != 3 || refused != 1 || music.CodeOf(err) != music.TooMany {
		t.Errorf("at the limit of the day: %d done, %d refused: %v", done, refused, err)
	}
	if done, refused, err := c.Send(t.Context(), "", standin.Session, listens("Night")); done != 0 || refused != 0 || music.CodeOf(err) != music.TooMany {
		t.Errorf("beyond the limit: %d done, %d refused: %v", done, refused, err)
	}
	if err := c.Announce(t.Context(), "", standin.Session, &listens("Dawn")[0].Song); err != nil || len(s.Playing()) != 1 {
		t.Errorf("announced %v: %v", s.Playing(), err)
	}
}

// TestBatches sends as many listens as fit into one request, whose parameters are
// signed in the order of their names.
func TestBatches(t *testing.T) {
	c, s := start(t)
	titles := make([]string, c.MaxBatch())
	for i := range titles {
		titles[i] = "Dawn"
	}
	if done, refused, err := c.Send(t.Context(), "", standin.Session, listens(titles...)); done != len(titles) || refused != 0 || err != nil || s.Requests() != 1 {
		t.Errorf("%d done, %d refused: %v", done, refused, err)
	}
}

func TestFaults(t *testing.T) {
	for code, want := range map[int]music.Code{
		4: music.Unauthenticated, 6: music.Invalid, 8: music.Elsewhere, 9: music.Unauthenticated, 10: music.Elsewhere, 11: music.Elsewhere,
		13: music.Elsewhere, 16: music.Elsewhere, 26: music.Elsewhere, 29: music.TooMany, 99: music.Elsewhere,
	} {
		c, s := start(t)
		s.Fail(code)
		if done, _, err := c.Send(t.Context(), "", standin.Session, listens("Dawn")); done != 0 || music.CodeOf(err) != want {
			t.Errorf("error %d: %d done, %v", code, done, err)
		}
	}
}

func TestHostileAnswers(t *testing.T) {
	for _, body := range []string{
		`[]`, `null`, `{"error":"9"}`, `{"scrobbles":[]}`, `{"scrobbles":{"scrobble":7}}`, `{}`, `{"scrobbles":{"scrobble":[]}}`,
		`{"scrobbles":{"scrobble":[{},{},{}]}}`, `{"scrobbles":{"scrobble":{"ignoredMessage":{"code":{"a":[]}}}}}`, `<lfm/>`, strings.Repeat("[", 10_000),
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		c := client(Access{Key: standin.Key, Secret: standin.Secret, URL: server.URL})
		if _, _, err := c.Send(t.Context(), "", standin.Session, listens("Dawn", "Noon")); music.CodeOf(err) != music.Elsewhere {
			t.Errorf("%.60s: %v", body, err)
		}
		if _, _, err := c.Session(t.Context(), standin.Token); err == nil {
			t.Errorf("%.60s is a session", body)
		}
		server.Close()
	}
}

func TestAccess(t *testing.T) {
	s := standin.Start(t)
	for what, c := range map[string]struct {
		access Access
		code   music.Code
	}{
		"not set up":        {Access{}, music.Conflict},
		"without a secret":  {Access{Key: standin.Key, URL: s.URL}, music.Conflict},
		"with another key":  {Access{Key: "x", Secret: standin.Secret, URL: s.URL}, music.Elsewhere},
		"with a bad secret": {Access{Key: standin.Key, Secret: "x", URL: s.URL}, music.Elsewhere},
	} {
		if _, _, err := client(c.access).Request(t.Context()); music.CodeOf(err) != c.code {
			t.Errorf("%s: %v", what, err)
		}
	}
	if s.Requests() != 2 {
		t.Errorf("%d requests", s.Requests())
	}
}
