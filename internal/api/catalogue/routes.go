package catalogue

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Tracks, albums, artists and folders
	edge.Get(e, "/api/tracks", "tracks", "List tracks", edge.Browser, a.tracks, edge.ClampLimit, edge.Fields, edge.Refuses(410))
	edge.Get(e, "/api/tracks/letters", "trackLetters", "List where each letter begins in the list of tracks", edge.Browser, a.trackLetters)
	edge.Get(e, "/api/tracks/{id}", "track", "Get a track", edge.Browser, a.track)
	edge.Get(e, "/api/tracks/{id}/analysis", "trackAnalysis", "Get the analysis of a track: tempo, beats, key, loudness, form", edge.Browser, a.trackAnalysis)
	edge.Get(e, "/api/tracks/{id}/similar", "similar", "List tracks that sound like a track", edge.Browser, a.similar)
	edge.Get(e, "/api/tracks/{id}/lyrics", "lyrics", "Get the lyrics of a track", edge.Browser, a.lyrics)
	edge.Get(e, "/api/albums", "albums", "List albums", edge.Browser, a.albums, edge.Fields)
	edge.Get(e, "/api/albums/letters", "albumLetters", "List where each letter begins in the list of albums", edge.Browser, a.albumLetters)
	edge.Get(e, "/api/albums/{id}", "album", "Get an album with its tracks", edge.Browser, a.album)
	edge.Get(e, "/api/artists", "artists", "List artists by name", edge.Browser, a.artists, edge.Fields)
	edge.Get(e, "/api/artists/letters", "artistLetters", "List where each letter begins in the list of artists", edge.Browser, a.artistLetters)
	edge.Get(e, "/api/artists/{id}", "artist", "Get an artist with albums and most played tracks", edge.Browser, a.artist)
	edge.Get(e, "/api/genres", "genres", "List genres", edge.Browser, a.genres)
	edge.Get(e, "/api/years", "years", "List years, latest first", edge.Browser, a.years)
	edge.Get(e, "/api/folders", "folders", "Get the top folder of the library", edge.Browser, a.folders)
	edge.Get(e, "/api/folders/{id}", "folder", "Get a folder of the library", edge.Browser, a.folder)

	// Similar music, and search
	edge.Get(e, "/api/mix/instant", "instantMix", "Make a mix from a track, artist, album or playlist", edge.Browser, a.instantMix, edge.Refuses(404))
	edge.Get(e, "/api/mix/path", "sonicPath", "List tracks that lead from the sound of one track to that of another", edge.Browser, a.sonicPath, edge.Refuses(404))
	edge.Post(e, "/api/mix/endless", "endless", "List tracks to play when the queue runs out", edge.Browser, a.endless, edge.Refuses(404), edge.Continues)
	edge.Get(e, "/api/search", "search", "Search for music, stations, mixes, playlists and people", edge.Browser, a.search)

	// Tags
	edge.Partial(e, "/api/tracks/{id}/tags", "editTags", "Change the tags of a track", edge.Member, a.editTags, edge.Refuses(409))
	edge.Post(e, "/api/tracks/tags", "editManyTags", "Change the tags of many tracks at once", edge.Member, a.editManyTags, things.Slow, edge.Refuses(404, 409))
	edge.Post(e, "/api/tracks/tags/replace", "replaceInTags", "Replace a text in the tags of many tracks", edge.Member, a.replaceInTags, things.Slow)
	edge.Post(e, "/api/tracks/tags/replace/preview", "previewReplaceInTags", "List what replacing a text in tags would change", edge.Member, a.previewReplaceInTags, things.Slow)
	edge.Post(e, "/api/tracks/{id}/cover", "saveCover", "Set the cover of a track", edge.Member, a.saveCover, things.CoverForm, things.Slow, edge.Throttled(edge.Free), edge.Refuses(409))
	edge.Remove(e, "/api/tracks/{id}/cover", "removeCover", "Remove a track's own cover", edge.Member, a.removeCover, things.Slow, edge.Throttled(edge.Free), edge.Refuses(409))
	edge.Get(e, "/api/tag-edits", "tagEdits", "List your latest tag edits, newest first", edge.Member, a.tagEdits)
	edge.Post(e, "/api/tag-edits/{id}/undo", "undoTagEdit", "Undo a tag edit", edge.Member, a.undoTagEdit, things.Slow, edge.Refuses(409))

	// Lookups in online databases
	edge.Post(e, "/api/tracks/{id}/lookup", "lookUp", "Look up a track at MusicBrainz", edge.Member, a.lookUp, edge.Refuses(409))
	edge.Raw(e, "/api/tracks/{id}/lookup/cover", "foundCover", "Get a small picture of a release from the Cover Art Archive", edge.Member, a.foundCover, "image/*", releaseParameter, edge.Refuses(409))
	edge.Post(e, "/api/tracks/{id}/lookup/cover", "takeFoundCover", "Set the cover of a track to that of a release in the Cover Art Archive", edge.Member, a.takeFoundCover, things.Slow, edge.Refuses(409))
	edge.Post(e, "/api/tracks/{id}/lookup/lyrics", "takeFoundLyrics", "Set the lyrics of a track to those in LRCLIB", edge.Member, a.takeFoundLyrics, things.Slow, edge.Refuses(409))

	// Corrections of the analysis
	edge.Partial(e, "/api/tracks/{id}/analysis", "editAnalysis", "Correct the tempo, key or beats of a track", edge.Member, a.editAnalysis)
	edge.Remove(e, "/api/tracks/{id}/analysis", "clearAnalysis", "Remove all corrections of a track's analysis", edge.Member, a.clearAnalysis)
	edge.Post(e, "/api/tracks/{id}/analysis", "analyseAgain", "Analyse a track again", edge.Member, a.analyseAgain, edge.Accepted)

	// Waveforms
	edge.Raw(e, "/api/tracks/{id}/peaks", "peaks", "Get the waveform of a track in three bands", edge.Browser, a.peaks, "application/octet-stream", edge.Revalidates)
}
