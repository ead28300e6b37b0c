package upload

import (
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Music people bring
	edge.Post(e, "/api/tracks", "keepUpload", "Make a track of an upload", edge.Creator, a.keepUpload, edge.Created, edge.Throttled(edge.Upload), things.Slow)
	edge.Put(e, "/api/tracks/{id}/visibility", "setVisibility", "Let visitors hear a track, or members only", edge.Member, a.setVisibility)
	edge.Remove(e, "/api/tracks/{id}", "removeTrack", "Delete a track somebody uploaded", edge.Member, a.removeTrack)
	edge.Get(e, "/api/account/tracks", "ownTracks", "List the tracks one uploaded, newest first", edge.Member, a.ownTracks, edge.NoStore)
	edge.Get(e, "/api/account/storage", "storage", "What one's uploads take", edge.Member, a.storage, edge.NoStore)
	edge.Get(e, "/api/uploads", "unfinishedUploads", "List one's uploads that are no tracks", edge.Member, a.unfinished)
	edge.Get(e, "/api/uploads/{id}", "uploadResult", "What an upload turned out to be", edge.Member, a.uploadResult)

	// Uploads: resumable ones by the protocol tus, and whole ones in a form
	edge.RawMethod(e, http.MethodPost, "/api/uploads", "beginUpload", "Begin a resumable upload", edge.Creator, a.tus(a.beginUpload), "", edge.Answers("201", "Created", nil), a.resumable)
	edge.RawMethod(e, http.MethodHead, "/api/uploads/{id}", "uploadOffset", "How far an upload is", edge.Member, a.tus(a.uploadOffset), "", a.resumable)
	edge.RawMethod(e, http.MethodPatch, "/api/uploads/{id}", "continueUpload", "Send a piece of an upload", edge.Creator, a.tus(a.continueUpload), "", edge.Answers("204", "No Content", nil), a.resumable, edge.Throttled(edge.Free))
	edge.RawMethod(e, http.MethodDelete, "/api/uploads/{id}", "giveUpUpload", "Give an upload up", edge.Member, a.tus(a.giveUpUpload), "", edge.Answers("204", "No Content", nil), a.resumable)
	edge.RawMethod(e, http.MethodPost, "/api/upload", "upload", "Send a whole file", edge.Creator, a.uploadForm, "", a.wholeFile, edge.Throttled(edge.Upload), edge.Answers("201", "Created", a.edge.JSONOf(uploadResultJSON{})))
	edge.Raw(e, "/media/audio/{name}", "uploadedAudio", "The sound of an upload, or of its track", edge.Browser, a.uploadedAudio, "audio/*", edge.Throttled(edge.Free))
	edge.Raw(e, "/media/covers/{name}", "uploadedCover", "The cover of an upload, or of its track", edge.Browser, a.uploadedCover, "image/*", things.SizeParameter, edge.Throttled(edge.Free))
	e.Handle("OPTIONS /api/uploads", a.tusOptions)
	e.Handle("OPTIONS /api/uploads/{id}", a.tusOptions)
}
