package edge

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/auth"
	"sonora/internal/music"
	"sonora/internal/people"
)

// memory keeps responses as the database does.
type memory struct {
	mu   sync.Mutex
	kept map[string]people.Replay
}

func (m *memory) ClaimReplay(_ context.Context, r people.Replay, now time.Time) (*people.Replay, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if taken, ok := m.kept[r.AccountID+r.Key]; ok && taken.ExpiresAt.After(now) {
		return &taken, nil
	}
	m.kept[r.AccountID+r.Key] = r
	return nil, nil //nolint:nilnil // as the interface says
}

func (m *memory) KeepReplay(_ context.Context, r people.Replay) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[r.AccountID+r.Key] = r
	return nil
}

func (m *memory) DropReplay(_ context.Context, r people.Replay) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, r.AccountID+r.Key)
	return nil
}

// backwards seals by writing from back to front.
type backwards struct{}

func (backwards) Close(secret []byte) []byte {
	sealed := bytes.Clone(secret)
	slices.Reverse(sealed)
	return sealed
}

func (b backwards) Open(sealed []byte) ([]byte, error) { return b.Close(sealed), nil }

// named is a server where the credentials are the name of the account.
type named struct{ everybody }

func (named) Recognise(_ context.Context, p auth.Proof) auth.Caller {
	return auth.Caller{Viewer: music.Viewer{AccountID: p.Authorization}}
}

// maker is an edge that makes things and counts how many.
type maker struct {
	http.Handler
	memory
	made    int
	proceed func() // called while a request runs
}

func newMaker() *maker {
	m := &maker{memory: memory{kept: map[string]people.Replay{}}, proceed: func() {}}
	e := New(Config{Callers: named{}, Settings: everybody{}, Replays: m, Box: backwards{}, Log: slog.New(slog.DiscardHandler), Prefixes: []string{"/api/"}})
	type form struct {
		Name string `json:"name"`
		Long int    `json:"long,omitempty"`
	}
	type made struct {
		Location string `header:"Location"`
		Body     struct{ Secret string }
	}
	makeThing := func(_ context.Context, in *Body[form]) (*made, error) {
		m.proceed()
		switch in.Body.Name {
		case "taken":
			return nil, music.NewError(music.Conflict, "Not found.")
		case "broken":
			panic("broken")
		}
		m.made++
		out := &made{Location: "/api/things/" + in.Body.Name}
		out.Body.Secret = in.Body.Name + strings.Repeat("!", in.Body.Long)
		return out, nil
	}
	Post(e, "/api/things", "makeThing", "", Member, makeThing, Created)
	Partial(e, "/api/things", "saveThing", "", Member, makeThing)
	RawMethod(e, http.MethodPost, "/api/files", "makeFile", "", Member, func(w http.ResponseWriter, r *http.Request) error {
		m.made++
		_, err := io.CopyN(io.Discard, r.Body, 10) // a handler that does not read everything
		w.WriteHeader(http.StatusCreated)
		return err
	}, "", func(r *Route) { r.body = FormBody })
	Post(e, "/api/visits", "visit", "", Anyone, makeThing)
	m.Handler = e.Handler()
	return m
}

func (m *maker) send(method, path, who, key, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", who)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	return w
}

// TestRequestIsCarriedOutOnce repeats requests with the same key.
func TestRequestIsCarriedOutOnce(t *testing.T) {
	const one, two = `{"name":"one"}`, `{"name":"two"}`
	for name, c := range map[string]struct {
		method, path, who, key, body string
		status, made                 int // of the second request
		replayed, contains           string
	}{
		"the same":                    {"POST", "/api/things", "ada", "k", one, 201, 1, "true", `"one"`},
		"behind a slash":              {"POST", "/api/things/", "ada", "k", one, 201, 1, "true", `"one"`},
		"another body":                {"POST", "/api/things", "ada", "k", two, 422, 1, "", `"code":"idempotency_key_reused"`},
		"another query":               {"POST", "/api/things?x=1", "ada", "k", one, 422, 1, "", `"code":"idempotency_key_reused"`},
		"another key":                 {"POST", "/api/things", "ada", "l", one, 201, 2, "", `"one"`},
		"no key":                      {"POST", "/api/things", "ada", "", one, 201, 2, "", `"one"`},
		"another account":             {"POST", "/api/things", "bob", "k", one, 201, 2, "", `"one"`},
		"a change in part":            {"PATCH", "/api/things", "ada", "k", one, 200, 2, "", `"one"`},
		"another method":              {"PUT", "/api/things", "ada", "k", one, 200, 2, "", `"one"`},
		"nobody":                      {"POST", "/api/things", "", "k", one, 401, 1, "", "credentials"},
		"a visitor may do it":         {"POST", "/api/visits", "", "k", one, 200, 2, "", `"one"`},
		"a key that is too long":      {"POST", "/api/things", "ada", strings.Repeat("k", 256), one, 400, 1, "", "Idempotency-Key"},
		"a key with spaces":           {"POST", "/api/things", "ada", "a b", one, 400, 1, "", "Idempotency-Key"},
		"a body that is no JSON":      {"POST", "/api/things", "ada", "l", `{`, 400, 1, "", "Malformed"},
		"a body that is far too long": {"POST", "/api/things", "ada", "l", strings.Repeat(" ", 2<<20), 413, 1, "", "too large"},
	} {
		m := newMaker()
		first := m.send("POST", "/api/things", "ada", "k", one)
		if first.Code != http.StatusCreated || first.Header().Get("Idempotency-Replayed") != "" {
			t.Fatalf("first: %d %s", first.Code, first.Body)
		}
		if kept := m.kept["adak"]; len(kept.Answer) == 0 || bytes.Contains(kept.Answer, []byte("one")) {
			t.Errorf("the response is stored as %q", kept.Answer)
		}
		w := m.send(c.method, c.path, c.who, c.key, c.body)
		if w.Code != c.status || m.made != c.made || w.Header().Get("Idempotency-Replayed") != c.replayed || !strings.Contains(w.Body.String(), c.contains) {
			t.Errorf("%s: %d %s %v, %d made", name, w.Code, w.Body, w.Header(), m.made)
		}
		if c.replayed != "" && (w.Body.String() != first.Body.String() || w.Header().Get("Location") != "/api/things/one" || w.Header().Get("X-Request-Id") == first.Header().Get("X-Request-Id")) {
			t.Errorf("%s: replayed %v %s, was %v %s", name, w.Header(), w.Body, first.Header(), first.Body)
		}
	}
}

// TestEmptyKeyIsRefused sends the header without a key.
func TestEmptyKeyIsRefused(t *testing.T) {
	m := newMaker()
	r := httptest.NewRequest(http.MethodPost, "/api/things", strings.NewReader(`{"name":"one"}`))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"ada"}, "Idempotency-Key": {""}}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	if w.Code != http.StatusBadRequest || m.made != 0 || !strings.Contains(w.Body.String(), "Idempotency-Key") {
		t.Errorf("%d %s, %d made", w.Code, w.Body, m.made)
	}
}

// TestFormIsCarriedOutOnce sends forms with the same key, each with a boundary of its
// own.
func TestFormIsCarriedOutOnce(t *testing.T) {
	form := func(field, name, content string) *http.Request {
		var body bytes.Buffer
		parts := multipart.NewWriter(&body)
		file, err := parts.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(file, content)
		if err := errors.Join(parts.WriteField("title", field), parts.Close()); err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/api/files", &body)
		r.Header.Set("Content-Type", parts.FormDataContentType())
		r.Header.Set("Authorization", "ada")
		r.Header.Set("Idempotency-Key", "k")
		return r
	}
	for name, c := range map[string]struct {
		again  *http.Request
		status int
	}{
		"the same":      {form("Says", "a.mp3", strings.Repeat("a", 100_000)), 201},
		"another field": {form("Sayz", "a.mp3", strings.Repeat("a", 100_000)), 422},
		"another name":  {form("Says", "b.mp3", strings.Repeat("a", 100_000)), 422},
		"another file":  {form("Says", "a.mp3", strings.Repeat("a", 99_999)+"b"), 422},
	} {
		m := newMaker()
		first, again := httptest.NewRecorder(), httptest.NewRecorder()
		m.ServeHTTP(first, form("Says", "a.mp3", strings.Repeat("a", 100_000)))
		m.ServeHTTP(again, c.again)
		if first.Code != 201 || again.Code != c.status || m.made != 1 {
			t.Errorf("%s: %d, then %d %s, %d made", name, first.Code, again.Code, again.Body, m.made)
		}
	}
}

// TestFailedRequestMayBeRepeated repeats requests that did nothing, and one whose
// response is too long to be kept.
func TestFailedRequestMayBeRepeated(t *testing.T) {
	for name, c := range map[string]struct {
		body   string
		status int
		again  int
	}{
		"refused":  {`{"name":"taken"}`, 409, 409},
		"broken":   {`{"name":"broken"}`, 500, 500},
		"invalid":  {`{"name":7}`, 400, 400},
		"too long": {`{"name":"x","long":65536}`, 201, 409},
	} {
		m := newMaker()
		first, again := m.send("POST", "/api/things", "ada", "k", c.body), m.send("POST", "/api/things", "ada", "k", c.body)
		if first.Code != c.status || again.Code != c.again || m.made > 1 {
			t.Errorf("%s: %d, then %d %s, %d made", name, first.Code, again.Code, again.Body, m.made)
		}
		if left := len(m.kept); c.status != http.StatusCreated && left != 0 {
			t.Errorf("%s: the key is taken", name)
		}
	}
}

// TestRunningRequestIsNotRepeated sends a request again while it runs, after it
// has ended, and after a day.
func TestRunningRequestIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMaker()
		resume, ended := make(chan struct{}), make(chan error)
		m.proceed = func() { <-resume }
		ask := func() *httptest.ResponseRecorder { return m.send("POST", "/api/things", "ada", "k", `{"name":"one"}`) }
		go func() {
			if w := ask(); w.Code != http.StatusCreated {
				ended <- errors.New(w.Body.String())
			}
			close(ended)
		}()
		synctest.Wait()
		if w := ask(); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), `"code":"in_progress"`) {
			t.Errorf("while it runs: %d %s", w.Code, w.Body)
		}
		close(resume)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		<-time.After(24*time.Hour - time.Second)
		if w := ask(); w.Code != http.StatusCreated || w.Header().Get("Idempotency-Replayed") != "true" || m.made != 1 {
			t.Errorf("within a day: %d, %d made", w.Code, m.made)
		}
		<-time.After(2 * time.Second)
		if w := ask(); w.Code != http.StatusCreated || w.Header().Get("Idempotency-Replayed") != "" || m.made != 2 {
			t.Errorf("after a day: %d, %d made", w.Code, m.made)
		}
	})
}
