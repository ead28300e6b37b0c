package subsonic_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// library is the server that tests share.
var library = apitest.Library()

func TestMain(m *testing.M) { apitest.Main(m) }

// app is a music app of a person.
type app struct {
	t      *testing.T
	server *testkit.Server
	person testkit.Person
	secret string
}

// newApp joins the shared server with a person and an app.
func newApp(t *testing.T) *app {
	t.Helper()
	s := library.Join(t)
	return appOf(t, s, s.Member)
}

func appOf(t *testing.T, s *testkit.Server, p testkit.Person) *app {
	t.Helper()
	_, secret := apitest.APIKey(t, s, p, "listen", "write")
	return &app{t: t, server: s, person: p, secret: secret}
}

// query returns the parameters of a call: pairs of names and values, and the
// credentials.
func (a *app) query(pairs ...string) url.Values {
	q := url.Values{"u": {a.person.Email}, "p": {a.secret}, "v": {"1.16.1"}, "c": {"Test"}, "f": {"json"}}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == "f" {
			q.Set("f", pairs[i+1])
			continue
		}
		q.Add(pairs[i], pairs[i+1])
	}
	return q
}

// send sends a request as it is.
func (a *app) send(method, endpoint string, q url.Values, header map[string]string) testkit.Response {
	a.t.Helper()
	r := testkit.Request{Method: method, Path: "/rest/" + endpoint + "?" + q.Encode(), Header: header}
	if method == http.MethodPost {
		r.Path, r.Body = "/rest/"+endpoint, q.Encode()
		r.Header = map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	}
	answer := do(a.t, a.server, r)
	if answer.Status >= http.StatusInternalServerError {
		a.t.Errorf("%s %s: %d %s", endpoint, q.Encode(), answer.Status, answer.Body)
	}
	return answer
}

// do sends a request to the server's handler.
func do(t *testing.T, s *testkit.Server, r testkit.Request) testkit.Response {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), r.Method, r.Path, strings.NewReader(r.Body))
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.Handler.ServeHTTP(w, request)
	return testkit.Response{Status: w.Code, Header: w.Header(), Body: w.Body.String()}
}

// raw returns the body of an answer.
func (a *app) raw(endpoint string, pairs ...string) testkit.Response {
	a.t.Helper()
	return a.send(http.MethodGet, endpoint, a.query(pairs...), nil)
}

// body is what is in an answer of JSON.
type body struct {
	t *testing.T
	v any
}

// get returns a successful answer, which matches the schema of its endpoint.
func (a *app) get(endpoint string, pairs ...string) body {
	a.t.Helper()
	r := a.raw(endpoint, pairs...)
	answer := parse(a.t, endpoint, r)
	if answer.text("status") != "ok" {
		a.t.Fatalf("%s %v: %s", endpoint, pairs, r.Body)
	}
	return answer
}

// fails checks the code of an error.
func (a *app) fails(code int, endpoint string, pairs ...string) {
	a.t.Helper()
	r := a.raw(endpoint, pairs...)
	answer := parse(a.t, endpoint, r)
	if got := answer.at("error", "code").number(); answer.text("status") != "failed" || got != float64(code) {
		a.t.Errorf("%s %v: want the error %d, got %d %s", endpoint, pairs, code, r.Status, r.Body)
	}
}

// parse parses an answer and checks that it matches the schema of its endpoint.
func parse(t *testing.T, endpoint string, r testkit.Response) body {
	t.Helper()
	if kind := r.Header.Get("Content-Type"); kind != "application/json" {
		t.Fatalf("%s: %d, %s: %.300s", endpoint, r.Status, kind, r.Body)
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(r.Body), &v); err != nil {
		t.Fatalf("%s: %v in %s", endpoint, err, r.Body)
	}
	for _, problem := range check(endpoint, v) {
		t.Errorf("%s: %s\n%.2000s", endpoint, problem, r.Body)
	}
	return body{t, v["subsonic-response"]}
}

// at returns what is at a path of properties and positions.
func (b body) at(path ...any) body {
	b.t.Helper()
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, ok := b.v.(map[string]any)
			if !ok {
				b.t.Fatalf("%v: no object with %s: %v", path, step, b.v)
			}
			b.v = object[step]
		case int:
			list, ok := b.v.([]any)
			if !ok || step >= len(list) {
				b.t.Fatalf("%v: no list with item %d: %v", path, step, b.v)
			}
			b.v = list[step]
		}
	}
	return b
}

func (b body) text(path ...any) string {
	b.t.Helper()
	text, _ := b.at(path...).v.(string)
	return text
}

func (b body) number() float64 {
	n, _ := b.v.(float64)
	return n
}

func (b body) has(property string) bool {
	object, _ := b.v.(map[string]any)
	_, ok := object[property]
	return ok
}

// each returns the texts of a property of the items of a list.
func (b body) each(property string) []string {
	b.t.Helper()
	list, ok := b.v.([]any)
	if !ok && b.v != nil { // some empty lists are left out
		b.t.Fatalf("no list: %v", b.v)
	}
	texts := []string{}
	for _, item := range list {
		texts = append(texts, body{b.t, item}.text(property))
	}
	return texts
}

func (b body) len() int {
	list, _ := b.v.([]any)
	return len(list)
}

// song returns the ID of a song by its title.
func (a *app) song(title string) string {
	a.t.Helper()
	found := a.get("search3", "query", "", "songCount", "500").at("searchResult3", "song")
	for i := range found.len() {
		if found.text(i, "title") == title {
			return found.text(i, "id")
		}
	}
	a.t.Fatalf("there is no song %q", title)
	return ""
}

// album returns the ID of an album by its name.
func (a *app) album(name string) string {
	a.t.Helper()
	found := a.get("getAlbumList2", "type", "alphabeticalByName", "size", "500").at("albumList2", "album")
	for i := range found.len() {
		if found.text(i, "name") == name {
			return found.text(i, "id")
		}
	}
	a.t.Fatalf("there is no album %q", name)
	return ""
}

// same compares lists of texts.
func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}
