package listening

import (
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// What a person does
	edge.Post(e, "/api/tracks/{id}/like", "like", "Like a track", edge.Member, a.like)
	edge.Remove(e, "/api/tracks/{id}/like", "unlike", "Take a like back", edge.Member, a.unlike)
	edge.Put(e, "/api/tracks/{id}/rating", "rate", "Give a track stars, or take them back", edge.Member, a.rate)
	edge.Get(e, "/api/liked-tracks", "likedTracks", "List liked tracks, newest like first", edge.Member, a.likedTracks)
	edge.Get(e, "/api/recently-played", "recentlyPlayed", "List played tracks, latest first", edge.Member, a.recentlyPlayed)
	edge.Post(e, "/api/plays", "reportPlay", "Report a listen", edge.Member, a.reportPlay, edge.Accepted, edge.Streaming)
	edge.Get(e, "/api/history", "history", "List what one listened to, latest first", edge.Member, a.history)
	edge.Post(e, "/api/history", "putBack", "Take a removal from one's history back", edge.Member, a.putBack)
	edge.Remove(e, "/api/history", "clearHistory", "Empty one's history", edge.Member, a.clearHistory)
	edge.Remove(e, "/api/history/{id}", "forgetPlay", "Remove a listen from one's history", edge.Member, a.forgetPlay)
	edge.Get(e, "/api/account/history", "historyPause", "Whether one's history is paused", edge.Member, a.historyPause, edge.NoStore)
	edge.Put(e, "/api/account/history", "pauseHistory", "Pause one's history, or go on with it", edge.Member, a.pauseHistory, edge.NoStore)
	edge.Get(e, "/api/listening", "listening", "One's listening in figures", edge.Member, a.listening)
	edge.Get(e, "/api/listening/years", "listeningYears", "Years in which one listened to something, latest first", edge.Member, a.listeningYears)
	edge.Get(e, "/api/made-for-you", "madeForYou", "Mixes made for one, other ones every day", edge.Member, a.madeForYou)
	edge.Get(e, "/api/made-for-you/{id}/tracks", "madeForYouTracks", "The tracks of such a mix", edge.Member, a.madeForYouTracks)
	edge.Get(e, "/api/whats-new", "whatsNew", "What is new: music, stations, mixes and public playlists, latest first", edge.Browser, a.whatsNew)

	// What people are told of
	edge.Get(e, "/api/follows", "follows", "List what one follows, latest first", edge.Member, a.follows)
	edge.Get(e, "/api/follows/{kind}/{id}", "following", "Whether one follows something, and how many do", edge.Member, a.following)
	edge.Put(e, "/api/follows/{kind}/{id}", "follow", "Follow an artist, a person, a station or a DJ", edge.Member, a.follow)
	edge.Remove(e, "/api/follows/{kind}/{id}", "unfollow", "Stop following", edge.Member, a.unfollow)

	// What a person's devices play
	edge.Get(e, "/api/player/devices", "playerDevices", "What one's own devices play, or played last", edge.Person, a.playerDevices)
	edge.Put(e, "/api/player/devices/{id}", "reportDevice", "Tell what a device plays", edge.Person, a.reportDevice)
	edge.Get(e, "/api/player/devices/{id}/queue", "deviceQueue", "What a device plays, with its queue", edge.Person, a.deviceQueue)
	edge.Post(e, "/api/player/devices/{id}/commands", "steerDevice", "Tell one of one's devices what to do", edge.Person, a.steerDevice, edge.Accepted)
	edge.Remove(e, "/api/player/devices/{id}", "forgetDevice", "Forget a device", edge.Person, a.forgetDevice)
}
