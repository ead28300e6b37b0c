package upload

import (
	_ "embed"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Uploaded tracks
	edge.Post(e, "/api/tracks", "keepUpload", "Create a track from an upload", edge.Creator, a.keepUpload, edge.Created, edge.Throttled(edge.Upload), things.Slow, edge.Refuses(404, 409), edge.Requires("audioUrl", "title"))
	edge.Put(e, "/api/tracks/{id}/visibility", "setVisibility", "Choose whether visitors can hear a track", edge.Member, a.setVisibility, edge.Refuses(409))
	edge.Remove(e, "/api/tracks/{id}", "removeTrack", "Delete an uploaded track", edge.Member, a.removeTrack, edge.Refuses(409))
	edge.Get(e, "/api/account/tracks", "ownTracks", "List the tracks you uploaded, newest first", edge.Member, a.ownTracks, edge.NoStore)
	edge.Get(e, "/api/account/storage", "storage", "Get the storage that your uploads use", edge.Member, a.storage, edge.NoStore)
	edge.Get(e, "/api/uploads", "unfinishedUploads", "List your uploads that are not tracks yet", edge.Member, a.unfinished)
	edge.Get(e, "/api/uploads/{id}", "uploadResult", "Get the result of an upload", edge.Member, a.uploadResult, edge.Refuses(409))

	// Uploads: resumable with the tus protocol, or whole files in a form
	edge.RawMethod(e, http.MethodPost, "/api/uploads", "beginUpload", "Start a resumable upload", edge.Creator, a.tus(a.beginUpload), "", edge.Answers("201", "Created", nil), a.resumable, edge.Refuses(412, 460))
	edge.RawMethod(e, http.MethodHead, "/api/uploads/{id}", "uploadOffset", "Get how much of an upload has arrived", edge.Member, a.tus(a.uploadOffset), "", a.resumable, edge.Refuses(412, 423))
	edge.RawMethod(e, http.MethodPatch, "/api/uploads/{id}", "continueUpload", "Send a piece of an upload", edge.Creator, a.tus(a.continueUpload), "", edge.Answers("204", "No Content", nil), a.resumable, edge.Throttled(edge.Free), edge.Refuses(409, 412, 423, 460))
	edge.RawMethod(e, http.MethodDelete, "/api/uploads/{id}", "giveUpUpload", "Cancel an upload", edge.Member, a.tus(a.giveUpUpload), "", edge.Answers("204", "No Content", nil), a.resumable, edge.Refuses(412, 423))
	edge.RawMethod(e, http.MethodPost, "/api/upload", "upload", "Upload a whole file", edge.Creator, a.uploadForm, "", a.wholeFile, edge.Throttled(edge.Upload), edge.Answers("201", "Created", a.edge.JSONOf(uploadResultJSON{})))
	edge.Raw(e, "/media/audio/{name}", "uploadedAudio", "Get the audio of an upload or of its track", edge.Browser, a.uploadedAudio, "audio/*", edge.Throttled(edge.Free), edge.Revalidates, edge.Refuses(403))
	edge.Raw(e, "/media/covers/{name}", "uploadedCover", "Get the cover of an upload or of its track", edge.Browser, a.uploadedCover, "image/*", things.SizeParameter, edge.Throttled(edge.Free))
	e.Handle("OPTIONS /api/uploads", a.tusOptions)
	e.Handle("OPTIONS /api/uploads/{id}", a.tusOptions)
}
