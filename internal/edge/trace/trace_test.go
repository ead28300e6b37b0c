package trace

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// collector stands in for an OpenTelemetry collector. It refuses what it receives with
// status, unless that is 0.
type collector struct {
	status   int
	path     string
	received tracesData
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.path = r.URL.Path
	if c.status != 0 {
		w.WriteHeader(c.status)
		return
	}
	if err := json.NewDecoder(r.Body).Decode(&c.received); err != nil {
		w.WriteHeader(http.StatusBadRequest)
	}
}

func (c *collector) values(list []keyValue) map[string]any {
	values := map[string]any{}
	for _, a := range list {
		for _, v := range a.Value {
			values[a.Key] = v
		}
	}
	return values
}

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestRequestsBecomeSpans(t *testing.T) {
	var c collector
	server := httptest.NewServer(&c)
	defer server.Close()
	r, err := New(server.URL, "1.2.3", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest(http.MethodGet, "/api/tracks/7", nil)
	request.Header.Set("Traceparent", parent)
	ctx, end := r.Begin(t.Context(), request, "/api/tracks/{id}", "R1")
	_, endChild := r.Begin(ctx, httptest.NewRequest(http.MethodGet, "/nothing", nil), "", "R2")
	endChild(0)
	end(http.StatusServiceUnavailable)
	r.Close()

	if c.path != "/v1/traces" || len(c.received.ResourceSpans) != 1 {
		t.Fatalf("%s received %+v", c.path, c.received)
	}
	about := c.values(c.received.ResourceSpans[0].Resource.Attributes)
	if about["service.name"] != "sonora" || about["service.version"] != "1.2.3" {
		t.Errorf("the resource is %v", about)
	}
	spans := c.received.ResourceSpans[0].ScopeSpans[0].Spans
	if len(spans) != 2 {
		t.Fatalf("there are %d spans", len(spans))
	}
	child, failed := spans[0], spans[1]
	if failed.Name != "GET /api/tracks/{id}" || failed.Kind != 2 || failed.TraceID != "0af7651916cd43dd8448eb211c80319c" || failed.ParentID != "b7ad6b7169203331" || failed.Status.Code != statusError {
		t.Errorf("the span is %+v", failed)
	}
	if v := c.values(failed.Attributes); v["http.route"] != "/api/tracks/{id}" || v["http.response.status_code"] != "503" || v["sonora.request.id"] != "R1" || v["http.request.method"] != "GET" {
		t.Errorf("its attributes are %v", v)
	}
	if v := c.values(child.Attributes); child.Name != "GET" || child.ParentID != failed.SpanID || child.Status.Code != 0 || v["http.response.status_code"] != "200" {
		t.Errorf("the span without a route is %+v", child)
	}
}

// A collector that is down costs one line of the log.
func TestCollectorIsDown(t *testing.T) {
	c := collector{status: http.StatusBadGateway}
	server := httptest.NewServer(&c)
	defer server.Close()
	var log strings.Builder
	e, err := newExporter(server.URL, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c.status = range []int{http.StatusBadGateway, http.StatusBadGateway, 0, 0} {
		if err := e.ExportSpans(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if failed, again := strings.Count(log.String(), "send traces failed"), strings.Count(log.String(), "traces are sent again"); failed != 1 || again != 1 {
		t.Errorf("the log is\n%s", log.String())
	}
}

func TestWithoutTraces(t *testing.T) {
	var r *Recorder
	defer r.Close()
	ctx, end := r.Begin(t.Context(), httptest.NewRequest(http.MethodGet, "/", nil), "/", "R1")
	end(http.StatusOK)
	if ctx != t.Context() {
		t.Error("the context has changed")
	}
	for _, address := range []string{"127.0.0.1:4318", "ftp://collector", "http://"} {
		if _, err := New(address, "", nil); err == nil {
			t.Errorf("%q is accepted", address)
		}
	}
}
