package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/trace"
)

const (
	sendTimeout = 10 * time.Second
	maxAnswer   = 4 << 10 // bytes of a collector's answer that are read
)

// exporter sends spans to a collector as OTLP over HTTP, encoded as JSON. It logs
// when that begins to fail and when it works again.
type exporter struct {
	address string
	client  http.Client
	log     *slog.Logger
	failing bool // the batch processor calls one method at a time
}

func newExporter(address string, log *slog.Logger) (*exporter, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("traces to %q: give the address of a collector, such as http://127.0.0.1:4318", address)
	}
	return &exporter{address: u.JoinPath("v1", "traces").String(), client: http.Client{Timeout: sendTimeout}, log: log}, nil
}

// ExportSpans implements trace.SpanExporter. Spans that a collector does not take are
// lost.
func (e *exporter) ExportSpans(ctx context.Context, spans []trace.ReadOnlySpan) error {
	err := e.send(ctx, spans)
	switch {
	case err != nil && !e.failing:
		e.log.Warn("send traces failed", "error", err)
	case err == nil && e.failing:
		e.log.Info("traces are sent again")
	}
	e.failing = err != nil
	return nil
}

// Shutdown implements trace.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

func (e *exporter) send(ctx context.Context, spans []trace.ReadOnlySpan) error {
	body, err := json.Marshal(encode(spans))
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := e.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return err
	}
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answered %s: %s", answer.Status, said)
	}
	return nil
}

// The messages of OTLP, as far as they are used.
type (
	tracesData struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   attributes   `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	attributes struct {
		Attributes []keyValue `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope  `json:"scope"`
		Spans []span `json:"spans"`
	}
	scope struct {
		Name string `json:"name"`
	}
	span struct {
		attributes

		TraceID  string `json:"traceId"`
		SpanID   string `json:"spanId"`
		ParentID string `json:"parentSpanId,omitempty"`
		Name     string `json:"name"`
		Kind     int    `json:"kind"`
		Start    string `json:"startTimeUnixNano"`
		End      string `json:"endTimeUnixNano"`
		Status   status `json:"status"`
	}
	status struct {
		Code int `json:"code,omitempty"`
	}
	keyValue struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	}
)

// statusError is STATUS_CODE_ERROR of OTLP, which numbers statuses unlike the SDK.
const statusError = 2

// encode returns spans, which all have the same resource and scope.
func encode(spans []trace.ReadOnlySpan) tracesData {
	if len(spans) == 0 {
		return tracesData{}
	}
	encoded := make([]span, len(spans))
	for i, s := range spans {
		encoded[i] = span{
			attributes: attributes{keyValues(s.Attributes())}, TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), Name: s.Name(),
			Kind: int(s.SpanKind()), Start: nanoseconds(s.StartTime()), End: nanoseconds(s.EndTime()),
		}
		if s.Parent().HasSpanID() {
			encoded[i].ParentID = s.Parent().SpanID().String()
		}
		if s.Status().Code == codes.Error {
			encoded[i].Status.Code = statusError
		}
	}
	return tracesData{[]resourceSpans{{
		Resource:   attributes{keyValues(spans[0].Resource().Attributes())},
		ScopeSpans: []scopeSpans{{scope{spans[0].InstrumentationScope().Name}, encoded}},
	}}}
}

// nanoseconds returns a time as OTLP writes 64-bit integers: as text.
func nanoseconds(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func keyValues(list []attribute.KeyValue) []keyValue {
	encoded := make([]keyValue, len(list))
	for i, a := range list {
		value := map[string]any{"stringValue": a.Value.String()}
		if a.Value.Type() == attribute.INT64 {
			value = map[string]any{"intValue": a.Value.String()}
		}
		encoded[i] = keyValue{string(a.Key), value}
	}
	return encoded
}
