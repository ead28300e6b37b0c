package api

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
	get(a, "/api/auth/google", "google", "Whether sign-in with Google is set up", anyone, a.google)

	// The server
	get(a, "/api", "about", "Name and version of the API", anyone, a.about)
	get(a, "/api/config", "config", "What the app needs to know at its start", anyone, a.config)
	get(a, "/api/welcome", "welcome", "A greeting", anyone, a.welcome)
	get(a, "/health", "health", "Whether the server works", anyone, a.health)

	// The catalogue
	get(a, "/api/tracks", "tracks", "List tracks", browser, a.tracks)
	get(a, "/api/tracks/{id}", "track", "One track", browser, a.track)
	get(a, "/api/tracks/{id}/lyrics", "lyrics", "Lyrics of a track", browser, a.lyrics)
	get(a, "/api/albums", "albums", "List albums", browser, a.albums)
	get(a, "/api/albums/{id}", "album", "One album with its tracks", browser, a.album)
	get(a, "/api/artists", "artists", "List artists by name", browser, a.artists)
	get(a, "/api/artists/{id}", "artist", "One artist with albums and most played tracks", browser, a.artist)
	get(a, "/api/genres", "genres", "List genres", browser, a.genres)
	get(a, "/api/search", "search", "Find tracks, albums and artists", browser, a.search)

	// What a person does
	post(a, "/api/tracks/{id}/like", "like", "Like a track", member, a.like)
	remove(a, "/api/tracks/{id}/like", "unlike", "Take a like back", member, a.unlike)
	get(a, "/api/liked-tracks", "likedTracks", "List liked tracks, newest like first", member, a.likedTracks)
	get(a, "/api/recently-played", "recentlyPlayed", "List played tracks, latest first", member, a.recentlyPlayed)
	post(a, "/api/plays", "reportPlay", "Report a listen", member, a.reportPlay, accepted)

	// The operator
	get(a, "/api/library", "library", "What the library holds and how its scan stands", member, a.libraryStatus)
	post(a, "/api/library/scan", "startScan", "Start a scan", admin, a.startScan, accepted)
	remove(a, "/api/library/scan", "cancelScan", "Cancel the scan", admin, a.cancelScan, accepted)
	get(a, "/api/library/problems", "problems", "List files that cannot be played, with the reason", admin, a.problems)
	get(a, "/api/library/missing", "missingTracks", "List tracks whose file is gone", admin, a.missingTracks)
	post(a, "/api/library/missing/purge", "purgeMissing", "Delete tracks whose file is gone", admin, a.purgeMissing)
	get(a, "/api/admin/settings", "settings", "The operator's settings", admin, a.getSettings)
	put(a, "/api/admin/settings", "saveSettings", "Change settings", admin, a.saveSettings)

	get(a, "/api/users", "users", "List accounts", admin, a.users)

	// Bytes and streams
	raw(a, "/api/tracks/{id}/stream", "stream", "The sound of a track, with ranges", browser, a.stream, "audio/*")
	raw(a, "/api/tracks/{id}/cover", "trackCover", "The cover of a track", browser, a.trackCover, "image/*", sizeParameter)
	raw(a, "/api/covers/{hash}", "cover", "A cover", browser, a.cover, "image/*", sizeParameter)
	raw(a, "/api/events", "events", "What happens, as server-sent events", member, a.streamEvents, "text/event-stream")

	// For browsers
	a.mux.HandleFunc("GET /api/logout", a.logoutPage)
	a.mux.HandleFunc("GET /api/auth/google/callback", a.googleCallback)
	a.mux.HandleFunc("GET /api/openapi.json", a.openapi)
	a.mux.HandleFunc("GET /api/docs", a.docs)
	a.mux.HandleFunc("GET /api/docs/style.css", a.docsStyle)
	a.mux.HandleFunc("/", a.elsewhere)
}

// aliases are older names of operations. Those outside /api give browsers
// that open them the web app's page.
var aliases = map[string]string{
	"/tracks":        "/api/tracks",
	"/v1/tracks":     "/api/tracks",
	"/api/v1/tracks": "/api/tracks",

	"/auth/login":         "/api/auth/login",
	"/api/v1/auth/login":  "/api/auth/login",
	"/auth/logout":        "/api/auth/logout",
	"/api/v1/auth/logout": "/api/auth/logout",
	"/auth/me":            "/api/auth/user",
	"/api/v1/auth/me":     "/api/auth/user",
	"/auth/register":      "/api/auth/register/legacy",

	"/admin/users":     "/api/users",
	"/api/admin/users": "/api/users",
}
