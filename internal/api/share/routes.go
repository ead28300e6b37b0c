package share

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Links for people without an account
	edge.Post(e, "/api/shares", "makeShare", "Make a link by which people without an account hear something", edge.Member, a.makeShare, edge.Created)
	edge.Get(e, "/api/shares", "ownShares", "List one's links, newest first", edge.Member, a.ownShares)
	edge.Put(e, "/api/shares/{id}", "changeShare", "Change until when a link leads somewhere", edge.Member, a.changeShare)
	edge.Remove(e, "/api/shares/{id}", "removeShare", "Take a link back", edge.Member, a.removeShare)
	edge.Get(e, "/api/shared/{id}", "shared", "What a link leads to", edge.Anyone, a.shared)
	edge.Raw(e, "/api/shared/{id}/cover", "sharedCover", "The cover of what a link leads to", edge.Anyone, a.sharedCover, "image/*", things.SizeParameter, things.GeneratedParameter, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/shared/{id}/radio", "sharedRadio", "The sound of a station behind a link, without an end", edge.Anyone, a.sharedRadio, "audio/*", edge.Throttled(edge.Free))
	edge.Raw(e, "/api/shared/{id}/tracks/{track}/stream", "sharedStream", "The sound of a track behind a link", edge.Anyone, a.sharedStream, "audio/*", things.ConvertParameters, things.BucketAnswers, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/shared/{id}/tracks/{track}/cover", "sharedTrackCover", "The cover of a track behind a link", edge.Anyone, a.sharedTrackCover, "image/*", things.SizeParameter, things.GeneratedParameter, edge.Throttled(edge.Free))
	edge.Get(e, "/api/oembed", "oembed", "How to show a link in another page (oembed.com)", edge.Anyone, a.oembed)

	// For browsers
	e.Handle("GET /s/{id}", a.sharePage)
	e.Handle("GET /embed/{id}", a.embedPage)
}
