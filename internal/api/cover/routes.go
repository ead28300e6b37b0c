package cover

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Raw(e, "/api/tracks/{id}/cover", "trackCover", "Get the cover of a track", edge.Browser, a.TrackCover, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Throttled(edge.Free), edge.Revalidates)
	edge.Raw(e, "/api/albums/{id}/cover", "albumCover", "Get the cover of an album", edge.Browser, a.AlbumCover, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Throttled(edge.Free), edge.Revalidates)
	edge.Raw(e, "/api/artists/{id}/cover", "artistCover", "Get the cover of an artist's newest album", edge.Browser, a.artistCover, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Throttled(edge.Free), edge.Revalidates)
	edge.Raw(e, "/api/covers/{hash}", "cover", "Get a cover by its hash", edge.Browser, a.cover, "image/*", things.SizeParameter, edge.Throttled(edge.Free), edge.Revalidates)
}
