package share

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Links for people without an account
	edge.Post(e, "/api/shares", "makeShare", "Create a link that lets people without an account listen", edge.Member, a.makeShare, edge.Created, edge.Refuses(404, 409))
	edge.Get(e, "/api/shares", "ownShares", "List your links, and those of others to your stations, playlists and mixes, newest first", edge.Member, a.ownShares)
	edge.Put(e, "/api/shares/{id}", "changeShare", "Change when a link expires", edge.Member, a.changeShare)
	edge.Remove(e, "/api/shares/{id}", "removeShare", "Revoke a link", edge.Member, a.removeShare)
	edge.Get(e, "/api/shared/{id}", "shared", "Get what a link leads to", edge.Anyone, a.shared)
	edge.Raw(e, "/api/shared/{id}/cover", "sharedCover", "Get the cover of what a link leads to", edge.Anyone, a.sharedCover, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Throttled(edge.Free), edge.Revalidates)
	edge.Raw(e, "/api/shared/{id}/radio", "sharedRadio", "Stream the station behind a link", edge.Anyone, a.sharedRadio, "audio/*", edge.Throttled(edge.Free))
	edge.Raw(e, "/api/shared/{id}/mix", "sharedMix", "Stream the mix behind a link", edge.Anyone, a.sharedMix, "audio/*", things.ConvertParameters, things.BucketAnswers, edge.Throttled(edge.Free), edge.Refuses(403, 416), edge.Revalidates)
	edge.Raw(e, "/api/shared/{id}/tracks/{track}/stream", "sharedStream", "Stream a track behind a link", edge.Anyone, a.sharedStream, "audio/*", things.ConvertParameters, things.BucketAnswers, edge.Throttled(edge.Free), edge.Refuses(403, 416), edge.Revalidates)
	edge.Raw(e, "/api/shared/{id}/tracks/{track}/cover", "sharedTrackCover", "Get the cover of a track behind a link", edge.Anyone, a.sharedTrackCover, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Throttled(edge.Free), edge.Revalidates)
	edge.Get(e, "/api/oembed", "oembed", "Describe how to embed a link in another page (oembed.com)", edge.Anyone, a.oembed, edge.AnyQuery, edge.Refuses(404, 415))

	// Pages
	e.Handle("GET /s/{id}", a.sharePage)
	e.Handle("GET /embed/{id}", a.embedPage)
}
