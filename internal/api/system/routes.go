package system

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Running the server
	edge.Get(e, "/api/admin/status", "serverStatus", "Get how the server and its machine are doing", edge.Admin, a.status, edge.NoStore)
	edge.Get(e, "/api/admin/jobs/failed", "failedJobs", "List background jobs that failed, with the reasons", edge.Admin, a.failedJobs, edge.NoStore)
	edge.Post(e, "/api/admin/jobs/{id}/restart", "restartJob", "Run a failed background job again", edge.Admin, a.restartJob, edge.Refuses(409))
	edge.Get(e, "/api/admin/search", "adminSearch", "Search everything on the server", edge.Admin, a.search, edge.NoStore)
}
