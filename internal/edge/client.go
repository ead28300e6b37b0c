package edge

import (
	"context"
	"net/http"
)

// request is what observe stores about a request.
type request struct {
	id     string
	client string // address
	secure bool   // the person's connection is encrypted
	route  *Route
	path   *path // nil for none
}

func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey).(*request); ok {
		return r
	}
	return &request{route: unknown}
}

// RequestID returns the ID of a request in the log.
func RequestID(ctx context.Context) string { return requestOf(ctx).id }

// ClientOf returns the client address of a request.
func ClientOf(ctx context.Context) string { return requestOf(ctx).client }

// IsSecure reports whether the person's connection is encrypted.
func IsSecure(ctx context.Context) bool { return requestOf(ctx).secure }

// OriginOf returns the address of this server that the request used.
func OriginOf(r *http.Request) string {
	if IsSecure(r.Context()) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
