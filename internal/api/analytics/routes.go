// Package analytics is the operators' API of the figures about what people hear.
package analytics

import (
	_ "embed"

	"sonora/internal/analytics"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

// Config is what the area uses.
type Config struct{ Analytics *analytics.Service }

// API implements the operations.
type API struct{ Config }

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{c}
	e.Describe(operations)
	edge.Get(e, "/api/admin/analytics", "analytics", "Get the figures of a range of days", edge.Admin, a.report)
	edge.Get(e, "/api/admin/analytics/top", "analyticsTop", "List what people heard most", edge.Admin, a.top)
	edge.Get(e, "/api/admin/analytics/retention", "analyticsRetention", "List how many people stay, by the week they came", edge.Admin, a.retention)
	edge.Raw(e, "/api/admin/analytics/file", "analyticsFile", "Download a table of figures", edge.Admin, a.file, "text/csv", fileParameters)
	return a
}
