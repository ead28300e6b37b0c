// Package trace records what requests do as spans of OpenTelemetry.
package trace

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// closeTimeout is how long Close waits for the collector.
const closeTimeout = 2 * time.Second

// Recorder sends spans to a collector. A nil Recorder does nothing.
type Recorder struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	log      *slog.Logger
}

// New returns a Recorder that sends spans to the collector at an address such as
// http://127.0.0.1:4318. The variables OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES
// and OTEL_BSP_… have their usual effect.
func New(address, version string, log *slog.Logger) (*Recorder, error) {
	to, err := newExporter(address, log)
	if err != nil {
		return nil, err
	}
	about, err := resource.Merge(resource.NewSchemaless(attribute.String("service.name", "sonora"), attribute.String("service.version", version)), resource.Environment())
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(to), sdk.WithResource(about))
	return &Recorder{provider: provider, tracer: provider.Tracer("sonora"), log: log}, nil
}

// Close sends the spans that have ended.
func (r *Recorder) Close() {
	if r == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if err := r.provider.Shutdown(ctx); err != nil {
		r.log.Warn("send the last traces failed", "error", err)
	}
}

// Begin begins the span of a request, whose route is "" if there is none. The span
// continues the trace that the request's header traceparent names. Call end with the status of the
// answer.
func (r *Recorder) Begin(ctx context.Context, request *http.Request, route, id string) (_ context.Context, end func(status int)) {
	if r == nil {
		return ctx, func(int) {}
	}
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(request.Header))
	name := request.Method
	attributes := []attribute.KeyValue{attribute.String("http.request.method", request.Method), attribute.String("sonora.request.id", id)}
	if route != "" {
		name += " " + route
		attributes = append(attributes, attribute.String("http.route", route))
	}
	ctx, span := r.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attributes...))
	return ctx, func(status int) {
		if status == 0 {
			status = http.StatusOK // what net/http answers if the handler wrote nothing
		}
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}
