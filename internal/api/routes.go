package api

import "net/http"

// routes names every operation of the API.
func (a *API) routes() {
	// Signing in
	post(a, "/api/auth/register", "register", "Create an account", anyone, a.register, created, lenient)
	post(a, "/api/auth/login", "login", "Sign in", anyone, a.login, lenient)
	post(a, "/api/auth/token/refresh", "refresh", "Trade a refresh token", anyone, a.refresh, lenient)
	post(a, "/api/auth/logout", "logout", "Sign out", anyone, a.logout, lenient)
	post(a, "/api/auth/register/legacy", "registerAndSignIn", "Create an account and sign in, for older clients", anyone, a.registerAndSignIn, created, lenient)
	get(a, "/api/auth/user", "currentUser", "Who is signed in", member, a.currentUser)
	get(a, "/api/auth", "endpoints", "Where to sign in", anyone, a.endpoints)

	// Signing in with an identity provider
	get(a, "/api/auth/providers", "providers", "List identity providers", anyone, a.providers)
	get(a, "/api/auth/google", "google", "Whether sign-in with Google is set up", anyone, a.google, a.fromOwnPages)
	post(a, "/api/auth/{provider}/start", "beginProviderLogin", "Begin a sign-in with a provider, or with a bearer token the linking of an account", anyone, a.beginProviderLogin, lenient, a.fromOwnPages)
	post(a, "/api/auth/{provider}/login", "providerLogin", "Finish a sign-in with a provider", anyone, a.providerLogin, lenient, a.fromOwnPages, a.oneAttempt)
	remove(a, "/api/account/identities/{provider}", "unlinkIdentity", "Disconnect the account from a provider", person, a.unlinkIdentity)

	// Links in mails, passwords and addresses
	post(a, "/api/auth/verify", "verifyEmail", "Prove an e-mail address by the link sent to it", anyone, a.verify, lenient)
	post(a, "/api/auth/verify/resend", "resendVerification", "Send that link again", anyone, a.resendVerification, lenient)
	post(a, "/api/auth/password/forgot", "forgotPassword", "Ask for a link to choose a new password", anyone, a.forgotPassword, lenient)
	post(a, "/api/auth/password/reset", "resetPassword", "Choose a new password by the link", anyone, a.resetPassword, lenient)
	post(a, "/api/auth/email/confirm", "confirmEmail", "Confirm a change of the e-mail address by a link", anyone, a.confirmEmail, lenient)
	post(a, "/api/auth/invitation", "invitation", "Whether an invitation is good", anyone, a.invitation, lenient)
	post(a, "/api/account/password", "changePassword", "Change the password", person, a.changePassword, lenient)
	post(a, "/api/account/email", "changeEmail", "Change the e-mail address", person, a.changeEmail, lenient)
	remove(a, "/api/account/email", "cancelEmail", "Give up a change of the e-mail address", person, a.cancelEmail)

	// The second factor, and signing in without a password
	post(a, "/api/auth/login/code", "loginCode", "Finish a sign-in with a code", anyone, a.loginCode, lenient)
	post(a, "/api/auth/login/enrol/begin", "beginEnrol", "Begin to set up the second factor a sign-in requires", anyone, a.beginEnrol, lenient)
	post(a, "/api/auth/login/enrol", "enrol", "Set up the second factor a sign-in requires, and finish it", anyone, a.enrol, lenient)
	post(a, "/api/auth/passkeys/login/begin", "beginPasskeyLogin", "Begin a sign-in with a passkey", anyone, a.beginPasskeyLogin, lenient)
	post(a, "/api/auth/passkeys/login", "passkeyLogin", "Finish a sign-in with a passkey", anyone, a.passkeyLogin, lenient)
	get(a, "/api/account/security", "security", "How one can sign in", person, a.security)
	post(a, "/api/account/totp/begin", "beginTOTP", "Begin to set up an authenticator app", person, a.beginTOTP)
	post(a, "/api/account/totp", "enableTOTP", "Turn the authenticator app on", person, a.enableTOTP)
	post(a, "/api/account/totp/off", "disableTOTP", "Turn the authenticator app off", person, a.disableTOTP)
	post(a, "/api/account/recovery-codes", "makeRecoveryCodes", "Make new recovery codes", person, a.makeRecoveryCodes)
	post(a, "/api/account/passkeys/begin", "beginPasskey", "Begin to add a passkey", person, a.beginPasskey)
	post(a, "/api/account/passkeys", "addPasskey", "Add a passkey", person, a.addPasskey, created)
	put(a, "/api/account/passkeys/{id}", "renamePasskey", "Give a passkey another name", person, a.renamePasskey)
	remove(a, "/api/account/passkeys/{id}", "removePasskey", "Remove a passkey", person, a.removePasskey)

	// One's devices, what happened to the account, and passwords for players
	get(a, "/api/account/sessions", "sessions", "List signed-in devices", person, a.sessions)
	remove(a, "/api/account/sessions", "endOtherSessions", "Sign out all other devices", person, a.endOtherSessions)
	put(a, "/api/account/sessions/{id}", "renameSession", "Give a signed-in device a name", person, a.renameSession)
	remove(a, "/api/account/sessions/{id}", "endSession", "Sign out a device", person, a.endSession)
	post(a, "/api/account/sessions/end", "endSessions", "Sign out everywhere, also here", person, a.endSessions)
	get(a, "/api/account/events", "ownEvents", "What happened to one's account, newest first", person, a.ownEvents)
	get(a, "/api/account/app-passwords", "appPasswords", "List app passwords", person, a.appPasswords)
	post(a, "/api/account/app-passwords", "makeAppPassword", "Make a password for a player", person, a.makeAppPassword, created)
	remove(a, "/api/account/app-passwords/{id}", "removeAppPassword", "Revoke an app password", person, a.removeAppPassword)

	// The server
	get(a, "/api", "about", "Name and version of the API", anyone, a.about)
	get(a, "/api/config", "config", "What the app needs to know at its start", anyone, a.config)
	get(a, "/api/welcome", "welcome", "A greeting", anyone, a.welcome)
	get(a, "/health", "health", "Whether the server works", anyone, a.health)

	// The catalogue
	get(a, "/api/tracks", "tracks", "List tracks", browser, a.tracks)
	get(a, "/api/tracks/letters", "trackLetters", "Where letters begin in the list of tracks", browser, a.trackLetters)
	get(a, "/api/tracks/{id}", "track", "One track", browser, a.track)
	get(a, "/api/tracks/{id}/analysis", "trackAnalysis", "What the sound of a track says: tempo, beats, key, loudness, form", browser, a.trackAnalysis)
	get(a, "/api/tracks/{id}/similar", "similar", "Tracks that sound like one", browser, a.similar)
	get(a, "/api/tracks/{id}/lyrics", "lyrics", "Lyrics of a track", browser, a.lyrics)
	get(a, "/api/albums", "albums", "List albums", browser, a.albums)
	get(a, "/api/albums/letters", "albumLetters", "Where letters begin in the list of albums", browser, a.albumLetters)
	get(a, "/api/albums/{id}", "album", "One album with its tracks", browser, a.album)
	get(a, "/api/artists", "artists", "List artists by name", browser, a.artists)
	get(a, "/api/artists/letters", "artistLetters", "Where letters begin in the list of artists", browser, a.artistLetters)
	get(a, "/api/artists/{id}", "artist", "One artist with albums and most played tracks", browser, a.artist)
	get(a, "/api/genres", "genres", "List genres", browser, a.genres)
	get(a, "/api/years", "years", "List years, latest first", browser, a.years)
	get(a, "/api/folders", "folders", "The folders of the library", browser, a.folders)
	get(a, "/api/folders/{id}", "folder", "One folder of the library", browser, a.folder)
	get(a, "/api/radios", "stations", "List radio stations", browser, a.stations)
	get(a, "/api/radios/genres", "stationGenres", "The genres of radio stations", browser, a.stationGenres)
	get(a, "/api/radios/countries", "stationCountries", "The countries of radio stations", browser, a.stationCountries)
	get(a, "/api/radios/directory", "searchDirectory", "Look for stations in a directory of them", member, a.searchDirectory)
	post(a, "/api/radios/directory", "importFromDirectory", "Relay a station of the directory", member, a.importFromDirectory, created, lenient)
	get(a, "/api/radios/{id}", "station", "One radio station", browser, a.station)
	post(a, "/api/radios", "makeOwnStation", "Make a radio station", member, a.makeOwnStation, created)
	put(a, "/api/radios/{id}", "saveOwnStation", "Change a radio station of one's own", member, a.saveOwnStation)
	post(a, "/api/radios/{id}/logo", "saveStationLogo", "Give a radio station a logo", member, a.saveStationLogo, coverForm)
	remove(a, "/api/radios/{id}/logo", "removeStationLogo", "Take a radio station's logo away", member, a.removeStationLogo)
	raw(a, "/api/radios/{id}/logo", "stationLogo", "The logo of a radio station", browser, a.stationLogo, "image/*", sizeParameter, generatedParameter)
	raw(a, "/api/radios/events", "stationEvents", "What radio stations do, as server-sent events", browser, a.streamStations, "text/event-stream")
	remove(a, "/api/radios/{id}", "removeOwnStation", "Delete a radio station of one's own", member, a.removeOwnStation)

	// What stations play by themselves
	get(a, "/api/radios/{id}/history", "stationHistory", "What a station played, latest first", browser, a.stationHistory)
	get(a, "/api/radios/{id}/log", "stationLog", "What happened to a station of one's own, latest first", member, a.stationLog)
	get(a, "/api/radios/{id}/health", "stationHealth", "How a station of one's own does", member, a.stationHealth)
	get(a, "/api/radios/{id}/figures", "stationFigures", "Who listened to a station of one's own", member, a.stationFigures)
	post(a, "/api/radios/{id}/skip", "skipStation", "End what the lists of a station play", member, a.skipStation)
	post(a, "/api/radios/{id}/put-off", "putOffStation", "Take who is on air off", member, a.putOffStation)
	get(a, "/api/radios/{id}/lists", "stationPlaylists", "List what a station of one's own plays", member, a.stationPlaylists)
	post(a, "/api/radios/{id}/lists", "addStationPlaylist", "Have a station play a playlist", member, a.addStationPlaylist, created)
	put(a, "/api/radios/{id}/lists/{list}", "saveStationPlaylist", "Change how a station plays a playlist", member, a.saveStationPlaylist)
	remove(a, "/api/radios/{id}/lists/{list}", "removeStationPlaylist", "Have a station play a playlist no more", member, a.removeStationPlaylist)
	get(a, "/api/radios/{id}/shows", "stationShows", "The week calendar of a station of one's own", member, a.stationShows)
	post(a, "/api/radios/{id}/shows", "addStationShow", "Add a show", member, a.addStationShow, created)
	put(a, "/api/radios/{id}/shows/{show}", "saveStationShow", "Change a show", member, a.saveStationShow)
	remove(a, "/api/radios/{id}/shows/{show}", "removeStationShow", "Delete a show", member, a.removeStationShow)
	get(a, "/api/radios/{id}/schedule", "stationSchedule", "When the shows of a station go out", browser, a.stationSchedule)
	get(a, "/api/radios/{id}/queue", "stationQueue", "What a station of one's own is going to play, and why", member, a.stationQueue)
	post(a, "/api/radios/{id}/queue/move", "moveInQueue", "Put a slot somewhere else", member, a.moveInQueue)
	post(a, "/api/radios/{id}/queue/remove", "removeFromQueue", "Take a slot out", member, a.removeFromQueue)
	post(a, "/api/radios/{id}/queue/add", "addToQueue", "Put tracks into the queue", member, a.addToQueue)
	post(a, "/api/radios/{id}/queue/clear", "clearQueue", "Plan everything anew, without what people put there", member, a.clearQueue)
	get(a, "/api/radios/{id}/requests", "stationRequests", "What listeners of a station would like to hear", member, a.stationRequests)
	post(a, "/api/radios/{id}/requests", "requestTrack", "Ask a station for a track", member, a.requestTrack, created)
	remove(a, "/api/radios/{id}/requests/{request}", "removeRequest", "Take one's request back, or refuse one of a station of one's own", member, a.removeRequest)
	post(a, "/api/radios/{id}/requests/{request}/vote", "voteForRequest", "Vote for a request", member, a.voteForRequest)
	remove(a, "/api/radios/{id}/requests/{request}/vote", "takeVoteBack", "Take one's vote back", member, a.takeVoteBack)
	post(a, "/api/radios/{id}/requests/{request}/queue", "queueRequest", "Play a request next", member, a.queueRequest)
	get(a, "/api/radios/{id}/chat", "stationChat", "What members say in the chat of a station", member, a.stationChat)
	post(a, "/api/radios/{id}/chat", "writeInChat", "Write into the chat of a station", member, a.writeInChat, created)
	remove(a, "/api/radios/{id}/chat/{message}", "removeFromChat", "Remove one's message, or one in the chat of a station of one's own", member, a.removeFromChat)
	// Podcasts
	get(a, "/api/podcasts", "podcasts", "List podcasts", browser, a.listPodcasts)
	post(a, "/api/podcasts", "makePodcast", "Publish a podcast", creator, a.makePodcast, created)
	post(a, "/api/podcasts/subscriptions", "subscribePodcast", "Subscribe to a feed", member, a.subscribePodcast, created)
	post(a, opmlPath, "importPodcasts", "Subscribe to every feed of an OPML file", member, a.importPodcasts, accepted, opmlForm)
	raw(a, opmlPath, "exportPodcasts", "One's subscriptions, an OPML file", member, a.exportPodcasts, "text/x-opml")
	get(a, "/api/podcasts/imports", "podcastImports", "What became of one's imports", member, a.podcastImports)
	get(a, "/api/podcasts/{id}", "podcast", "One podcast", browser, a.podcast)
	put(a, "/api/podcasts/{id}", "savePodcast", "Change a podcast one publishes", creator, a.savePodcast)
	remove(a, "/api/podcasts/{id}", "removePodcast", "Delete a podcast one publishes", creator, a.removePodcast)
	put(a, "/api/podcasts/{id}/subscription", "saveSubscription", "Subscribe to a podcast, or change what one wants of it", member, a.saveSubscription)
	remove(a, "/api/podcasts/{id}/subscription", "unsubscribePodcast", "End a subscription", member, a.unsubscribePodcast)
	post(a, "/api/podcasts/{id}/refresh", "refreshPodcast", "Have a feed read soon", member, a.refreshPodcast)
	raw(a, "/api/podcasts/{id}/cover", "podcastCover", "The picture of a podcast", browser, a.podcastCover, "image/*", sizeParameter, generatedParameter)
	post(a, "/api/podcasts/{id}/cover", "savePodcastCover", "Give a podcast one publishes a picture", creator, a.savePodcastCover, coverForm)
	remove(a, "/api/podcasts/{id}/cover", "removePodcastCover", "Take its picture away", creator, a.removePodcastCover)
	get(a, "/api/podcasts/{id}/figures", "podcastFigures", "How often a podcast one publishes is heard", creator, a.podcastFigures)
	get(a, "/api/podcasts/{id}/episodes", "podcastEpisodes", "List a podcast's episodes, latest first", browser, a.podcastEpisodes)
	post(a, "/api/podcasts/{id}/episodes", "addEpisode", "Publish an episode", creator, a.addEpisode, created)
	get(a, "/api/episodes", "episodes", "List episodes to go on with", member, a.listEpisodes)
	get(a, "/api/episodes/{id}", "episode", "One episode, with its notes", browser, a.episode)
	put(a, "/api/episodes/{id}", "saveEpisode", "Change an episode one publishes", creator, a.saveEpisode)
	remove(a, "/api/episodes/{id}", "removeEpisode", "Delete an episode one publishes", creator, a.removeEpisode)
	put(a, "/api/episodes/{id}/progress", "saveProgress", "Note how far one is in an episode", member, a.saveProgress)
	get(a, "/api/episodes/{id}/chapters", "episodeChapters", "The chapters of an episode, wherever they are written", browser, a.episodeChapters)
	get(a, "/api/episodes/{id}/transcript", "episodeTranscript", "What is said in an episode", browser, a.episodeTranscript)
	raw(a, "/api/episodes/{id}/sound", "episodeSound", "How to get to a moment of an episode", browser, a.episodeSound, "application/json", jumpsAnswer)
	raw(a, "/api/episodes/{id}/stream", "streamEpisode", "The sound of an episode", browser, a.streamEpisode, "audio/*", startParameters)
	get(a, "/api/mixes", "mixes", "List DJ mixes, newest first", browser, a.mixes)
	get(a, "/api/mixes/{id}", "mix", "One DJ mix", browser, a.mix)
	get(a, "/api/mixes/{id}/tracklist", "mixTracklist", "What is in a mix that was recorded here", browser, a.mixTracklist)
	raw(a, "/api/mixes/{id}/stream", "streamMix", "The sound of a mix that was recorded here", browser, a.streamMix, "audio/*")
	get(a, "/api/recordings", "recordings", "List shows of one's own that were kept, newest first", member, a.recordings)
	get(a, "/api/recordings/{id}", "recording", "One show of one's own that was kept", member, a.recording)
	put(a, "/api/recordings/{id}", "saveRecording", "Rename, trim or publish a show that was kept", member, a.saveRecording)
	remove(a, "/api/recordings/{id}", "removeRecording", "Delete a show that was kept, with its mix", member, a.removeRecording)
	get(a, "/api/recordings/{id}/waveform", "recordingWaveform", "The waveform of a show that was kept", member, a.recordingWaveform)
	get(a, "/api/mix/instant", "instantMix", "A mix in the manner of a track, artist, album or playlist", browser, a.instantMix)
	get(a, "/api/mix/path", "sonicPath", "Tracks that lead from the sound of one to that of another", browser, a.sonicPath)
	post(a, "/api/mix/endless", "endless", "Tracks to go on with when the queue runs out", browser, a.endless)
	get(a, "/api/search", "search", "Find music, stations, mixes, playlists and people", browser, a.search)

	// What a person does
	post(a, "/api/tracks/{id}/like", "like", "Like a track", member, a.like)
	remove(a, "/api/tracks/{id}/like", "unlike", "Take a like back", member, a.unlike)
	put(a, "/api/tracks/{id}/rating", "rate", "Give a track stars, or take them back", member, a.rate)
	get(a, "/api/liked-tracks", "likedTracks", "List liked tracks, newest like first", member, a.likedTracks)
	get(a, "/api/recently-played", "recentlyPlayed", "List played tracks, latest first", member, a.recentlyPlayed)
	post(a, "/api/plays", "reportPlay", "Report a listen", member, a.reportPlay, accepted)
	get(a, "/api/history", "history", "List what one listened to, latest first", member, a.history)
	post(a, "/api/history", "putBack", "Take a removal from one's history back", member, a.putBack)
	remove(a, "/api/history", "clearHistory", "Empty one's history", member, a.clearHistory)
	remove(a, "/api/history/{id}", "forgetPlay", "Remove a listen from one's history", member, a.forgetPlay)
	get(a, "/api/account/history", "historyPause", "Whether one's history is paused", member, a.historyPause)
	put(a, "/api/account/history", "pauseHistory", "Pause one's history, or go on with it", member, a.pauseHistory)
	get(a, "/api/listening", "listening", "One's listening in figures", member, a.listening)
	get(a, "/api/listening/years", "listeningYears", "Years in which one listened to something, latest first", member, a.listeningYears)
	get(a, "/api/made-for-you", "madeForYou", "Mixes made for one, other ones every day", member, a.madeForYou)
	get(a, "/api/made-for-you/{id}/tracks", "madeForYouTracks", "The tracks of such a mix", member, a.madeForYouTracks)
	get(a, "/api/whats-new", "whatsNew", "What is new: music, stations, mixes and public playlists, latest first", browser, a.whatsNew)
	get(a, "/api/releases", "releases", "What changed in Sonora, newest version first", browser, a.releases)
	get(a, "/api/playlists", "playlists", "List one's playlists, newest first", member, a.playlists)
	post(a, "/api/playlists", "makePlaylist", "Make a playlist", member, a.makePlaylist, created)
	get(a, "/api/playlists/{id}", "playlist", "One playlist, one's own or a public one", member, a.playlist)
	put(a, "/api/playlists/{id}", "savePlaylist", "Change a playlist of one's own", member, a.savePlaylist)
	remove(a, "/api/playlists/{id}", "removePlaylist", "Delete a playlist of one's own", member, a.removePlaylist)
	get(a, "/api/users/{id}/playlists", "playlistsOf", "List the playlists a person shows others, newest first", member, a.playlistsOf)

	// What is in playlists
	get(a, "/api/playlists/{id}/tracks", "playlistTracks", "List the tracks of a playlist", member, a.playlistTracks)
	post(a, "/api/playlists/{id}/tracks", "addTracks", "Add tracks to a playlist", member, a.addTracks)
	post(a, "/api/playlists/{id}/tracks/remove", "removeTracks", "Take entries out of a playlist", member, a.removeTracks)
	post(a, "/api/playlists/{id}/tracks/restore", "restoreTracks", "Put entries back into a playlist", member, a.restoreTracks)
	post(a, "/api/playlists/{id}/tracks/move", "moveTracks", "Move entries of a playlist", member, a.moveTracks)
	get(a, "/api/playlists/{id}/duplicates", "playlistDuplicates", "What is in a playlist more than once", member, a.playlistDuplicates)
	post(a, "/api/playlists/{id}/cover", "savePlaylistCover", "Give a playlist a picture", member, a.savePlaylistCover, coverForm)
	remove(a, "/api/playlists/{id}/cover", "removePlaylistCover", "Take a playlist's own picture away", member, a.removePlaylistCover)
	raw(a, "/api/playlists/{id}/cover", "playlistCover", "The picture of a playlist", member, a.playlistCover, "image/*", sizeParameter, generatedParameter)
	post(a, "/api/playlists/{id}/invitation", "inviteToPlaylist", "Make the link by which others join a playlist, or get it again", member, a.inviteToPlaylist)
	remove(a, "/api/playlists/{id}/invitation", "uninviteFromPlaylist", "Take that link back", member, a.uninviteFromPlaylist)
	get(a, "/api/playlists/{id}/members", "playlistMembers", "Who changes a playlist, its owner first", member, a.playlistMembers)
	remove(a, "/api/playlists/{id}/members/{accountId}", "removePlaylistMember", "Have somebody leave a playlist, or leave it", member, a.removePlaylistMember)
	get(a, "/api/playlist-invitations/{token}", "playlistInvitation", "The playlist a link invites to", member, a.playlistInvitation)
	post(a, "/api/playlist-invitations/{token}", "joinPlaylist", "Join the playlist a link invites to", member, a.joinPlaylist)
	raw(a, "/api/playlists/{id}/export", "exportPlaylist", "A playlist as a file", member, a.exportPlaylist, "application/octet-stream", formatParameter)
	post(a, playlistImport, "importPlaylist", "Make a playlist of a file", member, a.importPlaylist, importForm, a.unhurried, a.roomForImport)
	get(a, "/api/playlists/smart/fields", "smartFields", "What the rules of smart playlists can ask for", member, a.smartFields)
	post(a, "/api/playlists/smart/preview", "smartPreview", "What rules find", member, a.smartPreview)

	// What people are told of
	get(a, "/api/notifications", "notifications", "List what one was told of, newest first", member, a.notifications)
	get(a, "/api/notifications/unread", "unreadNotifications", "How much of it is unread", member, a.unread)
	post(a, "/api/notifications/read", "readNotifications", "Note what one has read", member, a.readNotifications)
	remove(a, "/api/notifications/{id}", "dismissNotification", "Delete a notification", member, a.dismissNotification)
	post(a, "/api/notifications/{id}/restore", "restoreNotification", "Take that back, within a week", member, a.restoreNotification)
	get(a, "/api/account/notifications", "notificationChoices", "How one wants to be told", person, a.notificationChoices)
	put(a, "/api/account/notifications", "saveNotificationChoices", "Choose how one wants to be told", person, a.saveNotificationChoices)
	post(a, unsubscribePath, "unsubscribeDigest", "End the summaries by mail, with the token of one", anyone, a.unsubscribeDigest)
	get(a, "/api/push", "pushKey", "The key of web push", person, a.pushKey)
	post(a, "/api/push/subscriptions", "subscribePush", "Have push messages sent to this browser", person, a.subscribePush)
	post(a, "/api/push/unsubscribe", "unsubscribePush", "Have them stop", person, a.unsubscribePush)
	post(a, "/api/push/test", "testPush", "Send a message to all one's devices", person, a.testPush)
	get(a, "/api/follows", "follows", "List what one follows, latest first", member, a.follows)
	get(a, "/api/follows/{kind}/{id}", "following", "Whether one follows something, and how many do", member, a.following)
	put(a, "/api/follows/{kind}/{id}", "follow", "Follow an artist, a person, a station or a DJ", member, a.follow)
	remove(a, "/api/follows/{kind}/{id}", "unfollow", "Stop following", member, a.unfollow)

	// Links for people without an account
	post(a, "/api/shares", "makeShare", "Make a link by which people without an account hear something", member, a.makeShare, created)
	get(a, "/api/shares", "ownShares", "List one's links, newest first", member, a.ownShares)
	put(a, "/api/shares/{id}", "changeShare", "Change until when a link leads somewhere", member, a.changeShare)
	remove(a, "/api/shares/{id}", "removeShare", "Take a link back", member, a.removeShare)
	get(a, "/api/shared/{id}", "shared", "What a link leads to", anyone, a.shared)
	raw(a, "/api/shared/{id}/cover", "sharedCover", "The cover of what a link leads to", anyone, a.sharedCover, "image/*", sizeParameter, generatedParameter)
	raw(a, "/api/shared/{id}/radio", "sharedRadio", "The sound of a station behind a link, without an end", anyone, a.sharedRadio, "audio/*")
	raw(a, "/api/shared/{id}/tracks/{track}/stream", "sharedStream", "The sound of a track behind a link", anyone, a.sharedStream, "audio/*", convertParameters, bucketAnswers)
	raw(a, "/api/shared/{id}/tracks/{track}/cover", "sharedTrackCover", "The cover of a track behind a link", anyone, a.sharedTrackCover, "image/*", sizeParameter, generatedParameter)
	get(a, "/api/oembed", "oembed", "How to show a link in another page (oembed.com)", anyone, a.oembed)

	// What a person's devices play
	get(a, "/api/player/devices", "playerDevices", "What one's own devices play, or played last", person, a.playerDevices)
	put(a, "/api/player/devices/{id}", "reportDevice", "Tell what a device plays", person, a.reportDevice)
	get(a, "/api/player/devices/{id}/queue", "deviceQueue", "What a device plays, with its queue", person, a.deviceQueue)
	post(a, "/api/player/devices/{id}/commands", "steerDevice", "Tell one of one's devices what to do", person, a.steerDevice, accepted)
	remove(a, "/api/player/devices/{id}", "forgetDevice", "Forget a device", person, a.forgetDevice)

	// Music people bring
	post(a, "/api/tracks", "keepUpload", "Make a track of an upload", creator, a.keepUpload, created)
	put(a, "/api/tracks/{id}/visibility", "setVisibility", "Let visitors hear a track, or members only", member, a.setVisibility)
	remove(a, "/api/tracks/{id}", "removeTrack", "Delete a track somebody uploaded", member, a.removeTrack)
	get(a, "/api/account/tracks", "ownTracks", "List the tracks one uploaded, newest first", member, a.ownTracks)
	get(a, "/api/account/storage", "storage", "What one's uploads take", member, a.storage)
	get(a, "/api/uploads", "unfinishedUploads", "List one's uploads that are no tracks", member, a.unfinished)
	get(a, "/api/uploads/{id}", "uploadResult", "What an upload turned out to be", member, a.uploadResult)

	// What the tags say
	put(a, "/api/tracks/{id}/tags", "editTags", "Change the tags of a track", member, a.editTags)
	post(a, "/api/tracks/tags", "editManyTags", "Change the tags of many tracks alike", member, a.editManyTags, a.unhurried)
	post(a, "/api/tracks/{id}/cover", "saveCover", "Give a track a cover", member, a.saveCover, coverForm, a.unhurried)
	remove(a, "/api/tracks/{id}/cover", "removeCover", "Take a track's own cover away", member, a.removeCover, a.unhurried)
	get(a, "/api/tag-edits", "tagEdits", "List one's last changes of tags, newest first", member, a.tagEdits)
	post(a, "/api/tag-edits/{id}/undo", "undoTagEdit", "Take a change of tags back", member, a.undoTagEdit, a.unhurried)

	// What others know of a track
	post(a, "/api/tracks/{id}/lookup", "lookUp", "Ask MusicBrainz what a track is", member, a.lookUp)
	raw(a, "/api/tracks/{id}/lookup/cover", "foundCover", "A small picture of a release, of the Cover Art Archive", member, a.foundCover, "image/*", releaseParameter)
	post(a, "/api/tracks/{id}/lookup/cover", "takeFoundCover", "Give a track the cover the Cover Art Archive has of a release", member, a.takeFoundCover, a.unhurried)
	post(a, "/api/tracks/{id}/lookup/lyrics", "takeFoundLyrics", "Give a track the lyrics LRCLIB has", member, a.takeFoundLyrics, a.unhurried)

	// What the analysis got wrong
	put(a, "/api/tracks/{id}/analysis", "editAnalysis", "Correct tempo, key or beats of a track", member, a.editAnalysis)
	remove(a, "/api/tracks/{id}/analysis", "clearAnalysis", "Take all corrections of a track back", member, a.clearAnalysis)
	post(a, "/api/tracks/{id}/analysis", "analyseAgain", "Have a track analysed again", member, a.analyseAgain, accepted)

	// Who a person is
	put(a, "/api/user/profile", "saveProfile", "Change one's profile", person, a.saveProfile)
	post(a, "/api/user/avatar", "saveAvatar", "Send a picture of oneself", person, a.saveAvatar, fileForm)
	remove(a, "/api/user/avatar", "removeAvatar", "Take one's picture away", person, a.removeAvatar)
	get(a, "/api/user/stats", "stats", "One's own figures", member, a.stats)
	get(a, "/api/user/activity", "activity", "What one did, latest first", member, a.activity)
	get(a, "/api/users/{id}", "publicProfile", "What others see of a person", browser, a.publicProfile)
	put(a, "/api/account/language", "saveLanguage", "Choose the language of mails", person, a.saveLanguage)
	post(a, "/api/account/export", "startExport", "Have a copy of all one's data prepared", person, a.startExport, accepted)
	get(a, "/api/account/export", "exports", "Copies of one's data", person, a.exports)
	post(a, "/api/account/delete", "deleteAccount", "Have one's account deleted", person, a.deleteAccount)
	remove(a, "/api/account/delete", "keepAccount", "Take the deletion back", person, a.keepAccount)

	// The operator
	get(a, "/api/library", "library", "What the library holds and how its scan stands", member, a.libraryStatus)
	post(a, "/api/library/scan", "startScan", "Start a scan", admin, a.startScan, accepted)
	remove(a, "/api/library/scan", "cancelScan", "Cancel the scan", admin, a.cancelScan, accepted)
	get(a, "/api/library/problems", "problems", "List files that cannot be played, with the reason", admin, a.problems)
	get(a, "/api/library/missing", "missingTracks", "List tracks whose file is gone", admin, a.missingTracks)
	post(a, "/api/library/missing/purge", "purgeMissing", "Delete tracks whose file is gone", admin, a.purgeMissing)
	get(a, "/api/admin/analysis", "analysisQueue", "How far the analysis of the library is", admin, a.analysisQueue)
	get(a, "/api/admin/analysis/failed", "failedAnalyses", "List tracks that could not be analysed, with the reason", admin, a.failedAnalyses)
	post(a, "/api/admin/analysis/retry", "retryAnalyses", "Try those again", admin, a.retryAnalyses)
	get(a, "/api/admin/settings", "settings", "The operator's settings", admin, a.getSettings)
	put(a, "/api/admin/settings", "saveSettings", "Change settings", admin, a.saveSettings)

	get(a, "/api/admin/invitations", "invitations", "List invitations", admin, a.invitations)
	post(a, "/api/admin/invitations", "invite", "Make an invitation", admin, a.invite, created)
	remove(a, "/api/admin/invitations/{id}", "uninvite", "Take an invitation back", admin, a.uninvite)

	get(a, "/api/users", "users", "List accounts", admin, a.users)
	put(a, "/api/admin/users/{id}", "changeUser", "Change an account's role, or disable or enable it", admin, a.changeUser)
	post(a, "/api/admin/users/{id}/unlock", "unlockUser", "Forget an account's failed sign-ins", admin, a.unlockUser)
	post(a, "/api/admin/users/{id}/sign-out", "signOutUser", "Sign an account out everywhere", admin, a.signOutUser)
	post(a, "/api/admin/users/{id}/password-reset", "sendReset", "Send an account's owner a link to choose another password", admin, a.sendReset)
	remove(a, "/api/admin/users/{id}", "deleteUser", "Delete an account", admin, a.deleteUser)
	get(a, "/api/admin/events", "securityEvents", "The audit log, newest first", admin, a.allEvents)

	post(a, "/api/admin/announcements", "announceToAll", "Tell everybody something", admin, a.announceToAll, created)
	get(a, "/api/admin/stats", "adminStats", "The figures of the dashboard", admin, a.adminStats)
	get(a, "/api/admin/radios", "adminStations", "List all radio stations", admin, a.adminStations)
	post(a, "/api/admin/radios", "makeStation", "Add a radio station", admin, a.makeStation, created)
	put(a, "/api/admin/radios/{id}", "saveStation", "Change a radio station", admin, a.saveStation)
	remove(a, "/api/admin/radios/{id}", "removeStation", "Delete a radio station", admin, a.removeStation)
	get(a, "/api/admin/mixes", "adminMixes", "List all DJ mixes", admin, a.adminMixes)
	post(a, "/api/admin/mixes", "makeMix", "Add a DJ mix", admin, a.makeMix, created)
	put(a, "/api/admin/mixes/{id}", "saveMix", "Change a DJ mix", admin, a.saveMix)
	remove(a, "/api/admin/mixes/{id}", "removeMix", "Delete a DJ mix", admin, a.removeMix)

	// Bytes and streams
	raw(a, "/api/tracks/{id}/stream", "stream", "The sound of a track, with ranges; converted when a format is named", browser, a.stream, "audio/*", convertParameters, bucketAnswers)
	post(a, "/api/tracks/{id}/announce", "announce", "Have a track converted that will be asked for soon", browser, a.announce, accepted)
	get(a, "/api/tracks/{id}/gain", "gain", "How loud a track and its album are", browser, a.gain)
	get(a, "/api/stream/formats", "formats", "What music can be converted to", browser, a.formats)
	raw(a, "/api/tracks/{id}/hls/index.m3u8", "playlistHLS", "The pieces of a track for players of HLS", browser, a.playlistHLS, "application/vnd.apple.mpegurl", piecesParameters)
	raw(a, "/api/tracks/{id}/hls/{bitrate}/{piece}", "pieceHLS", "A piece of a track for players of HLS", browser, a.pieceHLS, "audio/aac")
	raw(a, "/api/tracks/{id}/peaks", "peaks", "The waveform of a track in three bands", browser, a.peaks, "application/octet-stream")
	raw(a, "/api/tracks/{id}/cover", "trackCover", "The cover of a track", browser, a.trackCover, "image/*", sizeParameter, generatedParameter)
	raw(a, "/api/albums/{id}/cover", "albumCover", "The cover of an album", browser, a.albumCover, "image/*", sizeParameter, generatedParameter)
	raw(a, "/api/artists/{id}/cover", "artistCover", "The cover of an artist's newest album", browser, a.artistCover, "image/*", sizeParameter, generatedParameter)
	raw(a, "/api/covers/{hash}", "cover", "A cover", browser, a.cover, "image/*", sizeParameter)
	raw(a, "/api/avatars/{name}", "avatar", "The picture of a person", browser, a.avatar, "image/jpeg")
	raw(a, "/api/account/export/{id}/file", "exportFile", "A copy of one's data, a ZIP file", person, a.exportFile, "application/zip")
	get(a, "/api/radios/{id}/djs", "stationDJs", "List who may go on air on a station of one's own, and how", person, a.stationDJs)
	post(a, "/api/radios/{id}/djs", "makeStationDJ", "Let somebody on air, with a password for source clients", person, a.makeStationDJ, created)
	put(a, "/api/radios/{id}/djs/{dj}", "saveStationDJ", "Change who may go on air", person, a.saveStationDJ)
	post(a, "/api/radios/{id}/djs/{dj}/password", "renewStationDJ", "Make another password for a DJ", person, a.renewStationDJ)
	remove(a, "/api/radios/{id}/djs/{dj}", "removeStationDJ", "Let a DJ on air no more", person, a.removeStationDJ)
	get(a, "/api/radios/{id}/on-air", "studioPass", "Whether one may go on air from the browser, and why not", person, a.studioPass)
	raw(a, "/api/radios/{id}/studio", "studio", "Go on air from the browser, a WebSocket", person, a.openStudio, "", answers("101", "Switching Protocols", nil))
	raw(a, "/api/events", "events", "What happens, as server-sent events", member, a.streamEvents, "text/event-stream")

	// Uploads: resumable ones by the protocol tus, and whole ones in a form
	rawMethod(a, http.MethodPost, uploadsPath, "beginUpload", "Begin a resumable upload", creator, a.tus(a.beginUpload), "", answers("201", "Created", nil))
	rawMethod(a, http.MethodHead, "/api/uploads/{id}", "uploadOffset", "How far an upload is", member, a.tus(a.uploadOffset), "")
	rawMethod(a, http.MethodPatch, "/api/uploads/{id}", "continueUpload", "Send a piece of an upload", creator, a.tus(a.continueUpload), "", answers("204", "No Content", nil))
	rawMethod(a, http.MethodDelete, "/api/uploads/{id}", "giveUpUpload", "Give an upload up", member, a.tus(a.giveUpUpload), "", answers("204", "No Content", nil))
	rawMethod(a, http.MethodPost, uploadPath, "upload", "Send a whole file", creator, a.uploadForm, "", uploadFormBody, answers("201", "Created", a.jsonOf(uploadResultJSON{})))
	raw(a, "/media/audio/{name}", "uploadedAudio", "The sound of an upload, or of its track", browser, a.uploadedAudio, "audio/*")
	raw(a, "/media/covers/{name}", "uploadedCover", "The cover of an upload, or of its track", browser, a.uploadedCover, "image/*", sizeParameter)
	a.mux.HandleFunc("OPTIONS "+uploadsPath, a.tusOptions)
	a.mux.HandleFunc("OPTIONS /api/uploads/{id}", a.tusOptions)

	// For browsers
	a.mux.HandleFunc("GET /api/logout", a.logoutPage)
	a.mux.HandleFunc("GET "+unsubscribePath, a.unsubscribePage)
	a.mux.HandleFunc("GET /api/auth/{provider}/callback", a.providerCallback)
	a.mux.HandleFunc("GET /api/openapi.json", a.openapi)
	a.mux.HandleFunc("GET /api/docs", a.docs)
	a.mux.HandleFunc("GET /api/docs/style.css", a.docsStyle)
	a.mux.HandleFunc("GET "+metricsPath, a.metrics())
	a.mux.HandleFunc("GET /s/{id}", a.sharePage)
	a.mux.HandleFunc("GET /podcasts/{id}/feed.xml", a.publicly(a.podcastFeed))
	a.mux.HandleFunc("GET /podcasts/{id}/cover.jpg", a.publicly(a.podcastPicture))
	a.mux.HandleFunc("GET /podcasts/{id}/media/{name}", a.publicly(a.podcastMedia))
	get(a, "/api/radios/{id}/rewind", "stationRewind", "How far back a station can be heard, and what was on air", browser, a.stationRewind)
	raw(a, "/radio/{mount}/hls/{file}", "stationHLS", "A station as HLS: live.m3u8, rewind.m3u8 and their pieces", browser, a.stationHLS, "*/*")
	raw(a, "/radio/{mount}", "listenStation", "A station: its sound without an end, or with .m3u, .pls or .xspf a list that leads to it", browser, a.listenStation, "audio/*", listenParameters)
	a.mux.HandleFunc("GET /embed/{id}", a.embedPage)
	a.mux.HandleFunc("/", a.elsewhere)
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
