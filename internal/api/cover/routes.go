package cover

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Bytes and streams
	edge.Raw(e, "/api/tracks/{id}/cover", "trackCover", "The cover of a track", edge.Browser, a.TrackCover, "image/*", things.SizeParameter, things.GeneratedParameter, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/albums/{id}/cover", "albumCover", "The cover of an album", edge.Browser, a.AlbumCover, "image/*", things.SizeParameter, things.GeneratedParameter, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/artists/{id}/cover", "artistCover", "The cover of an artist's newest album", edge.Browser, a.artistCover, "image/*", things.SizeParameter, things.GeneratedParameter, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/covers/{hash}", "cover", "A cover", edge.Browser, a.cover, "image/*", things.SizeParameter, edge.Throttled(edge.Free))
}
