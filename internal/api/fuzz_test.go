package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

// newPublicEdge returns an edge over a small library that visitors may hear.
func newPublicEdge(t testing.TB) (e *apitest.Edge, root string) {
	t.Helper()
	root = t.TempDir()
	fakelib.Build(t, root)
	return apitest.NewEdge(t, []string{root}, map[string]json.RawMessage{"scannedTracksPublic": []byte("true"), "rateLimitPerMinute": []byte("1000000")}), root
}

// FuzzCursorAndLimit requests pages with arbitrary cursors and limits.
func FuzzCursorAndLimit(f *testing.F) {
	e, _ := newPublicEdge(f)
	next := e.Ask("GET", "/api/tracks?limit=3&sort=title", "").Header().Get("Link")
	offered, err := url.Parse(strings.Trim(strings.Split(next, ";")[0], "<>"))
	if err != nil {
		f.Fatal(err)
	}
	for _, sort := range []string{"newest", "title", "artist", "", "x"} {
		f.Add("/api/tracks", sort, "3", offered.Query().Get("cursor"))
		f.Add("/api/albums", sort, "100000", "1e30")
	}
	f.Add("/api/artists", "", "0", "")
	f.Fuzz(func(t *testing.T, path, sort, limit, cursor string) {
		switch path {
		case "/api/tracks", "/api/albums", "/api/artists":
		default:
			path = "/api/tracks"
		}
		w := e.Ask("GET", path+"?"+url.Values{"sort": {sort}, "limit": {limit}, "cursor": {cursor}}.Encode(), "")
		switch w.Code {
		case http.StatusOK:
			var items []json.RawMessage
			if err := json.Unmarshal(w.Body.Bytes(), &items); err != nil || len(items) > 1000 {
				t.Errorf("%d items, %v", len(items), err)
			}
			if n, err := strconv.Atoi(limit); limit != "" && (err == nil && (n < 1 || len(items) > n)) {
				t.Errorf("limit %q gives %d items", limit, len(items))
			}
		case http.StatusBadRequest, http.StatusTooManyRequests:
		default:
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

// FuzzRange requests ranges of a file and compares the response with the file.
func FuzzRange(f *testing.F) {
	e, root := newPublicEdge(f)
	const name = "formats/01.mp3"
	file, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		f.Fatal(err)
	}
	var tracks []track
	if err := json.Unmarshal(e.Ask("GET", "/api/tracks", "").Body.Bytes(), &tracks); err != nil {
		f.Fatal(err)
	}
	path := ""
	for _, t := range tracks {
		if t.Title == "MP3 song" {
			path = "/api/tracks/" + t.ID + "/stream"
		}
	}
	for _, text := range []string{
		"bytes=0-0", "bytes=-1", "bytes=1-", "bytes=0-", "bytes=5-2", "bytes=99999999-", "bytes=-99999999", "bytes=0-1,3-4", "bytes=0-1,-1,,5-", "bytes=", "items=0-1",
		"bytes=0-99999999999999999999", "bytes=--1", "bytes=a-b", "bytes =0-1", "BYTES=0-1", "bytes=0-0,0-0,0-0,0-0", "bytes=-0", "bytes=-0,-00,0-1", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := e.Ask("GET", path, "", "Range", text)
		body := w.Body.Bytes()
		switch w.Code {
		case http.StatusOK:
			if !bytes.Equal(body, file) {
				t.Errorf("%q: 200 with %d of %d bytes", text, len(body), len(file))
			}
		case http.StatusPartialContent:
			checkParts(t, w.Header(), body, file)
		case http.StatusRequestedRangeNotSatisfiable:
			if !json.Valid(body) {
				t.Errorf("%q: 416 without JSON: %q", text, body)
			}
		default:
			t.Errorf("%q: %d", text, w.Code)
		}
	})
}

// checkParts compares each part of a response with the file.
func checkParts(t *testing.T, header http.Header, body, file []byte) {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	if kind != "multipart/byteranges" {
		checkPart(t, header.Get("Content-Range"), body, file)
		return
	}
	parts := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF { //nolint:errorlint // as the package documents it
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		checkPart(t, part.Header.Get("Content-Range"), data, file)
	}
}

func checkPart(t *testing.T, contentRange string, part, file []byte) {
	t.Helper()
	from, to, size, ok := parseContentRange(contentRange)
	if !ok || size != len(file) || from > to || to >= size || !bytes.Equal(part, file[from:to+1]) {
		t.Errorf("%q holds other bytes (%d)", contentRange, len(part))
	}
}

// parseContentRange parses "bytes 0-1/2".
func parseContentRange(text string) (from, to, size int, ok bool) {
	rest, isBytes := strings.CutPrefix(text, "bytes ")
	span, total, _ := strings.Cut(rest, "/")
	first, last, _ := strings.Cut(span, "-")
	numbers := make([]int, 0, 3)
	for _, digits := range []string{first, last, total} {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 0 {
			return 0, 0, 0, false
		}
		numbers = append(numbers, n)
	}
	return numbers[0], numbers[1], numbers[2], isBytes
}

// FuzzRegisterBody sends modified registrations.
func FuzzRegisterBody(f *testing.F) {
	e, _ := newPublicEdge(f)
	for _, body := range []string{
		`{"email":"a@example.com","password1":"123456","password2":"123456"}`, `{"email":"a@example.com","password1":"123456","password2":"1234567"}`,
		`{"email":1}`, `{"email":"\u0000@x"}`, `{"email":"` + strings.Repeat("a", 300) + `@x"}`, `[]`, `null`, `{`, "\xff", `{"email":"a@b","first_name":"\ud800"}`,
		`{"Email":"A@B","EMAIL":"c@d","password1":"ÄÖÜ","password2":"ÄÖÜ"}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		w := e.Ask("POST", "/api/auth/register", string(body))
		switch w.Code {
		case http.StatusCreated, http.StatusBadRequest, http.StatusTooManyRequests:
		default:
			t.Errorf("%d %s", w.Code, w.Body)
		}
		var answer map[string]json.RawMessage
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || len(answer) == 0 {
			t.Errorf("answers %q: %v", w.Body, err)
		}
		for _, secret := range []string{"argon2", "password\":", "Go struct", "sql"} {
			if strings.Contains(w.Body.String(), secret) {
				t.Errorf("%q in %s", secret, w.Body)
			}
		}
	})
}
