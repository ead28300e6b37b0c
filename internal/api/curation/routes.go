package curation

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/admin/tracks", "adminTracks", "List all tracks", edge.Admin, a.tracks)
	edge.Get(e, "/api/admin/tracks/{id}/file", "trackFile", "Get where the file of a track is", edge.Admin, a.file)
	edge.Post(e, "/api/admin/tracks/bulk", "changeTracks", "Show, hide or delete several tracks", edge.Admin, a.change, edge.Slow(edge.BulkTime))
	edge.Get(e, "/api/admin/duplicates", "duplicateTracks", "List recordings of which there are several files", edge.Admin, a.duplicates)
	edge.Post(e, "/api/admin/duplicates/merge", "mergeTracks", "Keep one of several files of a recording", edge.Admin, a.merge, edge.Slow(edge.BulkTime), edge.Refuses(404))

	edge.Post(e, "/api/admin/problems/bulk", "repairProblems", "Examine broken files again, or delete them", edge.Admin, a.repairProblems, edge.Slow(edge.BulkTime), edge.Refuses(409))
	edge.Raw(e, "/api/admin/problems/{id}/file", "problemFile", "Download a broken file", edge.Admin, a.problemFile, "application/octet-stream")
	edge.Post(e, "/api/admin/missing/bulk", "repairMissing", "Look for missing files again, or delete their tracks", edge.Admin, a.repairMissing, edge.Slow(edge.BulkTime), edge.Refuses(409))
	edge.Get(e, "/api/admin/missing/{id}/successors", "missingSuccessors", "Find the files that may be what a missing one was", edge.Admin, a.successors)
}
