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
}
