package mix

import (
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Podcasts
	edge.Get(e, "/api/mixes", "mixes", "List DJ mixes, newest first", edge.Browser, a.mixes)
	edge.Get(e, "/api/mixes/{id}", "mix", "One DJ mix", edge.Browser, a.mix)
	edge.Get(e, "/api/mixes/{id}/tracklist", "mixTracklist", "What is in a mix that was recorded here", edge.Browser, a.mixTracklist)
	edge.Raw(e, "/api/mixes/{id}/stream", "streamMix", "The sound of a mix that was recorded here", edge.Browser, a.streamMix, "audio/*")
	edge.Get(e, "/api/recordings", "recordings", "List shows of one's own that were kept, newest first", edge.Member, a.recordings)
	edge.Get(e, "/api/recordings/{id}", "recording", "One show of one's own that was kept", edge.Member, a.recording)
	edge.Put(e, "/api/recordings/{id}", "saveRecording", "Rename, trim or publish a show that was kept", edge.Member, a.saveRecording)
	edge.Remove(e, "/api/recordings/{id}", "removeRecording", "Delete a show that was kept, with its mix", edge.Member, a.removeRecording)
	edge.Get(e, "/api/recordings/{id}/waveform", "recordingWaveform", "The waveform of a show that was kept", edge.Member, a.recordingWaveform)

	// The operator
	edge.Get(e, "/api/admin/mixes", "adminMixes", "List all DJ mixes", edge.Admin, a.adminMixes)
	edge.Post(e, "/api/admin/mixes", "makeMix", "Add a DJ mix", edge.Admin, a.makeMix, edge.Created)
	edge.Put(e, "/api/admin/mixes/{id}", "saveMix", "Change a DJ mix", edge.Admin, a.saveMix)
	edge.Remove(e, "/api/admin/mixes/{id}", "removeMix", "Delete a DJ mix", edge.Admin, a.removeMix)
}
