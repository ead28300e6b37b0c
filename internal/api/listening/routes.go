package listening

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Likes, ratings, history and mixes
	edge.Post(e, "/api/tracks/{id}/like", "like", "Like a track", edge.Member, a.like, edge.Listening)
	edge.Remove(e, "/api/tracks/{id}/like", "unlike", "Remove a like", edge.Member, a.unlike, edge.Listening)
	edge.Put(e, "/api/tracks/{id}/rating", "rate", "Rate a track, or remove your rating", edge.Member, a.rate, edge.Listening)
	edge.Get(e, "/api/liked-tracks", "likedTracks", "List your liked tracks, newest like first", edge.Member, a.likedTracks, edge.ClampLimit, edge.Fields, edge.Refuses(410), edge.Listening)
	edge.Get(e, "/api/recently-played", "recentlyPlayed", "List recently played tracks, latest first", edge.Member, a.recentlyPlayed, edge.Listening)
	edge.Post(e, "/api/plays", "reportPlay", "Report a listen", edge.Member, a.reportPlay, edge.Accepted, edge.Listening, edge.Refuses(404), edge.Lasts)
	edge.Get(e, "/api/history", "history", "List your listening history, latest first", edge.Member, a.history, edge.Listening)
	edge.Post(e, "/api/history", "putBack", "Restore a removed entry of your history", edge.Member, a.putBack, edge.Refuses(404))
	edge.Remove(e, "/api/history", "clearHistory", "Clear your history", edge.Member, a.clearHistory)
	edge.Remove(e, "/api/history/{id}", "forgetPlay", "Remove an entry from your history", edge.Member, a.forgetPlay)
	edge.Get(e, "/api/account/history", "historyPause", "Get whether your history is paused", edge.Member, a.historyPause, edge.NoStore)
	edge.Put(e, "/api/account/history", "pauseHistory", "Pause or resume your history", edge.Member, a.pauseHistory, edge.NoStore)
	edge.Get(e, "/api/listening", "listening", "Get your listening statistics", edge.Member, a.listening)
	edge.Get(e, "/api/listening/years", "listeningYears", "List the years in which you listened to something, latest first", edge.Member, a.listeningYears)
	edge.Get(e, "/api/made-for-you", "madeForYou", "List today's mixes made for you", edge.Member, a.madeForYou)
	edge.Get(e, "/api/made-for-you/{id}/tracks", "madeForYouTracks", "List the tracks of a mix made for you", edge.Member, a.madeForYouTracks)
	edge.Get(e, "/api/whats-new", "whatsNew", "List new music, stations, mixes and public playlists, latest first", edge.Browser, a.whatsNew)

	// Following
	edge.Get(e, "/api/follows", "follows", "List what you follow, latest first", edge.Member, a.follows)
	edge.Get(e, "/api/follows/{kind}/{id}", "following", "Get whether you follow something, and how many people do", edge.Member, a.following)
	edge.Put(e, "/api/follows/{kind}/{id}", "follow", "Follow an artist, a person, a station or a DJ", edge.Member, a.follow, edge.Refuses(409))
	edge.Remove(e, "/api/follows/{kind}/{id}", "unfollow", "Stop following something", edge.Member, a.unfollow)

	// Players on the person's devices
	edge.Get(e, "/api/player/devices", "playerDevices", "List what your devices play or played last", edge.Person, a.playerDevices)
	edge.Put(e, "/api/player/devices/{id}", "reportDevice", "Report what a device plays", edge.Person, a.reportDevice, edge.Continues)
	edge.Get(e, "/api/player/devices/{id}/queue", "deviceQueue", "Get what a device plays, with its queue", edge.Person, a.deviceQueue)
	edge.Post(e, "/api/player/devices/{id}/commands", "steerDevice", "Send a command to one of your devices", edge.Person, a.steerDevice, edge.Accepted, edge.Refuses(409), edge.Continues)
	edge.Remove(e, "/api/player/devices/{id}", "forgetDevice", "Forget a device", edge.Person, a.forgetDevice, edge.Continues)
}
