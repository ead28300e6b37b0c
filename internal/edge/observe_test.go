package edge

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sonora/internal/edge/trace"
)

// An operator finds the cause of an internal error by its request ID: in the answer,
// in the log and in the trace.
func TestFaultsHaveARequestID(t *testing.T) {
	var traced []byte
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { traced, _ = io.ReadAll(r.Body) }))
	defer collector.Close()
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	traces, err := trace.New(collector.URL, "1.0.0", logger)
	if err != nil {
		t.Fatal(err)
	}
	e := New(Config{Callers: everybody{}, Settings: everybody{}, Log: logger, Prefixes: []string{"/api/"}, Traces: traces})
	Raw(e, "/api/tracks/{id}", "track", "Track", Browser, func(http.ResponseWriter, *http.Request) error { return errors.New("the disk is gone") }, "audio/*")
	w := httptest.NewRecorder()
	e.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/tracks/7", http.NoBody))
	traces.Close()

	var answer struct{ RequestID, Detail string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	id := w.Header().Get("X-Request-Id")
	if w.Code != http.StatusInternalServerError || id == "" || answer.RequestID != id || strings.Contains(answer.Detail, "disk") {
		t.Errorf("%d for request %q: %s", w.Code, id, w.Body)
	}
	if !strings.Contains(log.String(), "request="+id) || !strings.Contains(log.String(), "the disk is gone") {
		t.Errorf("the log is\n%s", log.String())
	}
	if span := string(traced); !strings.Contains(span, id) || !strings.Contains(span, `"GET /api/tracks/{id}"`) || strings.Contains(span, "disk") {
		t.Errorf("the trace is %s", span)
	}
}
