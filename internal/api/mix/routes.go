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
	edge.Get(e, "/api/mixes", "mixes", "List DJ mixes", edge.Browser, a.mixes, edge.ClampLimit)
	edge.Get(e, "/api/mixes/genres", "mixGenres", "List the genres of DJ mixes", edge.Browser, a.mixGenres)
	edge.Get(e, "/api/mixes/{id}", "mix", "Get a DJ mix", edge.Browser, a.mix)
	edge.Get(e, "/api/mixes/{id}/tracklist", "mixTracklist", "Get the tracklist of a mix", edge.Browser, a.mixTracklist)
	edge.Raw(e, "/api/mixes/{id}/stream", "streamMix", "Stream a mix made here", edge.Browser, a.streamMix, "audio/*", edge.Refuses(403, 416), edge.Revalidates)
	edge.Post(e, "/api/mixes", "publishMix", "Publish a DJ mix", edge.Creator, a.publishMix, edge.Created, edge.Throttled(edge.Upload), things.Slow)
	edge.Remove(e, "/api/mixes/{id}", "withdrawMix", "Withdraw a DJ mix of yours", edge.Member, a.withdrawMix, edge.Refuses(409))
	edge.Partial(e, "/api/mixes/{id}", "saveOwnMix", "Change a DJ mix of yours", edge.Member, a.saveOwnMix)
	edge.Put(e, "/api/mixes/{id}/tracklist", "saveMixTracklist", "Replace the tracklist of a DJ mix of yours", edge.Member, a.saveMixTracklist)
	edge.Get(e, "/api/mixes/{id}/search", "mixSearch", "Get the tracks found in the sound of a DJ mix of yours", edge.Member, a.mixSearch)
	edge.Post(e, "/api/mixes/{id}/search", "searchMix", "Find the tracks in the sound of a DJ mix of yours", edge.Member, a.searchMix, edge.Accepted, edge.Refuses(409))
	edge.Remove(e, "/api/mixes/{id}/search", "stopMixSearch", "Stop finding the tracks of a DJ mix of yours", edge.Member, a.stopMixSearch)
	edge.Post(e, "/api/mixes/{id}/cover", "saveMixCover", "Set the picture of a DJ mix of yours", edge.Member, a.saveMixCover, things.CoverForm, edge.Throttled(edge.Free))
	edge.Remove(e, "/api/mixes/{id}/cover", "removeMixCover", "Remove the picture of a DJ mix of yours", edge.Member, a.removeMixCover, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/mixes/{id}/cover/{version}", "mixCover", "Get the picture of a DJ mix", edge.Browser, a.mixCover, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Throttled(edge.Free), edge.Revalidates)
	edge.Get(e, "/api/mixes/{id}/waveform", "mixWaveform", "Get the waveform of a mix", edge.Browser, a.mixWaveform)
	edge.Raw(e, "/api/mixes/{id}/download", "downloadMix", "Download a mix", edge.Browser, a.downloadMix, "audio/*", edge.Refuses(403, 416), edge.Throttled(edge.Free), edge.Revalidates)
	edge.Raw(e, "/api/mixes/{id}/cue", "mixCue", "Get the tracklist of a mix as a cue sheet", edge.Browser, a.mixCue, "application/x-cue")
	edge.Post(e, "/api/mixes/{id}/plays", "playedMix", "Report that you listened to a mix", edge.Browser, a.playedMix, edge.Accepted, edge.Lasts)
	edge.Post(e, "/api/mixes/{id}/like", "likeMix", "Like a mix", edge.Member, a.likeMix)
	edge.Remove(e, "/api/mixes/{id}/like", "unlikeMix", "Remove a like of a mix", edge.Member, a.unlikeMix)
	edge.Get(e, "/api/mixes/{id}/comments", "mixComments", "List the comments on a mix, newest first", edge.Browser, a.mixComments)
	edge.Post(e, "/api/mixes/{id}/comments", "commentMix", "Comment on a moment of a mix", edge.Member, a.commentMix, edge.Created)
	edge.Remove(e, "/api/mixes/{id}/comments/{comment}", "removeMixComment", "Delete your comment, or any comment on your mix", edge.Member, a.removeMixComment)
	edge.Get(e, "/api/recordings", "recordings", "List your recordings, newest first", edge.Member, a.recordings)
	edge.Get(e, "/api/recordings/{id}", "recording", "Get one of your recordings", edge.Member, a.recording)
	edge.Partial(e, "/api/recordings/{id}", "saveRecording", "Rename, trim or publish a recording", edge.Member, a.saveRecording, edge.Refuses(409))
	edge.Remove(e, "/api/recordings/{id}", "removeRecording", "Delete a recording and its mix", edge.Member, a.removeRecording, edge.Refuses(409))
	edge.Get(e, "/api/recordings/{id}/waveform", "recordingWaveform", "Get the waveform of a recording", edge.Member, a.recordingWaveform)

	// The operator
	edge.Get(e, "/api/admin/mixes", "adminMixes", "List all DJ mixes", edge.Admin, a.adminMixes)
	edge.Post(e, "/api/admin/mixes", "makeMix", "Add a DJ mix", edge.Admin, a.makeMix, edge.Created, things.Slow, edge.Requires("audioUrl", "title"))
	edge.Get(e, "/api/admin/mixes/summary", "mixSummary", "Get the figures of all DJ mixes", edge.Admin, a.mixSummary)
	edge.Post(e, "/api/admin/mixes/bulk", "changeMixes", "Activate, deactivate, show, hide or delete several DJ mixes", edge.Admin, a.changeMixes, edge.Slow(edge.BulkTime))
	edge.Partial(e, "/api/admin/mixes/{id}", "saveMix", "Change a DJ mix", edge.Admin, a.saveMix, things.Slow, edge.Refuses(409))
	edge.Remove(e, "/api/admin/mixes/{id}", "removeMix", "Delete a DJ mix", edge.Admin, a.removeMix, edge.Refuses(409))
}
