package automix

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestRenderingsAreNotJoined resumes a download after the sound began to be
// rendered anew, and after that rendering was kept.
func TestRenderingsAreNotJoined(t *testing.T) {
	f := newFixture(t)
	ids := f.add(map[string]float64{"A": 120, "B": 122}, 20)
	m := must[*Made](t)(f.Order(t.Context(), f.ana, "", Wishes{TrackIDs: []string{ids["A"], ids["B"]}}))
	w := &work{Service: f.Service, id: m.ID, left: make(chan struct{})}
	if err := f.enter(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	// resume asks for all but the first byte of what had an ETag.
	resume := func(tag string) *httptest.ResponseRecorder {
		t.Helper()
		h := must[*Heard](t)(f.Listen(t.Context(), f.ana, m.ID))
		defer h.Close()
		request, response := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), httptest.NewRecorder()
		request.Header.Set("Range", "bytes=1-")
		request.Header.Set("If-Range", tag)
		response.Header().Set("ETag", h.ETag)
		http.ServeContent(response, request, "", time.Time{}, h)
		return response
	}
	tags := map[string]bool{}
	tag := `"none"`
	for _, sound := range []string{"first", "second"} {
		path := filepath.Join(t.TempDir(), sound)
		if err := os.WriteFile(path, []byte(sound), 0o600); err != nil {
			t.Fatal(err)
		}
		w.begin(path, int64(len(sound)))
		w.sound.Finish()
		for range 2 {
			r := resume(tag)
			if r.Code != http.StatusOK || r.Body.String() != sound {
				t.Errorf("%s was resumed: %d %q", tag, r.Code, r.Body)
			}
			tag = r.Header().Get("ETag")
			tags[tag] = true
		}
		w.restart()
	}
	if len(tags) != 2 {
		t.Errorf("two renderings have the ETags %v", tags)
	}
	f.leave(w)

	f.work()
	whole := f.bytesOf(m.ID)
	if r := resume(tag); r.Code != http.StatusOK || !bytes.Equal(r.Body.Bytes(), whole) || tags[r.Header().Get("ETag")] {
		t.Errorf("the kept sound: %d, ETag %s", r.Code, r.Header().Get("ETag"))
	} else if again := resume(r.Header().Get("ETag")); again.Code != http.StatusPartialContent || !bytes.Equal(again.Body.Bytes(), whole[1:]) {
		t.Errorf("the kept sound cannot be resumed: %d", again.Code)
	}
}
