package edge

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge/query"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
)

type pagedInput struct {
	Paging
	BPM  scalar.OptionalNumber `query:"bpm" minimum:"0" maximum:"1000"`
	Sort string                `query:"sort" enum:"name,new"`
}

// paged is an edge with two lists that answer with what they were asked for, and a
// raw operation. One list takes a limit above the largest page.
func paged() *Edge {
	e := New(Config{Callers: everybody{}, Settings: everybody{}, Log: slog.New(slog.DiscardHandler), Prefixes: []string{"/api/"}})
	list := func(_ context.Context, in *pagedInput) (*Body[string], error) {
		page, err := in.Page()
		if err != nil {
			return nil, err
		}
		bpm := "any"
		if v := in.BPM.OrNil(); v != nil {
			bpm = fmt.Sprint(*v)
		}
		return Reply(fmt.Sprintf("%d %d %s", page.Limit, page.At, bpm))
	}
	Get(e, "/api/strict", "strict", "", Anyone, list)
	Raw(e, "/api/raw", "raw", "", Anyone, func(w http.ResponseWriter, _ *http.Request) error {
		_, err := io.WriteString(w, "raw")
		return err
	}, "audio/*", func(r *Route) {
		for name, s := range map[string]*huma.Schema{
			"size": {Type: huma.TypeInteger, Maximum: new(320.0)}, "start": {Type: huma.TypeNumber, Minimum: new(0.0)},
			"drawn": {Type: huma.TypeBoolean}, "proxy": {Type: huma.TypeString, Enum: []any{"1"}},
		} {
			r.Parameters = append(r.Parameters, &huma.Param{Name: name, In: "query", Schema: s})
		}
	})
	Get(e, "/api/older", "older", "", Anyone, list, ClampLimit)
	return e
}

// TestValuesAreChecked sends numbers, booleans and choices as clients write them.
func TestValuesAreChecked(t *testing.T) {
	h := paged().Handler()
	for address, want := range map[string]string{
		"/api/strict":                           `"500 0 any"`,
		"/api/strict?limit=1000&at=7&bpm=120.5": `"1000 7 120.5"`,
		"/api/strict?bpm=0":                     `"500 0 0"`,
		"/api/strict?limit=1001":                `"limit":["This number is too large."]`,
		"/api/strict?limit=0":                   `"limit":["This number is too small."]`,
		"/api/strict?limit=":                    `"limit":["This field is required."]`,
		"/api/strict?limit=%2B7":                `"limit":["This has to be a whole number."]`,
		"/api/strict?limit=007":                 `"limit":["This has to be a whole number."]`,
		"/api/raw?size=300&start=1.5":           `raw`,
		"/api/raw?size=":                        `"size":["This field is required."]`,
		"/api/raw?size=0300":                    `"size":["This has to be a whole number."]`,
		"/api/raw?start=0x1p-2":                 `"start":["This has to be a number."]`,
		"/api/raw?start=1_0":                    `"start":["This has to be a number."]`,
		"/api/raw?size=abc":                     `"size":["This has to be a whole number."]`,
		"/api/raw?size=1.5":                     `"size":["This has to be a whole number."]`,
		"/api/raw?size=321":                     `"size":["This number is too large."]`,
		"/api/raw?size=99999999999999999999":    `"size":["This has to be a whole number."]`,
		"/api/raw?start=abc":                    `"start":["This has to be a number."]`,
		"/api/raw?start=-5":                     `"start":["This number is too small."]`,
		"/api/raw?drawn=false&proxy=1":          `raw`,
		"/api/raw?drawn=abc":                    `"drawn":["This has to be true or false."]`,
		"/api/raw?drawn=":                       `"drawn":["This field is required."]`,
		"/api/raw?proxy=abc":                    `"proxy":["Choose one of 1."]`,
		"/api/raw?proxy=":                       `"proxy":["Choose one of 1."]`,
		"/api/strict?sort=name":                 `"500 0 any"`,
		"/api/strict?sort=":                     `"sort":["Choose one of name, new."]`,
		"/api/strict?sort=old":                  `"sort":["Choose one of name, new."]`,
		"/api/strict?limit=ten":                 `"limit":["This has to be a whole number."]`,
		"/api/strict?at=":                       `"at":["This field is required."]`,
		"/api/strict?at=1&cursor=x":             `"at":["This has to be a position`,
		"/api/strict?bpm=fast":                  `"bpm":["This has to be a number."]`,
		"/api/strict?bpm=NaN":                   `"bpm":["This has to be a number."]`,
		"/api/strict?bpm=1_0":                   `"bpm":["This has to be a number."]`,
		"/api/strict?bpm=0x1p-2":                `"bpm":["This has to be a number."]`,
		"/api/strict?bpm=1e2":                   `"500 0 100"`,
		"/api/strict?bpm=Inf":                   `"bpm":["This has to be a number."]`,
		"/api/strict?bpm=-1":                    `"bpm":["This number is too small."]`,
		"/api/older?limit=1001":                 `"1000 0 any"`,
		"/api/older?limit=99999999999999999999": `"1000 0 any"`,
		"/api/older?limit=20&at=3":              `"20 3 any"`,
		"/api/older?limit=-1":                   `"limit":["This number is too small."]`,
		"/api/older?limit=":                     `"limit":["This field is required."]`,
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, http.NoBody))
		if refused := strings.HasSuffix(want, `."]`) || strings.HasPrefix(want, `"at`); refused != (w.Code == http.StatusBadRequest) || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s, want %s", address, w.Code, w.Body, want)
		}
	}
}

// TestLimitIsDocumented reads the limit of a page in the document.
func TestLimitIsDocumented(t *testing.T) {
	e := paged()
	limit := func(path string) *huma.Schema {
		parameters := e.Document().Paths[path].Get.Parameters
		return parameters[slices.IndexFunc(parameters, func(p *huma.Param) bool { return p.Name == query.Limit })].Schema
	}
	strict, older := limit("/api/strict"), limit("/api/older")
	if strict.Type != huma.TypeInteger || fmt.Sprint(strict.Default) != "500" || *strict.Minimum != 1 || *strict.Maximum != music.MaxPageSize {
		t.Errorf("%+v", strict)
	}
	if older.Maximum != nil || !strings.Contains(older.Description, "1000") {
		t.Errorf("%+v", older)
	}
}
