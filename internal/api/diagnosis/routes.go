package diagnosis

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/admin/checks", "checks", "Check everything that the server needs", edge.Admin, a.checks, edge.NoStore)
	edge.Get(e, "/api/admin/log", "serverLog", "Read the server's log", edge.Admin, a.log, edge.NoStore)
	edge.Put(e, "/api/admin/log/level", "setLogLevel", "Log more or less for half an hour", edge.Admin, a.setLevel)
	edge.Raw(e, "/api/admin/support-bundle", "supportBundle", "Download a file for those who help", edge.Admin, a.bundle, "application/zip")
}
