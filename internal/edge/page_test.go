package edge

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sonora/internal/music"
)

// TestPartOf reads a whole list page by page.
func TestPartOf(t *testing.T) {
	t.Parallel()
	e := New(Config{Callers: everybody{}, Settings: everybody{}, Log: slog.New(slog.DiscardHandler), Prefixes: []string{"/api/"}})
	letters := strings.Split("abcdefg", "")
	Get(e, "/api/letters", "letters", "", Anyone, func(_ context.Context, in *Part) (*PageOf[string], error) {
		return PartOf(in, letters, nil, func(letter *string) string { return *letter })
	})
	Get(e, "/api/things/{id}/letters", "lettersOf", "", Anyone, func(_ context.Context, in *ItemPart) (*PageOf[string], error) {
		if in.ID != "1" {
			return PartOf(&in.Part, letters, music.ErrNotFound, func(letter *string) string { return *letter })
		}
		return PartOf(&in.Part, letters, nil, func(letter *string) string { return *letter })
	})
	type alphabet struct {
		Name  string   `json:"name"`
		Items []string `json:"items"`
	}
	Get(e, "/api/alphabet", "alphabet", "", Anyone, func(_ context.Context, in *Part) (*Paged[alphabet], error) {
		return PartIn(in, letters, nil, func(page []string) alphabet { return alphabet{"Latin", page} })
	})
	for _, c := range []struct {
		path, body, link string
		status           int
	}{
		{"/api/letters", `["a","b","c","d","e","f","g"]`, "", 200},
		{"/api/letters?limit=3", `["a","b","c"]`, `</api/letters?at=3&limit=3>; rel="next"`, 200},
		{"/api/letters?at=3&limit=3", `["d","e","f"]`, `</api/letters?at=6&limit=3>; rel="next"`, 200},
		{"/api/letters?at=6&limit=3", `["g"]`, "", 200},
		{"/api/letters?at=99", `[]`, "", 200},
		{"/api/things/1/letters?limit=6", `["a","b","c","d","e","f"]`, `</api/things/1/letters?at=6&limit=6>; rel="next"`, 200},
		{"/api/things/2/letters", `"not_found"`, "", 404},
		{"/api/letters?limit=0", `"limit"`, "", 400},
		{"/api/alphabet?at=2&limit=2", `{"name":"Latin","items":["c","d"]}`, `</api/alphabet?at=4&limit=2>; rel="next"`, 200},
		{"/api/alphabet?at=9", `{"name":"Latin","items":[]}`, "", 200},
		{"/api/letters?at=-1", `"at"`, "", 400},
	} {
		w := httptest.NewRecorder()
		e.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, http.NoBody))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.body) || w.Header().Get("Link") != c.link {
			t.Errorf("%s: %d %s, Link %q", c.path, w.Code, w.Body, w.Header().Get("Link"))
		}
		if total := w.Header().Get("X-Total-Count"); c.status == 200 && total != "7" {
			t.Errorf("%s: %s items", c.path, total)
		}
	}
}
