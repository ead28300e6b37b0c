package catalogue

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// The catalogue
	edge.Get(e, "/api/tracks", "tracks", "List tracks", edge.Browser, a.tracks)
	edge.Get(e, "/api/tracks/letters", "trackLetters", "Where letters begin in the list of tracks", edge.Browser, a.trackLetters)
	edge.Get(e, "/api/tracks/{id}", "track", "One track", edge.Browser, a.track)
	edge.Get(e, "/api/tracks/{id}/analysis", "trackAnalysis", "What the sound of a track says: tempo, beats, key, loudness, form", edge.Browser, a.trackAnalysis)
	edge.Get(e, "/api/tracks/{id}/similar", "similar", "Tracks that sound like one", edge.Browser, a.similar)
	edge.Get(e, "/api/tracks/{id}/lyrics", "lyrics", "Lyrics of a track", edge.Browser, a.lyrics)
	edge.Get(e, "/api/albums", "albums", "List albums", edge.Browser, a.albums)
	edge.Get(e, "/api/albums/letters", "albumLetters", "Where letters begin in the list of albums", edge.Browser, a.albumLetters)
	edge.Get(e, "/api/albums/{id}", "album", "One album with its tracks", edge.Browser, a.album)
	edge.Get(e, "/api/artists", "artists", "List artists by name", edge.Browser, a.artists)
	edge.Get(e, "/api/artists/letters", "artistLetters", "Where letters begin in the list of artists", edge.Browser, a.artistLetters)
	edge.Get(e, "/api/artists/{id}", "artist", "One artist with albums and most played tracks", edge.Browser, a.artist)
	edge.Get(e, "/api/genres", "genres", "List genres", edge.Browser, a.genres)
	edge.Get(e, "/api/years", "years", "List years, latest first", edge.Browser, a.years)
	edge.Get(e, "/api/folders", "folders", "The folders of the library", edge.Browser, a.folders)
	edge.Get(e, "/api/folders/{id}", "folder", "One folder of the library", edge.Browser, a.folder)

	// Podcasts
	edge.Get(e, "/api/mix/instant", "instantMix", "A mix in the manner of a track, artist, album or playlist", edge.Browser, a.instantMix)
	edge.Get(e, "/api/mix/path", "sonicPath", "Tracks that lead from the sound of one to that of another", edge.Browser, a.sonicPath)
	edge.Post(e, "/api/mix/endless", "endless", "Tracks to go on with when the queue runs out", edge.Browser, a.endless)
	edge.Get(e, "/api/search", "search", "Find music, stations, mixes, playlists and people", edge.Browser, a.search)

	// What the tags say
	edge.Put(e, "/api/tracks/{id}/tags", "editTags", "Change the tags of a track", edge.Member, a.editTags)
	edge.Post(e, "/api/tracks/tags", "editManyTags", "Change the tags of many tracks alike", edge.Member, a.editManyTags, things.Slow)
	edge.Post(e, "/api/tracks/{id}/cover", "saveCover", "Give a track a cover", edge.Member, a.saveCover, things.CoverForm, things.Slow, edge.Throttled(edge.Free))
	edge.Remove(e, "/api/tracks/{id}/cover", "removeCover", "Take a track's own cover away", edge.Member, a.removeCover, things.Slow, edge.Throttled(edge.Free))
	edge.Get(e, "/api/tag-edits", "tagEdits", "List one's last changes of tags, newest first", edge.Member, a.tagEdits)
	edge.Post(e, "/api/tag-edits/{id}/undo", "undoTagEdit", "Take a change of tags back", edge.Member, a.undoTagEdit, things.Slow)

	// What others know of a track
	edge.Post(e, "/api/tracks/{id}/lookup", "lookUp", "Ask MusicBrainz what a track is", edge.Member, a.lookUp)
	edge.Raw(e, "/api/tracks/{id}/lookup/cover", "foundCover", "A small picture of a release, of the Cover Art Archive", edge.Member, a.foundCover, "image/*", releaseParameter)
	edge.Post(e, "/api/tracks/{id}/lookup/cover", "takeFoundCover", "Give a track the cover the Cover Art Archive has of a release", edge.Member, a.takeFoundCover, things.Slow)
	edge.Post(e, "/api/tracks/{id}/lookup/lyrics", "takeFoundLyrics", "Give a track the lyrics LRCLIB has", edge.Member, a.takeFoundLyrics, things.Slow)

	// What the analysis got wrong
	edge.Put(e, "/api/tracks/{id}/analysis", "editAnalysis", "Correct tempo, key or beats of a track", edge.Member, a.editAnalysis)
	edge.Remove(e, "/api/tracks/{id}/analysis", "clearAnalysis", "Take all corrections of a track back", edge.Member, a.clearAnalysis)
	edge.Post(e, "/api/tracks/{id}/analysis", "analyseAgain", "Have a track analysed again", edge.Member, a.analyseAgain, edge.Accepted)

	// Bytes and streams
	edge.Raw(e, "/api/tracks/{id}/peaks", "peaks", "The waveform of a track in three bands", edge.Browser, a.peaks, "application/octet-stream")
}
