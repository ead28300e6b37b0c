package api

// aliases maps older paths to the paths of operations. Browsers that open a
// path outside /api get the page of the web app.
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
