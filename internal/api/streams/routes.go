package streams

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Raw(e, "/api/tracks/{id}/stream", "stream", "Stream a track, converted if the request names a format", edge.Browser, a.stream, "audio/*", things.ConvertParameters, things.BucketAnswers, edge.Throttled(edge.Free), edge.Refuses(403, 409, 416), edge.Revalidates)
	edge.Post(e, "/api/tracks/{id}/announce", "announce", "Prepare the conversion of a track that will be requested soon", edge.Browser, a.announce, edge.Accepted, edge.Continues)
	edge.Get(e, "/api/tracks/{id}/gain", "gain", "Get the loudness of a track and its album", edge.Browser, a.gain)
	edge.Get(e, "/api/tracks/{id}/stems", "trackStems", "Get the stems of a track", edge.Browser, a.trackStems)
	edge.Post(e, "/api/tracks/{id}/stems", "splitTrack", "Split a track into drums and melody", edge.Member, a.splitTrack, edge.Accepted, edge.Refuses(404, 409))
	edge.Raw(e, "/api/tracks/{id}/stems/{stem}", "stem", "Stream a stem of a track", edge.Browser, a.stem, "audio/*", things.ConvertParameters, edge.Throttled(edge.Free), edge.Refuses(403, 409, 416), edge.Revalidates)
	edge.Get(e, "/api/stream/formats", "formats", "List the formats that music can be converted to", edge.Browser, a.formats)
	edge.Raw(e, "/api/tracks/{id}/hls/index.m3u8", "playlistHLS", "Get the HLS playlist of a track", edge.Browser, a.playlistHLS, "application/vnd.apple.mpegurl", segmentParameters, edge.Refuses(403))
	edge.Raw(e, "/api/tracks/{id}/hls/{bitrate}/{segment}", "segmentHLS", "Get an HLS segment of a track", edge.Browser, a.segmentHLS, "audio/aac", edge.Refuses(403))
}
