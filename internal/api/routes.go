package api

import (
	"net/http"

	"sonora/internal/edge"
)

// routes names every operation of the API.
func (a *API) routes() {
	// Signing in
	edge.Post(a.edge, "/api/auth/register", "register", "Create an account", edge.Anyone, a.register, edge.Created, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/login", "login", "Sign in", edge.Anyone, a.login, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/token/refresh", "refresh", "Trade a refresh token", edge.Anyone, a.refresh, edge.Lenient, edge.Throttled(edge.Refresh), edge.NoStore)
	edge.Post(a.edge, "/api/auth/logout", "logout", "Sign out", edge.Anyone, a.logout, edge.Lenient, edge.NoStore)
	edge.Post(a.edge, "/api/auth/register/legacy", "registerAndSignIn", "Create an account and sign in, for older clients", edge.Anyone, a.registerAndSignIn, edge.Created, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Get(a.edge, "/api/auth/user", "currentUser", "Who is signed in", edge.Member, a.currentUser, edge.NoStore)
	edge.Get(a.edge, "/api/auth", "endpoints", "Where to sign in", edge.Anyone, a.endpoints)

	// Signing in with an identity provider
	edge.Get(a.edge, "/api/auth/providers", "providers", "List identity providers", edge.Anyone, a.providers, edge.NoStore)
	edge.Get(a.edge, "/api/auth/google", "google", "Whether sign-in with Google is set up", edge.Anyone, a.google, a.fromOwnPages, edge.NoStore)
	edge.Post(a.edge, "/api/auth/{provider}/start", "beginProviderLogin", "Begin a sign-in with a provider, or with a bearer token the linking of an account", edge.Anyone, a.beginProviderLogin, edge.Lenient, a.fromOwnPages, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/{provider}/login", "providerLogin", "Finish a sign-in with a provider", edge.Anyone, a.providerLogin, edge.Lenient, a.fromOwnPages, a.oneAttempt, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Remove(a.edge, "/api/account/identities/{provider}", "unlinkIdentity", "Disconnect the account from a provider", edge.Person, a.unlinkIdentity)

	// Links in mails, passwords and addresses
	edge.Post(a.edge, "/api/auth/verify", "verifyEmail", "Prove an e-mail address by the link sent to it", edge.Anyone, a.verify, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/verify/resend", "resendVerification", "Send that link again", edge.Anyone, a.resendVerification, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/password/forgot", "forgotPassword", "Ask for a link to choose a new password", edge.Anyone, a.forgotPassword, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/password/reset", "resetPassword", "Choose a new password by the link", edge.Anyone, a.resetPassword, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/email/confirm", "confirmEmail", "Confirm a change of the e-mail address by a link", edge.Anyone, a.confirmEmail, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/invitation", "invitation", "Whether an invitation is good", edge.Anyone, a.invitation, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/account/password", "changePassword", "Change the password", edge.Person, a.changePassword, edge.Lenient)
	edge.Post(a.edge, "/api/account/email", "changeEmail", "Change the e-mail address", edge.Person, a.changeEmail, edge.Lenient)
	edge.Remove(a.edge, "/api/account/email", "cancelEmail", "Give up a change of the e-mail address", edge.Person, a.cancelEmail)

	// The second factor, and signing in without a password
	edge.Post(a.edge, "/api/auth/login/code", "loginCode", "Finish a sign-in with a code", edge.Anyone, a.loginCode, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/login/enrol/begin", "beginEnrol", "Begin to set up the second factor a sign-in requires", edge.Anyone, a.beginEnrol, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/login/enrol", "enrol", "Set up the second factor a sign-in requires, and finish it", edge.Anyone, a.enrol, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/passkeys/login/begin", "beginPasskeyLogin", "Begin a sign-in with a passkey", edge.Anyone, a.beginPasskeyLogin, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(a.edge, "/api/auth/passkeys/login", "passkeyLogin", "Finish a sign-in with a passkey", edge.Anyone, a.passkeyLogin, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Get(a.edge, "/api/account/security", "security", "How one can sign in", edge.Person, a.security)
	edge.Post(a.edge, "/api/account/totp/begin", "beginTOTP", "Begin to set up an authenticator app", edge.Person, a.beginTOTP)
	edge.Post(a.edge, "/api/account/totp", "enableTOTP", "Turn the authenticator app on", edge.Person, a.enableTOTP)
	edge.Post(a.edge, "/api/account/totp/off", "disableTOTP", "Turn the authenticator app off", edge.Person, a.disableTOTP)
	edge.Post(a.edge, "/api/account/recovery-codes", "makeRecoveryCodes", "Make new recovery codes", edge.Person, a.makeRecoveryCodes)
	edge.Post(a.edge, "/api/account/passkeys/begin", "beginPasskey", "Begin to add a passkey", edge.Person, a.beginPasskey)
	edge.Post(a.edge, "/api/account/passkeys", "addPasskey", "Add a passkey", edge.Person, a.addPasskey, edge.Created)
	edge.Put(a.edge, "/api/account/passkeys/{id}", "renamePasskey", "Give a passkey another name", edge.Person, a.renamePasskey)
	edge.Remove(a.edge, "/api/account/passkeys/{id}", "removePasskey", "Remove a passkey", edge.Person, a.removePasskey)

	// One's devices, what happened to the account, and passwords for players
	edge.Get(a.edge, "/api/account/sessions", "sessions", "List signed-in devices", edge.Person, a.sessions)
	edge.Remove(a.edge, "/api/account/sessions", "endOtherSessions", "Sign out all other devices", edge.Person, a.endOtherSessions)
	edge.Put(a.edge, "/api/account/sessions/{id}", "renameSession", "Give a signed-in device a name", edge.Person, a.renameSession)
	edge.Remove(a.edge, "/api/account/sessions/{id}", "endSession", "Sign out a device", edge.Person, a.endSession)
	edge.Post(a.edge, "/api/account/sessions/end", "endSessions", "Sign out everywhere, also here", edge.Person, a.endSessions)
	edge.Get(a.edge, "/api/account/events", "ownEvents", "What happened to one's account, newest first", edge.Person, a.ownEvents)
	edge.Get(a.edge, "/api/account/app-passwords", "appPasswords", "List app passwords", edge.Person, a.appPasswords)
	edge.Post(a.edge, "/api/account/app-passwords", "makeAppPassword", "Make a password for a player", edge.Person, a.makeAppPassword, edge.Created)
	edge.Remove(a.edge, "/api/account/app-passwords/{id}", "removeAppPassword", "Revoke an app password", edge.Person, a.removeAppPassword)

	// The server
	edge.Get(a.edge, "/api", "about", "Name and version of the API", edge.Anyone, a.about)
	edge.Get(a.edge, "/api/config", "config", "What the app needs to know at its start", edge.Anyone, a.config)
	edge.Get(a.edge, "/api/welcome", "welcome", "A greeting", edge.Anyone, a.welcome)
	edge.Get(a.edge, "/health", "health", "Whether the server works", edge.Anyone, a.health)

	// The catalogue
	edge.Get(a.edge, "/api/tracks", "tracks", "List tracks", edge.Browser, a.tracks)
	edge.Get(a.edge, "/api/tracks/letters", "trackLetters", "Where letters begin in the list of tracks", edge.Browser, a.trackLetters)
	edge.Get(a.edge, "/api/tracks/{id}", "track", "One track", edge.Browser, a.track)
	edge.Get(a.edge, "/api/tracks/{id}/analysis", "trackAnalysis", "What the sound of a track says: tempo, beats, key, loudness, form", edge.Browser, a.trackAnalysis)
	edge.Get(a.edge, "/api/tracks/{id}/similar", "similar", "Tracks that sound like one", edge.Browser, a.similar)
	edge.Get(a.edge, "/api/tracks/{id}/lyrics", "lyrics", "Lyrics of a track", edge.Browser, a.lyrics)
	edge.Get(a.edge, "/api/albums", "albums", "List albums", edge.Browser, a.albums)
	edge.Get(a.edge, "/api/albums/letters", "albumLetters", "Where letters begin in the list of albums", edge.Browser, a.albumLetters)
	edge.Get(a.edge, "/api/albums/{id}", "album", "One album with its tracks", edge.Browser, a.album)
	edge.Get(a.edge, "/api/artists", "artists", "List artists by name", edge.Browser, a.artists)
	edge.Get(a.edge, "/api/artists/letters", "artistLetters", "Where letters begin in the list of artists", edge.Browser, a.artistLetters)
	edge.Get(a.edge, "/api/artists/{id}", "artist", "One artist with albums and most played tracks", edge.Browser, a.artist)
	edge.Get(a.edge, "/api/genres", "genres", "List genres", edge.Browser, a.genres)
	edge.Get(a.edge, "/api/years", "years", "List years, latest first", edge.Browser, a.years)
	edge.Get(a.edge, "/api/folders", "folders", "The folders of the library", edge.Browser, a.folders)
	edge.Get(a.edge, "/api/folders/{id}", "folder", "One folder of the library", edge.Browser, a.folder)
	edge.Get(a.edge, "/api/radios", "stations", "List radio stations", edge.Browser, a.stations)
	edge.Get(a.edge, "/api/radios/genres", "stationGenres", "The genres of radio stations", edge.Browser, a.stationGenres)
	edge.Get(a.edge, "/api/radios/countries", "stationCountries", "The countries of radio stations", edge.Browser, a.stationCountries)
	edge.Get(a.edge, "/api/radios/directory", "searchDirectory", "Look for stations in a directory of them", edge.Member, a.searchDirectory)
	edge.Post(a.edge, "/api/radios/directory", "importFromDirectory", "Relay a station of the directory", edge.Member, a.importFromDirectory, edge.Created, edge.Lenient)
	edge.Get(a.edge, "/api/radios/{id}", "station", "One radio station", edge.Browser, a.station)
	edge.Post(a.edge, "/api/radios", "makeOwnStation", "Make a radio station", edge.Member, a.makeOwnStation, edge.Created)
	edge.Put(a.edge, "/api/radios/{id}", "saveOwnStation", "Change a radio station of one's own", edge.Member, a.saveOwnStation)
	edge.Post(a.edge, "/api/radios/{id}/logo", "saveStationLogo", "Give a radio station a logo", edge.Member, a.saveStationLogo, coverForm, edge.Throttled(edge.Free))
	edge.Remove(a.edge, "/api/radios/{id}/logo", "removeStationLogo", "Take a radio station's logo away", edge.Member, a.removeStationLogo, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/radios/{id}/logo", "stationLogo", "The logo of a radio station", edge.Browser, a.stationLogo, "image/*", sizeParameter, generatedParameter, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/radios/events", "stationEvents", "What radio stations do, as server-sent events", edge.Browser, a.streamStations, "text/event-stream", a.edge.Sends(stationEventsJSON{}), edge.Throttled(edge.Free))
	edge.Remove(a.edge, "/api/radios/{id}", "removeOwnStation", "Delete a radio station of one's own", edge.Member, a.removeOwnStation)

	// What stations play by themselves
	edge.Get(a.edge, "/api/radios/{id}/history", "stationHistory", "What a station played, latest first", edge.Browser, a.stationHistory)
	edge.Get(a.edge, "/api/radios/{id}/log", "stationLog", "What happened to a station of one's own, latest first", edge.Member, a.stationLog)
	edge.Get(a.edge, "/api/radios/{id}/health", "stationHealth", "How a station of one's own does", edge.Member, a.stationHealth)
	edge.Get(a.edge, "/api/radios/{id}/figures", "stationFigures", "Who listened to a station of one's own", edge.Member, a.stationFigures)
	edge.Post(a.edge, "/api/radios/{id}/skip", "skipStation", "End what the lists of a station play", edge.Member, a.skipStation)
	edge.Post(a.edge, "/api/radios/{id}/put-off", "putOffStation", "Take who is on air off", edge.Member, a.putOffStation)
	edge.Get(a.edge, "/api/radios/{id}/lists", "stationPlaylists", "List what a station of one's own plays", edge.Member, a.stationPlaylists)
	edge.Post(a.edge, "/api/radios/{id}/lists", "addStationPlaylist", "Have a station play a playlist", edge.Member, a.addStationPlaylist, edge.Created)
	edge.Put(a.edge, "/api/radios/{id}/lists/{list}", "saveStationPlaylist", "Change how a station plays a playlist", edge.Member, a.saveStationPlaylist)
	edge.Remove(a.edge, "/api/radios/{id}/lists/{list}", "removeStationPlaylist", "Have a station play a playlist no more", edge.Member, a.removeStationPlaylist)
	edge.Get(a.edge, "/api/radios/{id}/shows", "stationShows", "The week calendar of a station of one's own", edge.Member, a.stationShows)
	edge.Post(a.edge, "/api/radios/{id}/shows", "addStationShow", "Add a show", edge.Member, a.addStationShow, edge.Created)
	edge.Put(a.edge, "/api/radios/{id}/shows/{show}", "saveStationShow", "Change a show", edge.Member, a.saveStationShow)
	edge.Remove(a.edge, "/api/radios/{id}/shows/{show}", "removeStationShow", "Delete a show", edge.Member, a.removeStationShow)
	edge.Get(a.edge, "/api/radios/{id}/schedule", "stationSchedule", "When the shows of a station go out", edge.Browser, a.stationSchedule)
	edge.Get(a.edge, "/api/radios/{id}/queue", "stationQueue", "What a station of one's own is going to play, and why", edge.Member, a.stationQueue)
	edge.Post(a.edge, "/api/radios/{id}/queue/move", "moveInQueue", "Put a slot somewhere else", edge.Member, a.moveInQueue)
	edge.Post(a.edge, "/api/radios/{id}/queue/remove", "removeFromQueue", "Take a slot out", edge.Member, a.removeFromQueue)
	edge.Post(a.edge, "/api/radios/{id}/queue/add", "addToQueue", "Put tracks into the queue", edge.Member, a.addToQueue)
	edge.Post(a.edge, "/api/radios/{id}/queue/clear", "clearQueue", "Plan everything anew, without what people put there", edge.Member, a.clearQueue)
	edge.Get(a.edge, "/api/radios/{id}/requests", "stationRequests", "What listeners of a station would like to hear", edge.Member, a.stationRequests)
	edge.Post(a.edge, "/api/radios/{id}/requests", "requestTrack", "Ask a station for a track", edge.Member, a.requestTrack, edge.Created)
	edge.Remove(a.edge, "/api/radios/{id}/requests/{request}", "removeRequest", "Take one's request back, or refuse one of a station of one's own", edge.Member, a.removeRequest)
	edge.Post(a.edge, "/api/radios/{id}/requests/{request}/vote", "voteForRequest", "Vote for a request", edge.Member, a.voteForRequest)
	edge.Remove(a.edge, "/api/radios/{id}/requests/{request}/vote", "takeVoteBack", "Take one's vote back", edge.Member, a.takeVoteBack)
	edge.Post(a.edge, "/api/radios/{id}/requests/{request}/queue", "queueRequest", "Play a request next", edge.Member, a.queueRequest)
	edge.Get(a.edge, "/api/radios/{id}/chat", "stationChat", "What members say in the chat of a station", edge.Member, a.stationChat)
	edge.Post(a.edge, "/api/radios/{id}/chat", "writeInChat", "Write into the chat of a station", edge.Member, a.writeInChat, edge.Created)
	edge.Remove(a.edge, "/api/radios/{id}/chat/{message}", "removeFromChat", "Remove one's message, or one in the chat of a station of one's own", edge.Member, a.removeFromChat)
	// Podcasts
	edge.Get(a.edge, "/api/podcasts", "podcasts", "List podcasts", edge.Browser, a.listPodcasts)
	edge.Post(a.edge, "/api/podcasts", "makePodcast", "Publish a podcast", edge.Creator, a.makePodcast, edge.Created)
	edge.Post(a.edge, "/api/podcasts/subscriptions", "subscribePodcast", "Subscribe to a feed", edge.Member, a.subscribePodcast, edge.Created)
	edge.Post(a.edge, "/api/podcasts/opml", "importPodcasts", "Subscribe to every feed of an OPML file", edge.Member, a.importPodcasts, edge.Accepted, opmlForm)
	edge.Raw(a.edge, "/api/podcasts/opml", "exportPodcasts", "One's subscriptions, an OPML file", edge.Member, a.exportPodcasts, "text/x-opml")
	edge.Get(a.edge, "/api/podcasts/imports", "podcastImports", "What became of one's imports", edge.Member, a.podcastImports)
	edge.Get(a.edge, "/api/podcasts/{id}", "podcast", "One podcast", edge.Browser, a.podcast)
	edge.Put(a.edge, "/api/podcasts/{id}", "savePodcast", "Change a podcast one publishes", edge.Creator, a.savePodcast)
	edge.Remove(a.edge, "/api/podcasts/{id}", "removePodcast", "Delete a podcast one publishes", edge.Creator, a.removePodcast)
	edge.Put(a.edge, "/api/podcasts/{id}/subscription", "saveSubscription", "Subscribe to a podcast, or change what one wants of it", edge.Member, a.saveSubscription)
	edge.Remove(a.edge, "/api/podcasts/{id}/subscription", "unsubscribePodcast", "End a subscription", edge.Member, a.unsubscribePodcast)
	edge.Post(a.edge, "/api/podcasts/{id}/refresh", "refreshPodcast", "Have a feed read soon", edge.Member, a.refreshPodcast)
	edge.Raw(a.edge, "/api/podcasts/{id}/cover", "podcastCover", "The picture of a podcast", edge.Browser, a.podcastCover, "image/*", sizeParameter, generatedParameter)
	edge.Post(a.edge, "/api/podcasts/{id}/cover", "savePodcastCover", "Give a podcast one publishes a picture", edge.Creator, a.savePodcastCover, coverForm)
	edge.Remove(a.edge, "/api/podcasts/{id}/cover", "removePodcastCover", "Take its picture away", edge.Creator, a.removePodcastCover)
	edge.Get(a.edge, "/api/podcasts/{id}/figures", "podcastFigures", "How often a podcast one publishes is heard", edge.Creator, a.podcastFigures)
	edge.Get(a.edge, "/api/podcasts/{id}/episodes", "podcastEpisodes", "List a podcast's episodes, latest first", edge.Browser, a.podcastEpisodes)
	edge.Post(a.edge, "/api/podcasts/{id}/episodes", "addEpisode", "Publish an episode", edge.Creator, a.addEpisode, edge.Created)
	edge.Get(a.edge, "/api/episodes", "episodes", "List episodes to go on with", edge.Member, a.listEpisodes)
	edge.Get(a.edge, "/api/episodes/{id}", "episode", "One episode, with its notes", edge.Browser, a.episode)
	edge.Put(a.edge, "/api/episodes/{id}", "saveEpisode", "Change an episode one publishes", edge.Creator, a.saveEpisode)
	edge.Remove(a.edge, "/api/episodes/{id}", "removeEpisode", "Delete an episode one publishes", edge.Creator, a.removeEpisode)
	edge.Put(a.edge, "/api/episodes/{id}/progress", "saveProgress", "Note how far one is in an episode", edge.Member, a.saveProgress)
	edge.Get(a.edge, "/api/episodes/{id}/chapters", "episodeChapters", "The chapters of an episode, wherever they are written", edge.Browser, a.episodeChapters)
	edge.Get(a.edge, "/api/episodes/{id}/transcript", "episodeTranscript", "What is said in an episode", edge.Browser, a.episodeTranscript)
	edge.Raw(a.edge, "/api/episodes/{id}/sound", "episodeSound", "How to get to a moment of an episode", edge.Browser, a.episodeSound, "application/json", jumpsAnswer)
	edge.Raw(a.edge, "/api/episodes/{id}/stream", "streamEpisode", "The sound of an episode", edge.Browser, a.streamEpisode, "audio/*", startParameters)
	edge.Get(a.edge, "/api/mixes", "mixes", "List DJ mixes, newest first", edge.Browser, a.mixes)
	edge.Get(a.edge, "/api/mixes/{id}", "mix", "One DJ mix", edge.Browser, a.mix)
	edge.Get(a.edge, "/api/mixes/{id}/tracklist", "mixTracklist", "What is in a mix that was recorded here", edge.Browser, a.mixTracklist)
	edge.Raw(a.edge, "/api/mixes/{id}/stream", "streamMix", "The sound of a mix that was recorded here", edge.Browser, a.streamMix, "audio/*")
	edge.Get(a.edge, "/api/recordings", "recordings", "List shows of one's own that were kept, newest first", edge.Member, a.recordings)
	edge.Get(a.edge, "/api/recordings/{id}", "recording", "One show of one's own that was kept", edge.Member, a.recording)
	edge.Put(a.edge, "/api/recordings/{id}", "saveRecording", "Rename, trim or publish a show that was kept", edge.Member, a.saveRecording)
	edge.Remove(a.edge, "/api/recordings/{id}", "removeRecording", "Delete a show that was kept, with its mix", edge.Member, a.removeRecording)
	edge.Get(a.edge, "/api/recordings/{id}/waveform", "recordingWaveform", "The waveform of a show that was kept", edge.Member, a.recordingWaveform)
	edge.Get(a.edge, "/api/mix/instant", "instantMix", "A mix in the manner of a track, artist, album or playlist", edge.Browser, a.instantMix)
	edge.Get(a.edge, "/api/mix/path", "sonicPath", "Tracks that lead from the sound of one to that of another", edge.Browser, a.sonicPath)
	edge.Post(a.edge, "/api/mix/endless", "endless", "Tracks to go on with when the queue runs out", edge.Browser, a.endless)
	edge.Get(a.edge, "/api/search", "search", "Find music, stations, mixes, playlists and people", edge.Browser, a.search)

	// What a person does
	edge.Post(a.edge, "/api/tracks/{id}/like", "like", "Like a track", edge.Member, a.like)
	edge.Remove(a.edge, "/api/tracks/{id}/like", "unlike", "Take a like back", edge.Member, a.unlike)
	edge.Put(a.edge, "/api/tracks/{id}/rating", "rate", "Give a track stars, or take them back", edge.Member, a.rate)
	edge.Get(a.edge, "/api/liked-tracks", "likedTracks", "List liked tracks, newest like first", edge.Member, a.likedTracks)
	edge.Get(a.edge, "/api/recently-played", "recentlyPlayed", "List played tracks, latest first", edge.Member, a.recentlyPlayed)
	edge.Post(a.edge, "/api/plays", "reportPlay", "Report a listen", edge.Member, a.reportPlay, edge.Accepted, edge.Streaming)
	edge.Get(a.edge, "/api/history", "history", "List what one listened to, latest first", edge.Member, a.history)
	edge.Post(a.edge, "/api/history", "putBack", "Take a removal from one's history back", edge.Member, a.putBack)
	edge.Remove(a.edge, "/api/history", "clearHistory", "Empty one's history", edge.Member, a.clearHistory)
	edge.Remove(a.edge, "/api/history/{id}", "forgetPlay", "Remove a listen from one's history", edge.Member, a.forgetPlay)
	edge.Get(a.edge, "/api/account/history", "historyPause", "Whether one's history is paused", edge.Member, a.historyPause, edge.NoStore)
	edge.Put(a.edge, "/api/account/history", "pauseHistory", "Pause one's history, or go on with it", edge.Member, a.pauseHistory, edge.NoStore)
	edge.Get(a.edge, "/api/listening", "listening", "One's listening in figures", edge.Member, a.listening)
	edge.Get(a.edge, "/api/listening/years", "listeningYears", "Years in which one listened to something, latest first", edge.Member, a.listeningYears)
	edge.Get(a.edge, "/api/made-for-you", "madeForYou", "Mixes made for one, other ones every day", edge.Member, a.madeForYou)
	edge.Get(a.edge, "/api/made-for-you/{id}/tracks", "madeForYouTracks", "The tracks of such a mix", edge.Member, a.madeForYouTracks)
	edge.Get(a.edge, "/api/whats-new", "whatsNew", "What is new: music, stations, mixes and public playlists, latest first", edge.Browser, a.whatsNew)
	edge.Get(a.edge, "/api/releases", "releases", "What changed in Sonora, newest version first", edge.Browser, a.releases)
	edge.Get(a.edge, "/api/playlists", "playlists", "List one's playlists, newest first", edge.Member, a.playlists)
	edge.Post(a.edge, "/api/playlists", "makePlaylist", "Make a playlist", edge.Member, a.makePlaylist, edge.Created)
	edge.Get(a.edge, "/api/playlists/{id}", "playlist", "One playlist, one's own or a public one", edge.Member, a.playlist)
	edge.Put(a.edge, "/api/playlists/{id}", "savePlaylist", "Change a playlist of one's own", edge.Member, a.savePlaylist)
	edge.Remove(a.edge, "/api/playlists/{id}", "removePlaylist", "Delete a playlist of one's own", edge.Member, a.removePlaylist)
	edge.Get(a.edge, "/api/users/{id}/playlists", "playlistsOf", "List the playlists a person shows others, newest first", edge.Member, a.playlistsOf)

	// What is in playlists
	edge.Get(a.edge, "/api/playlists/{id}/tracks", "playlistTracks", "List the tracks of a playlist", edge.Member, a.playlistTracks)
	edge.Post(a.edge, "/api/playlists/{id}/tracks", "addTracks", "Add tracks to a playlist", edge.Member, a.addTracks)
	edge.Post(a.edge, "/api/playlists/{id}/tracks/remove", "removeTracks", "Take entries out of a playlist", edge.Member, a.removeTracks)
	edge.Post(a.edge, "/api/playlists/{id}/tracks/restore", "restoreTracks", "Put entries back into a playlist", edge.Member, a.restoreTracks)
	edge.Post(a.edge, "/api/playlists/{id}/tracks/move", "moveTracks", "Move entries of a playlist", edge.Member, a.moveTracks)
	edge.Get(a.edge, "/api/playlists/{id}/duplicates", "playlistDuplicates", "What is in a playlist more than once", edge.Member, a.playlistDuplicates)
	edge.Post(a.edge, "/api/playlists/{id}/cover", "savePlaylistCover", "Give a playlist a picture", edge.Member, a.savePlaylistCover, coverForm, edge.Throttled(edge.Free))
	edge.Remove(a.edge, "/api/playlists/{id}/cover", "removePlaylistCover", "Take a playlist's own picture away", edge.Member, a.removePlaylistCover, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/playlists/{id}/cover", "playlistCover", "The picture of a playlist", edge.Member, a.playlistCover, "image/*", sizeParameter, generatedParameter, edge.Throttled(edge.Free))
	edge.Post(a.edge, "/api/playlists/{id}/invitation", "inviteToPlaylist", "Make the link by which others join a playlist, or get it again", edge.Member, a.inviteToPlaylist)
	edge.Remove(a.edge, "/api/playlists/{id}/invitation", "uninviteFromPlaylist", "Take that link back", edge.Member, a.uninviteFromPlaylist)
	edge.Get(a.edge, "/api/playlists/{id}/members", "playlistMembers", "Who changes a playlist, its owner first", edge.Member, a.playlistMembers)
	edge.Remove(a.edge, "/api/playlists/{id}/members/{accountId}", "removePlaylistMember", "Have somebody leave a playlist, or leave it", edge.Member, a.removePlaylistMember)
	edge.Get(a.edge, "/api/playlist-invitations/{token}", "playlistInvitation", "The playlist a link invites to", edge.Member, a.playlistInvitation)
	edge.Post(a.edge, "/api/playlist-invitations/{token}", "joinPlaylist", "Join the playlist a link invites to", edge.Member, a.joinPlaylist)
	edge.Raw(a.edge, "/api/playlists/{id}/export", "exportPlaylist", "A playlist as a file", edge.Member, a.exportPlaylist, "application/octet-stream", formatParameter)
	edge.Post(a.edge, "/api/playlists/import", "importPlaylist", "Make a playlist of a file", edge.Member, a.importPlaylist, importForm, slow, a.roomForImport)
	edge.Get(a.edge, "/api/playlists/smart/fields", "smartFields", "What the rules of smart playlists can ask for", edge.Member, a.smartFields)
	edge.Post(a.edge, "/api/playlists/smart/preview", "smartPreview", "What rules find", edge.Member, a.smartPreview)

	// What people are told of
	edge.Get(a.edge, "/api/notifications", "notifications", "List what one was told of, newest first", edge.Member, a.notifications)
	edge.Get(a.edge, "/api/notifications/unread", "unreadNotifications", "How much of it is unread", edge.Member, a.unread)
	edge.Post(a.edge, "/api/notifications/read", "readNotifications", "Note what one has read", edge.Member, a.readNotifications)
	edge.Remove(a.edge, "/api/notifications/{id}", "dismissNotification", "Delete a notification", edge.Member, a.dismissNotification)
	edge.Post(a.edge, "/api/notifications/{id}/restore", "restoreNotification", "Take that back, within a week", edge.Member, a.restoreNotification)
	edge.Get(a.edge, "/api/account/notifications", "notificationChoices", "How one wants to be told", edge.Person, a.notificationChoices)
	edge.Put(a.edge, "/api/account/notifications", "saveNotificationChoices", "Choose how one wants to be told", edge.Person, a.saveNotificationChoices)
	edge.Post(a.edge, "/api/notifications/unsubscribe", "unsubscribeDigest", "End the summaries by mail, with the token of one", edge.Anyone, a.unsubscribeDigest, edge.Takes(edge.AnyBody, nil))
	edge.Get(a.edge, "/api/push", "pushKey", "The key of web push", edge.Person, a.pushKey)
	edge.Post(a.edge, "/api/push/subscriptions", "subscribePush", "Have push messages sent to this browser", edge.Person, a.subscribePush)
	edge.Post(a.edge, "/api/push/unsubscribe", "unsubscribePush", "Have them stop", edge.Person, a.unsubscribePush)
	edge.Post(a.edge, "/api/push/test", "testPush", "Send a message to all one's devices", edge.Person, a.testPush)
	edge.Get(a.edge, "/api/follows", "follows", "List what one follows, latest first", edge.Member, a.follows)
	edge.Get(a.edge, "/api/follows/{kind}/{id}", "following", "Whether one follows something, and how many do", edge.Member, a.following)
	edge.Put(a.edge, "/api/follows/{kind}/{id}", "follow", "Follow an artist, a person, a station or a DJ", edge.Member, a.follow)
	edge.Remove(a.edge, "/api/follows/{kind}/{id}", "unfollow", "Stop following", edge.Member, a.unfollow)

	// Links for people without an account
	edge.Post(a.edge, "/api/shares", "makeShare", "Make a link by which people without an account hear something", edge.Member, a.makeShare, edge.Created)
	edge.Get(a.edge, "/api/shares", "ownShares", "List one's links, newest first", edge.Member, a.ownShares)
	edge.Put(a.edge, "/api/shares/{id}", "changeShare", "Change until when a link leads somewhere", edge.Member, a.changeShare)
	edge.Remove(a.edge, "/api/shares/{id}", "removeShare", "Take a link back", edge.Member, a.removeShare)
	edge.Get(a.edge, "/api/shared/{id}", "shared", "What a link leads to", edge.Anyone, a.shared)
	edge.Raw(a.edge, "/api/shared/{id}/cover", "sharedCover", "The cover of what a link leads to", edge.Anyone, a.sharedCover, "image/*", sizeParameter, generatedParameter, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/shared/{id}/radio", "sharedRadio", "The sound of a station behind a link, without an end", edge.Anyone, a.sharedRadio, "audio/*", edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/shared/{id}/tracks/{track}/stream", "sharedStream", "The sound of a track behind a link", edge.Anyone, a.sharedStream, "audio/*", convertParameters, bucketAnswers, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/shared/{id}/tracks/{track}/cover", "sharedTrackCover", "The cover of a track behind a link", edge.Anyone, a.sharedTrackCover, "image/*", sizeParameter, generatedParameter, edge.Throttled(edge.Free))
	edge.Get(a.edge, "/api/oembed", "oembed", "How to show a link in another page (oembed.com)", edge.Anyone, a.oembed)

	// What a person's devices play
	edge.Get(a.edge, "/api/player/devices", "playerDevices", "What one's own devices play, or played last", edge.Person, a.playerDevices)
	edge.Put(a.edge, "/api/player/devices/{id}", "reportDevice", "Tell what a device plays", edge.Person, a.reportDevice)
	edge.Get(a.edge, "/api/player/devices/{id}/queue", "deviceQueue", "What a device plays, with its queue", edge.Person, a.deviceQueue)
	edge.Post(a.edge, "/api/player/devices/{id}/commands", "steerDevice", "Tell one of one's devices what to do", edge.Person, a.steerDevice, edge.Accepted)
	edge.Remove(a.edge, "/api/player/devices/{id}", "forgetDevice", "Forget a device", edge.Person, a.forgetDevice)

	// Music people bring
	edge.Post(a.edge, "/api/tracks", "keepUpload", "Make a track of an upload", edge.Creator, a.keepUpload, edge.Created, edge.Throttled(edge.Upload), slow)
	edge.Put(a.edge, "/api/tracks/{id}/visibility", "setVisibility", "Let visitors hear a track, or members only", edge.Member, a.setVisibility)
	edge.Remove(a.edge, "/api/tracks/{id}", "removeTrack", "Delete a track somebody uploaded", edge.Member, a.removeTrack)
	edge.Get(a.edge, "/api/account/tracks", "ownTracks", "List the tracks one uploaded, newest first", edge.Member, a.ownTracks, edge.NoStore)
	edge.Get(a.edge, "/api/account/storage", "storage", "What one's uploads take", edge.Member, a.storage, edge.NoStore)
	edge.Get(a.edge, "/api/uploads", "unfinishedUploads", "List one's uploads that are no tracks", edge.Member, a.unfinished)
	edge.Get(a.edge, "/api/uploads/{id}", "uploadResult", "What an upload turned out to be", edge.Member, a.uploadResult)

	// What the tags say
	edge.Put(a.edge, "/api/tracks/{id}/tags", "editTags", "Change the tags of a track", edge.Member, a.editTags)
	edge.Post(a.edge, "/api/tracks/tags", "editManyTags", "Change the tags of many tracks alike", edge.Member, a.editManyTags, slow)
	edge.Post(a.edge, "/api/tracks/{id}/cover", "saveCover", "Give a track a cover", edge.Member, a.saveCover, coverForm, slow, edge.Throttled(edge.Free))
	edge.Remove(a.edge, "/api/tracks/{id}/cover", "removeCover", "Take a track's own cover away", edge.Member, a.removeCover, slow, edge.Throttled(edge.Free))
	edge.Get(a.edge, "/api/tag-edits", "tagEdits", "List one's last changes of tags, newest first", edge.Member, a.tagEdits)
	edge.Post(a.edge, "/api/tag-edits/{id}/undo", "undoTagEdit", "Take a change of tags back", edge.Member, a.undoTagEdit, slow)

	// What others know of a track
	edge.Post(a.edge, "/api/tracks/{id}/lookup", "lookUp", "Ask MusicBrainz what a track is", edge.Member, a.lookUp)
	edge.Raw(a.edge, "/api/tracks/{id}/lookup/cover", "foundCover", "A small picture of a release, of the Cover Art Archive", edge.Member, a.foundCover, "image/*", releaseParameter)
	edge.Post(a.edge, "/api/tracks/{id}/lookup/cover", "takeFoundCover", "Give a track the cover the Cover Art Archive has of a release", edge.Member, a.takeFoundCover, slow)
	edge.Post(a.edge, "/api/tracks/{id}/lookup/lyrics", "takeFoundLyrics", "Give a track the lyrics LRCLIB has", edge.Member, a.takeFoundLyrics, slow)

	// What the analysis got wrong
	edge.Put(a.edge, "/api/tracks/{id}/analysis", "editAnalysis", "Correct tempo, key or beats of a track", edge.Member, a.editAnalysis)
	edge.Remove(a.edge, "/api/tracks/{id}/analysis", "clearAnalysis", "Take all corrections of a track back", edge.Member, a.clearAnalysis)
	edge.Post(a.edge, "/api/tracks/{id}/analysis", "analyseAgain", "Have a track analysed again", edge.Member, a.analyseAgain, edge.Accepted)

	// Who a person is
	edge.Put(a.edge, "/api/user/profile", "saveProfile", "Change one's profile", edge.Person, a.saveProfile)
	edge.Post(a.edge, "/api/user/avatar", "saveAvatar", "Send a picture of oneself", edge.Person, a.saveAvatar, avatarForm)
	edge.Remove(a.edge, "/api/user/avatar", "removeAvatar", "Take one's picture away", edge.Person, a.removeAvatar)
	edge.Get(a.edge, "/api/user/stats", "stats", "One's own figures", edge.Member, a.stats, edge.NoStore)
	edge.Get(a.edge, "/api/user/activity", "activity", "What one did, latest first", edge.Member, a.activity, edge.NoStore)
	edge.Get(a.edge, "/api/users/{id}", "publicProfile", "What others see of a person", edge.Browser, a.publicProfile)
	edge.Put(a.edge, "/api/account/language", "saveLanguage", "Choose the language of mails", edge.Person, a.saveLanguage)
	edge.Post(a.edge, "/api/account/export", "startExport", "Have a copy of all one's data prepared", edge.Person, a.startExport, edge.Accepted)
	edge.Get(a.edge, "/api/account/export", "exports", "Copies of one's data", edge.Person, a.exports)
	edge.Post(a.edge, "/api/account/delete", "deleteAccount", "Have one's account deleted", edge.Person, a.deleteAccount)
	edge.Remove(a.edge, "/api/account/delete", "keepAccount", "Take the deletion back", edge.Person, a.keepAccount)

	// The operator
	edge.Get(a.edge, "/api/library", "library", "What the library holds and how its scan stands", edge.Member, a.libraryStatus)
	edge.Post(a.edge, "/api/library/scan", "startScan", "Start a scan", edge.Admin, a.startScan, edge.Accepted)
	edge.Remove(a.edge, "/api/library/scan", "cancelScan", "Cancel the scan", edge.Admin, a.cancelScan, edge.Accepted)
	edge.Get(a.edge, "/api/library/problems", "problems", "List files that cannot be played, with the reason", edge.Admin, a.problems)
	edge.Get(a.edge, "/api/library/missing", "missingTracks", "List tracks whose file is gone", edge.Admin, a.missingTracks)
	edge.Post(a.edge, "/api/library/missing/purge", "purgeMissing", "Delete tracks whose file is gone", edge.Admin, a.purgeMissing)
	edge.Get(a.edge, "/api/admin/analysis", "analysisQueue", "How far the analysis of the library is", edge.Admin, a.analysisQueue)
	edge.Get(a.edge, "/api/admin/analysis/failed", "failedAnalyses", "List tracks that could not be analysed, with the reason", edge.Admin, a.failedAnalyses)
	edge.Post(a.edge, "/api/admin/analysis/retry", "retryAnalyses", "Try those again", edge.Admin, a.retryAnalyses)
	edge.Get(a.edge, "/api/admin/settings", "settings", "The operator's settings", edge.Admin, a.getSettings)
	edge.Put(a.edge, "/api/admin/settings", "saveSettings", "Change settings", edge.Admin, a.saveSettings)

	edge.Get(a.edge, "/api/admin/invitations", "invitations", "List invitations", edge.Admin, a.invitations)
	edge.Post(a.edge, "/api/admin/invitations", "invite", "Make an invitation", edge.Admin, a.invite, edge.Created)
	edge.Remove(a.edge, "/api/admin/invitations/{id}", "uninvite", "Take an invitation back", edge.Admin, a.uninvite)

	edge.Get(a.edge, "/api/users", "users", "List accounts", edge.Admin, a.users, edge.NoStore)
	edge.Put(a.edge, "/api/admin/users/{id}", "changeUser", "Change an account's role, or disable or enable it", edge.Admin, a.changeUser)
	edge.Post(a.edge, "/api/admin/users/{id}/unlock", "unlockUser", "Forget an account's failed sign-ins", edge.Admin, a.unlockUser)
	edge.Post(a.edge, "/api/admin/users/{id}/sign-out", "signOutUser", "Sign an account out everywhere", edge.Admin, a.signOutUser)
	edge.Post(a.edge, "/api/admin/users/{id}/password-reset", "sendReset", "Send an account's owner a link to choose another password", edge.Admin, a.sendReset)
	edge.Remove(a.edge, "/api/admin/users/{id}", "deleteUser", "Delete an account", edge.Admin, a.deleteUser)
	edge.Get(a.edge, "/api/admin/events", "securityEvents", "The audit log, newest first", edge.Admin, a.allEvents)

	edge.Post(a.edge, "/api/admin/announcements", "announceToAll", "Tell everybody something", edge.Admin, a.announceToAll, edge.Created)
	edge.Get(a.edge, "/api/admin/stats", "adminStats", "The figures of the dashboard", edge.Admin, a.adminStats)
	edge.Get(a.edge, "/api/admin/radios", "adminStations", "List all radio stations", edge.Admin, a.adminStations)
	edge.Post(a.edge, "/api/admin/radios", "makeStation", "Add a radio station", edge.Admin, a.makeStation, edge.Created)
	edge.Put(a.edge, "/api/admin/radios/{id}", "saveStation", "Change a radio station", edge.Admin, a.saveStation)
	edge.Remove(a.edge, "/api/admin/radios/{id}", "removeStation", "Delete a radio station", edge.Admin, a.removeStation)
	edge.Get(a.edge, "/api/admin/mixes", "adminMixes", "List all DJ mixes", edge.Admin, a.adminMixes)
	edge.Post(a.edge, "/api/admin/mixes", "makeMix", "Add a DJ mix", edge.Admin, a.makeMix, edge.Created)
	edge.Put(a.edge, "/api/admin/mixes/{id}", "saveMix", "Change a DJ mix", edge.Admin, a.saveMix)
	edge.Remove(a.edge, "/api/admin/mixes/{id}", "removeMix", "Delete a DJ mix", edge.Admin, a.removeMix)

	// Bytes and streams
	edge.Raw(a.edge, "/api/tracks/{id}/stream", "stream", "The sound of a track, with ranges; converted when a format is named", edge.Browser, a.stream, "audio/*", convertParameters, bucketAnswers, edge.Throttled(edge.Free))
	edge.Post(a.edge, "/api/tracks/{id}/announce", "announce", "Have a track converted that will be asked for soon", edge.Browser, a.announce, edge.Accepted)
	edge.Get(a.edge, "/api/tracks/{id}/gain", "gain", "How loud a track and its album are", edge.Browser, a.gain)
	edge.Get(a.edge, "/api/stream/formats", "formats", "What music can be converted to", edge.Browser, a.formats)
	edge.Raw(a.edge, "/api/tracks/{id}/hls/index.m3u8", "playlistHLS", "The pieces of a track for players of HLS", edge.Browser, a.playlistHLS, "application/vnd.apple.mpegurl", piecesParameters)
	edge.Raw(a.edge, "/api/tracks/{id}/hls/{bitrate}/{piece}", "pieceHLS", "A piece of a track for players of HLS", edge.Browser, a.pieceHLS, "audio/aac")
	edge.Raw(a.edge, "/api/tracks/{id}/peaks", "peaks", "The waveform of a track in three bands", edge.Browser, a.peaks, "application/octet-stream")
	edge.Raw(a.edge, "/api/tracks/{id}/cover", "trackCover", "The cover of a track", edge.Browser, a.trackCover, "image/*", sizeParameter, generatedParameter, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/albums/{id}/cover", "albumCover", "The cover of an album", edge.Browser, a.albumCover, "image/*", sizeParameter, generatedParameter, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/artists/{id}/cover", "artistCover", "The cover of an artist's newest album", edge.Browser, a.artistCover, "image/*", sizeParameter, generatedParameter, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/covers/{hash}", "cover", "A cover", edge.Browser, a.cover, "image/*", sizeParameter, edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/avatars/{name}", "avatar", "The picture of a person", edge.Browser, a.avatar, "image/jpeg", edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/api/account/export/{id}/file", "exportFile", "A copy of one's data, a ZIP file", edge.Person, a.exportFile, "application/zip")
	edge.Get(a.edge, "/api/radios/{id}/djs", "stationDJs", "List who may go on air on a station of one's own, and how", edge.Person, a.stationDJs)
	edge.Post(a.edge, "/api/radios/{id}/djs", "makeStationDJ", "Let somebody on air, with a password for source clients", edge.Person, a.makeStationDJ, edge.Created)
	edge.Put(a.edge, "/api/radios/{id}/djs/{dj}", "saveStationDJ", "Change who may go on air", edge.Person, a.saveStationDJ)
	edge.Post(a.edge, "/api/radios/{id}/djs/{dj}/password", "renewStationDJ", "Make another password for a DJ", edge.Person, a.renewStationDJ)
	edge.Remove(a.edge, "/api/radios/{id}/djs/{dj}", "removeStationDJ", "Let a DJ on air no more", edge.Person, a.removeStationDJ)
	edge.Get(a.edge, "/api/radios/{id}/on-air", "studioPass", "Whether one may go on air from the browser, and why not", edge.Person, a.studioPass)
	edge.Raw(a.edge, "/api/radios/{id}/studio", "studio", "Go on air from the browser, a WebSocket", edge.Person, a.openStudio, "", edge.Answers("101", "Switching Protocols", nil))
	edge.Raw(a.edge, "/api/events", "events", "What happens, as server-sent events", edge.Member, a.streamEvents, "text/event-stream", a.edge.Sends(eventsJSON{}), edge.Throttled(edge.Free), edge.Streaming)

	// Uploads: resumable ones by the protocol tus, and whole ones in a form
	edge.RawMethod(a.edge, http.MethodPost, "/api/uploads", "beginUpload", "Begin a resumable upload", edge.Creator, a.tus(a.beginUpload), "", edge.Answers("201", "Created", nil), a.resumable)
	edge.RawMethod(a.edge, http.MethodHead, "/api/uploads/{id}", "uploadOffset", "How far an upload is", edge.Member, a.tus(a.uploadOffset), "", a.resumable)
	edge.RawMethod(a.edge, http.MethodPatch, "/api/uploads/{id}", "continueUpload", "Send a piece of an upload", edge.Creator, a.tus(a.continueUpload), "", edge.Answers("204", "No Content", nil), a.resumable, edge.Throttled(edge.Free))
	edge.RawMethod(a.edge, http.MethodDelete, "/api/uploads/{id}", "giveUpUpload", "Give an upload up", edge.Member, a.tus(a.giveUpUpload), "", edge.Answers("204", "No Content", nil), a.resumable)
	edge.RawMethod(a.edge, http.MethodPost, "/api/upload", "upload", "Send a whole file", edge.Creator, a.uploadForm, "", a.wholeFile, edge.Throttled(edge.Upload), edge.Answers("201", "Created", a.edge.JSONOf(uploadResultJSON{})))
	edge.Raw(a.edge, "/media/audio/{name}", "uploadedAudio", "The sound of an upload, or of its track", edge.Browser, a.uploadedAudio, "audio/*", edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/media/covers/{name}", "uploadedCover", "The cover of an upload, or of its track", edge.Browser, a.uploadedCover, "image/*", sizeParameter, edge.Throttled(edge.Free))
	a.edge.Handle("OPTIONS /api/uploads", a.tusOptions)
	a.edge.Handle("OPTIONS /api/uploads/{id}", a.tusOptions)

	// For browsers
	a.edge.Handle("GET /api/logout", a.logoutPage)
	a.edge.Handle("GET "+"/api/notifications/unsubscribe", a.unsubscribePage)
	a.edge.Handle("GET /api/auth/{provider}/callback", a.providerCallback, edge.NoStore)
	a.edge.ServeDocument("/api")
	a.edge.Handle("GET /metrics", a.metrics())
	a.edge.Handle("GET /s/{id}", a.sharePage)
	a.edge.Handle("GET /podcasts/{id}/feed.xml", a.publicly(a.podcastFeed))
	a.edge.Handle("GET /podcasts/{id}/cover.jpg", a.publicly(a.podcastPicture))
	a.edge.Handle("GET /podcasts/{id}/media/{name}", a.publicly(a.podcastMedia))
	edge.Get(a.edge, "/api/radios/{id}/rewind", "stationRewind", "How far back a station can be heard, and what was on air", edge.Browser, a.stationRewind)
	edge.Raw(a.edge, "/radio/{mount}/hls/{file}", "stationHLS", "A station as HLS: live.m3u8, rewind.m3u8 and their pieces", edge.Browser, a.stationHLS, "*/*", edge.Throttled(edge.Free))
	edge.Raw(a.edge, "/radio/{mount}", "listenStation", "A station: its sound without an end, or with .m3u, .pls or .xspf a list that leads to it", edge.Browser, a.listenStation, "audio/*", listenParameters, edge.Throttled(edge.Free))
	a.edge.Handle("GET /embed/{id}", a.embedPage)
}

// aliases are older names of operations. Those outside /api give browsers
// that open them the web app's page.
var aliases = map[string]string{
	"/tracks":        "/api/tracks",
	"/v1/tracks":     "/api/tracks",
	"/api/v1/tracks": "/api/tracks",

	"/radios":           "/api/radios",
	"/v1/radios":        "/api/radios",
	"/api/v1/radios":    "/api/radios",
	"/mixes":            "/api/mixes",
	"/v1/mixes":         "/api/mixes",
	"/api/v1/mixes":     "/api/mixes",
	"/playlists":        "/api/playlists",
	"/v1/playlists":     "/api/playlists",
	"/api/v1/playlists": "/api/playlists",

	"/auth/login":         "/api/auth/login",
	"/api/v1/auth/login":  "/api/auth/login",
	"/auth/logout":        "/api/auth/logout",
	"/api/v1/auth/logout": "/api/auth/logout",
	"/auth/me":            "/api/auth/user",
	"/api/v1/auth/me":     "/api/auth/user",
	"/auth/register":      "/api/auth/register/legacy",

	"/admin/users":     "/api/users",
	"/api/admin/users": "/api/users",
	"/admin/stats":     "/api/admin/stats",

	"/upload": "/api/upload",
}
