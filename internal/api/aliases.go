package api

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
