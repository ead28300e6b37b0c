package mix

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Mixes and recordings
	edge.Get(e, "/api/mixes", "mixes", "List DJ mixes, newest first", edge.Browser, a.mixes, edge.ClampLimit)
	edge.Get(e, "/api/mixes/{id}", "mix", "Get a DJ mix", edge.Browser, a.mix)
	edge.Get(e, "/api/mixes/{id}/tracklist", "mixTracklist", "Get the tracklist of a mix made here", edge.Browser, a.mixTracklist)
	edge.Raw(e, "/api/mixes/{id}/stream", "streamMix", "Stream a mix made here", edge.Browser, a.streamMix, "audio/*", edge.Refuses(416), edge.Revalidates)
	edge.Post(e, "/api/mixes", "publishMix", "Publish a DJ mix", edge.Creator, a.publishMix, edge.Created, edge.Throttled(edge.Upload), things.Slow)
	edge.Remove(e, "/api/mixes/{id}", "withdrawMix", "Withdraw a DJ mix of yours", edge.Member, a.withdrawMix, edge.Refuses(409))
	edge.Get(e, "/api/recordings", "recordings", "List your recordings, newest first", edge.Member, a.recordings)
	edge.Get(e, "/api/recordings/{id}", "recording", "Get one of your recordings", edge.Member, a.recording)
	edge.Partial(e, "/api/recordings/{id}", "saveRecording", "Rename, trim or publish a recording", edge.Member, a.saveRecording, edge.Refuses(409))
	edge.Remove(e, "/api/recordings/{id}", "removeRecording", "Delete a recording and its mix", edge.Member, a.removeRecording, edge.Refuses(409))
	edge.Get(e, "/api/recordings/{id}/waveform", "recordingWaveform", "Get the waveform of a recording", edge.Member, a.recordingWaveform)

	// The operator
	edge.Get(e, "/api/admin/mixes", "adminMixes", "List all DJ mixes", edge.Admin, a.adminMixes)
	edge.Post(e, "/api/admin/mixes", "makeMix", "Add a DJ mix", edge.Admin, a.makeMix, edge.Created, things.Slow, edge.Requires("audioUrl", "title"))
	edge.Partial(e, "/api/admin/mixes/{id}", "saveMix", "Change a DJ mix", edge.Admin, a.saveMix, things.Slow, edge.Refuses(409))
	edge.Remove(e, "/api/admin/mixes/{id}", "removeMix", "Delete a DJ mix", edge.Admin, a.removeMix, edge.Refuses(409))
}
