package recorder

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// writes counts the calls of Write.
type writes struct {
	http.ResponseWriter
	n int
}

func (w *writes) Write(p []byte) (int, error) {
	w.n++
	return w.ResponseWriter.Write(p)
}

// A picture in memory is written at once, and a range of it is cut where it ends.
func TestContentInMemory(t *testing.T) {
	picture := bytes.Repeat([]byte("picture "), 20_000)
	for rng, want := range map[string][]byte{"": picture, "bytes=8-15": picture[8:16], "bytes=8-": picture[8:]} {
		answer := httptest.NewRecorder()
		counted := &writes{ResponseWriter: answer}
		w := &Recorder{ResponseWriter: counted}
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		if rng != "" {
			r.Header.Set("Range", rng)
		}
		content := struct{ *bytes.Reader }{bytes.NewReader(picture)}
		http.ServeContent(w, r, "picture.jpg", w.Began, io.ReadSeeker(content))
		if !bytes.Equal(answer.Body.Bytes(), want) || w.Bytes != int64(len(want)) {
			t.Errorf("%q: %d bytes, %d counted, want %d", rng, answer.Body.Len(), w.Bytes, len(want))
		}
		if counted.n != 1 {
			t.Errorf("%q: %d writes, want 1", rng, counted.n)
		}
	}
}
