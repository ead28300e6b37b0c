package streams

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Bytes and streams
	edge.Raw(e, "/api/tracks/{id}/stream", "stream", "The sound of a track, with ranges; converted when a format is named", edge.Browser, a.stream, "audio/*", things.ConvertParameters, things.BucketAnswers, edge.Throttled(edge.Free))
	edge.Post(e, "/api/tracks/{id}/announce", "announce", "Have a track converted that will be asked for soon", edge.Browser, a.announce, edge.Accepted)
	edge.Get(e, "/api/tracks/{id}/gain", "gain", "How loud a track and its album are", edge.Browser, a.gain)
	edge.Get(e, "/api/stream/formats", "formats", "What music can be converted to", edge.Browser, a.formats)
	edge.Raw(e, "/api/tracks/{id}/hls/index.m3u8", "playlistHLS", "The pieces of a track for players of HLS", edge.Browser, a.playlistHLS, "application/vnd.apple.mpegurl", piecesParameters)
	edge.Raw(e, "/api/tracks/{id}/hls/{bitrate}/{piece}", "pieceHLS", "A piece of a track for players of HLS", edge.Browser, a.pieceHLS, "audio/aac")
}
