package review

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/admin/ai-tracks", "aiTracks", "List music that AI made", edge.Admin, a.tracks)
	edge.Post(e, "/api/admin/ai-tracks/{id}/approve", "approveAITrack", "Make a track that AI made public", edge.Admin, a.approve, edge.Refuses(409))
	edge.Post(e, "/api/admin/ai-tracks/{id}/reject", "rejectAITrack", "Keep a track that AI made from the public", edge.Admin, a.reject, edge.Refuses(409))
	edge.Post(e, "/api/admin/ai-tracks/{id}/unpublish", "unpublishAITrack", "Take back an approval", edge.Admin, a.unpublish, edge.Refuses(409))
	edge.Post(e, "/api/admin/ai-tracks/bulk", "decideAITracks", "Approve, reject or unpublish several tracks that AI made", edge.Admin, a.decide, edge.Slow(edge.BulkTime))
	edge.Get(e, "/api/admin/ai-logs", "aiLogs", "List what was generated and what it cost", edge.Admin, a.logs)
	edge.Get(e, "/api/admin/ai-stats", "aiStats", "Get the figures of music that AI made", edge.Admin, a.stats)
}
