package api_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api"
	"sonora/internal/store"
	"sonora/internal/store/pgtest"
	"sonora/internal/testkit"
	"sonora/internal/testkit/fakelib"
)

// canary is the content of a file next to the library that no response may
// contain.
const canary = "canary-outside-the-library"

// TestHostileInput attacks a server on each database engine.
func TestHostileInput(t *testing.T) {
	siege := func(t *testing.T, s besieged) {
		t.Run("ids", func(t *testing.T) { attackWithIDs(t, s) })
		t.Run("queries", func(t *testing.T) { attackWithQueries(t, s) })
		t.Run("bodies", func(t *testing.T) { attackWithBodies(t, s) })
		if !s.deep {
			t.Run("methods", func(t *testing.T) { attackWithMethods(t, s) })
		}
		// Attacks with an ended session would prove nothing.
		for _, who := range []testkit.Person{s.Member, s.Admin} {
			if r := s.Do(t, testkit.Request{Path: "/api/auth/user", As: who}); r.Status != http.StatusOK {
				t.Errorf("%s is signed out", who.Email)
			}
		}
	}
	start := func(t *testing.T, database string) *testkit.Server {
		dir := t.TempDir()
		fakelib.Build(t, filepath.Join(dir, "music"))
		fakelib.Write(t, dir, "secret.mp3", fakelib.Song{Title: canary, Artists: []string{canary}, Lyrics: canary, Sound: 9000}.MP3())
		return testkit.Start(t, testkit.Options{
			Music: filepath.Join(dir, "music"), Database: database, Proxies: []string{"127.0.0.1"},
			Settings: map[string]json.RawMessage{"scannedTracksPublic": []byte("true")},
		})
	}
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		s := start(t, "")
		siege(t, besieged{Server: s, others: []testkit.Person{{}, s.Member}})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		siege(t, besieged{Server: start(t, pgtest.New(t, prepare)), deep: true})
	})
}

// prepare creates the PostgreSQL schema.
func prepare(url string) error {
	s, err := store.Open(context.Background(), url, store.Options{})
	if err != nil {
		return err
	}
	return s.Close()
}

// besieged is a server and its attackers.
type besieged struct {
	*testkit.Server
	others []testkit.Person // attackers other than the operator, who take turns
	deep   bool             // send only attacks that reach the database
}

// turn returns who sends the n-th attack: the operator, who passes most checks,
// sends every attack, and the others take turns.
func (s besieged) turn(n int) []testkit.Person {
	who := []testkit.Person{s.Admin}
	if n %= 4; n < len(s.others) {
		who = append(who, s.others[n])
	}
	return who
}

// attack is a request that should be refused.
type attack struct {
	method, path, body string
	header             map[string]string
	turn               int
}

// repel sends an attack and checks that it is refused.
func repel(t *testing.T, s besieged, a attack) {
	t.Helper()
	people := s.turn(a.turn)
	if a.path == "/api/auth/logout" {
		people = []testkit.Person{{}} // the sessions of the others are needed later
	}
	for _, who := range people {
		r := s.Do(t, testkit.Request{Method: a.method, Path: a.path, Body: a.body, As: who, Header: fromAnywhere(a.header)})
		complain := func(format string, args ...any) {
			t.Errorf("%s %.120q as %q with %.80q: %s", a.method, a.path, who.Email, a.body, fmt.Sprintf(format, args...))
		}
		if r.Status >= http.StatusInternalServerError {
			complain("%d %.300s", r.Status, r.Body)
		}
		for _, secret := range []string{canary, "root:x:", "goroutine ", "argon2", "SQLSTATE", "sqlite", ".go:"} {
			if strings.Contains(r.Body, secret) {
				complain("%s in %.300s", secret, r.Body)
			}
		}
		if r.Header.Get("X-Injected") != "" {
			complain("a header was injected")
		}
		if who.Email == "" && strings.Contains(r.Body, os.TempDir()+"/") {
			complain("a path of the disk in %.300s", r.Body)
		}
	}
}

// fromAnywhere sets an unused client address, so that the sign-in limits do not
// refuse the attack first.
func fromAnywhere(header map[string]string) map[string]string {
	header = maps.Clone(header)
	if header == nil {
		header = map[string]string{}
	}
	header["X-Forwarded-For"] = netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, rand.Uint32()))).String()
	return header
}

// operations returns the operations of the document except streams, by method and
// path.
func operations() map[string]*huma.Operation {
	found := map[string]*huma.Operation{}
	for path, item := range api.Document().Paths {
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete, item.Head} {
			if o != nil && o.OperationID != "events" && o.OperationID != "stationEvents" {
				found[o.Method+" "+path] = o
			}
		}
	}
	return found
}

// inOrder returns the operations in a fixed order.
func inOrder() iter.Seq2[int, *huma.Operation] {
	all := operations()
	return func(yield func(int, *huma.Operation) bool) {
		for i, name := range slices.Sorted(maps.Keys(all)) {
			if !yield(i, all[name]) {
				return
			}
		}
	}
}

var absurdIDs = []string{
	"%00", "a%00b", "%2e%2e", "..", ".", "../../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "..%5c..%5csecret.mp3", "..%2fsecret.mp3",
	"%2f", "%2f%2f", "%ff%fe", "%c0%ae%c0%ae", "%25%32%65%25%32%65", "%252e%252e%252fsecret.mp3", "%20", "%0d%0aX-Injected:%201", "%7Bid%7D",
	"%F0%9F%8E%A7", "0", "-1", "null", "undefined", "1%27%20OR%20%271%27=%271", "%3Cscript%3E", "secret.mp3", strings.Repeat("a", 10_000), strings.Repeat("%F0%9F%8E%A7", 1000),
}

func attackWithIDs(t *testing.T, s besieged) {
	for at, o := range inOrder() {
		if !strings.Contains(o.Path, "{") {
			continue
		}
		before, after, _ := strings.Cut(o.Path, "{")
		_, after, _ = strings.Cut(after, "}")
		slashes := [2]string{"", "/"} // alternately; trailing slashes are removed first
		for i, id := range absurdIDs {
			repel(t, s, attack{method: o.Method, path: before + id + after + slashes[(at+i/4)%2], turn: at + i})
		}
	}
	// Media by file paths, as in older versions.
	for _, path := range []string{"/media/audio/../../secret.mp3", "/media/..%2fsecret.mp3", "/api/covers/..%2f..%2fsecret.mp3", "/assets/..%2f..%2fsecret.mp3", "/%2e%2e/secret.mp3", "//etc/passwd", "/api//tracks", "/api/tracks//", "/api/\\tracks"} {
		for turn := range 4 {
			repel(t, s, attack{method: http.MethodGet, path: path, turn: turn})
		}
	}
}

var absurdValues = []string{
	"", "%00", "%ff", "%c3%28", "0", "-1", "1.5", "1e9", "abc", "99999999999999999999", "NaN", "%27%3B%20drop%20table%20track%3B--", "%25_%25", "%F0%9F%8E%A7",
	"*", "%22%20OR%20%22", "(", "title%3A*%20NEAR", "[]", "a&limit=b", strings.Repeat("a", 10_000), strings.Repeat("a%20", 3000),
	"1eyJvIjoibmV3ZXN0IiwicyI6OTk5OTk5OTk5OTk5OTk5OTk5OTk5fQ", "%2e%2e%2f",
}

func attackWithQueries(t *testing.T, s besieged) {
	for at, o := range inOrder() {
		path := strings.NewReplacer("{id}", "x", "{hash}", "0123456789abcdef").Replace(o.Path)
		for i, p := range o.Parameters {
			if p.In != "query" {
				continue
			}
			for j, value := range absurdValues {
				repel(t, s, attack{method: o.Method, path: path + "?" + p.Name + "=" + value, turn: at + i + j})
			}
		}
		if s.deep || o.Method != http.MethodGet {
			continue
		}
		for i, query := range []string{"?%zz", "?a;b", "?&&&===", "?%00=1", "?limit=1&limit=2&unknown[]=3", "?" + strings.Repeat("a=1&", 2000)} {
			repel(t, s, attack{method: o.Method, path: path + query, turn: at + i})
		}
	}
}

func attackWithMethods(t *testing.T, s besieged) {
	known := operations()
	for _, o := range known {
		path := strings.NewReplacer("{id}", "x", "{hash}", "x").Replace(o.Path)
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"} {
			read := strings.Replace(method, http.MethodHead, http.MethodGet, 1)
			if takes(known, read, path) || method == http.MethodOptions && strings.HasPrefix(path, "/api/uploads") {
				continue // the tus protocol uses OPTIONS
			}
			if strings.HasPrefix(path, "/radio/") {
				continue // sources connect there, see package ingest
			}
			if path == "/api/notifications/unsubscribe" && read == http.MethodGet {
				continue // the link in mails, see TestUnsubscribe
			}
			r := s.Do(t, testkit.Request{Method: method, Path: path, As: s.Admin, Header: fromAnywhere(nil)})
			if r.Status != http.StatusMethodNotAllowed || method != http.MethodHead && r.Body != `{"code":"method_not_allowed","detail":"Method \"`+method+`\" not allowed."}`+"\n" {
				t.Errorf("%s %s: %d %q", method, path, r.Status, r.Body)
			}
			if allow := r.Header.Get("Allow"); !strings.Contains(allow, o.Method) || strings.Contains(allow, method) {
				t.Errorf("%s %s: Allow is %q", method, path, allow)
			}
		}
	}
}

// takes reports whether an operation matches this method and path, as
// DELETE /sessions/{id} matches /sessions/end.
func takes(known map[string]*huma.Operation, method, path string) bool {
	parts := strings.Split(path, "/")
	for _, o := range known {
		pattern := strings.Split(o.Path, "/")
		if o.Method == method && slices.EqualFunc(pattern, parts, func(want, got string) bool { return want == got || strings.HasPrefix(want, "{") }) {
			return true
		}
	}
	return false
}

// brokenBodies are not JSON, or not the JSON of any operation.
var brokenBodies = []string{
	"", " ", "{", "}", "null", "true", "1", `"x"`, "[]", "[{}]", "{}", `{"unknown":1}`, `{"":1}`, `{"__proto__":{}}`, "\xff\xfe", "\x00", "{}{}", `{"a":1}x`,
	strings.Repeat("[", 50_000), strings.Repeat(`{"a":`, 50_000), `{"a":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "}",
	`{"a":"` + strings.Repeat("a", 2<<20) + `"}`,
}

// absurdBodies returns bodies for an operation with these fields. Some are valid,
// and must be harmless.
func absurdBodies(properties map[string]*huma.Schema) (bodies []string) {
	for _, value := range []string{"1", "-1", "1e999", "true", "null", "[]", "{}", `[["x"]]`, `""`, `"\u0000"`, `"\ud800"`, `"a\u0000b"`, "\"\xff\"", `"../../secret.mp3"`, `"' or 1=1 --"`, `"` + strings.Repeat("😀", 5000) + `"`} {
		fields := slices.Sorted(maps.Keys(properties))
		all := make([]string, len(fields))
		for i, name := range fields {
			all[i] = fmt.Sprintf("%q:%s", name, value)
			bodies = append(bodies, "{"+all[i]+"}")
		}
		bodies = append(bodies, "{"+strings.Join(all, ",")+"}")
	}
	return bodies
}

func attackWithBodies(t *testing.T, s besieged) {
	document := api.Document()
	for at, o := range inOrder() {
		schema, _ := bodyOf(document, o)
		if schema == nil {
			continue
		}
		properties := schema.Properties
		if o.OperationID == "saveSettings" {
			properties = map[string]*huma.Schema{"siteName": nil, "passwordMinLength": nil, "allowedOrigins": nil, "sunoApiKey": nil, "developerPanels": nil}
		}
		for i, body := range absurdBodies(properties) {
			repel(t, s, attack{method: o.Method, path: o.Path, body: body, turn: at + i})
		}
		if s.deep {
			continue
		}
		for i, body := range brokenBodies {
			repel(t, s, attack{method: o.Method, path: o.Path, body: body, turn: at + i})
		}
		for i, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "application/xml", "multipart/form-data; boundary=x", "application/json-patch+json", "x", ";;", "application/json; charset"} {
			repel(t, s, attack{method: o.Method, path: o.Path, body: "{}", header: map[string]string{"Content-Type": kind}, turn: at + i})
		}
	}
}

// TestBodiesWithoutALength sends bodies above the limit without announcing their
// length.
func TestBodiesWithoutALength(t *testing.T) {
	t.Parallel()
	s := testkit.Start(t, testkit.Options{})
	long := strings.Repeat("a", 2<<20) // twice the limit of JSON bodies
	for _, o := range operations() {
		if o.RequestBody == nil || o.RequestBody.Content["application/json"] == nil {
			continue
		}
		unknown := io.MultiReader(strings.NewReader(`{"email":"`), strings.NewReader(long))
		req, err := http.NewRequestWithContext(t.Context(), o.Method, s.URL+o.Path, unknown)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+s.Admin.Access)
		transport := &http.Transport{}
		res, err := transport.RoundTrip(req)
		if err != nil {
			t.Errorf("%s %s: %v", o.Method, o.Path, err)
			continue
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		transport.CloseIdleConnections()
		if err != nil || res.StatusCode != http.StatusRequestEntityTooLarge || strings.TrimSpace(string(body)) != `{"code":"too_large","detail":"Request body is too large."}` {
			t.Errorf("%s %s: %d %s %v", o.Method, o.Path, res.StatusCode, body, err)
		}
	}
}

// TestAddressIsEscaped checks that parts of an address stay escaped in responses.
func TestAddressIsEscaped(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	r := s.Do(t, testkit.Request{Path: "/api/tracks?limit=1&genre=" + url.QueryEscape("\"><script>\r\nX-Injected: 1"), As: s.Member})
	if r.Status != http.StatusOK || r.Header.Get("X-Injected") != "" || strings.Contains(r.Body, "<script>") {
		t.Errorf("%d %v %s", r.Status, r.Header, r.Body)
	}
}
