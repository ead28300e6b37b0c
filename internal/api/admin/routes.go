package admin

import (
	_ "embed"
	"time"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

// ofVersion marks what reads or changes one version of the settings.
var ofVersion = edge.Versioned("X-Settings-Version")

// ofLimits marks what reads or changes one version of a person's limits.
var ofLimits = edge.Versioned("X-Limits-Version")

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// The operator
	edge.Get(e, "/api/library", "library", "Get what the library holds and the state of its scan", edge.Member, a.libraryStatus)
	edge.Post(e, "/api/library/scan", "startScan", "Start a scan", edge.Admin, a.startScan, edge.Accepted, edge.Refuses(409))
	edge.Remove(e, "/api/library/scan", "cancelScan", "Cancel the scan", edge.Admin, a.cancelScan)
	edge.Get(e, "/api/library/problems", "problems", "List files that cannot be played, with the reasons", edge.Admin, a.problems)
	edge.Get(e, "/api/library/missing", "missingTracks", "List tracks whose file is missing", edge.Admin, a.missingTracks)
	edge.Post(e, "/api/library/missing/purge", "purgeMissing", "Delete tracks whose file is missing", edge.Admin, a.purgeMissing)
	edge.Get(e, "/api/admin/analysis", "analysisQueue", "Get the progress of the analysis", edge.Admin, a.analysisQueue)
	edge.Get(e, "/api/admin/analysis/failed", "failedAnalyses", "List tracks that could not be analysed, with the reasons", edge.Admin, a.failedAnalyses)
	edge.Post(e, "/api/admin/analysis/retry", "retryAnalyses", "Retry failed analyses", edge.Admin, a.retryAnalyses)
	edge.Get(e, "/api/admin/settings", "settings", "Get the operator's settings", edge.Admin, a.getSettings, ofVersion)
	edge.Partial(e, "/api/admin/settings", "saveSettings", "Change the operator's settings", edge.Admin, a.saveSettings, edge.Refuses(409), ofVersion)
	edge.Get(e, "/api/admin/settings/history", "settingsHistory", "List who changed which settings, newest first", edge.Admin, a.settingsHistory)
	edge.Get(e, "/api/admin/ai-providers", "aiProviders", "Get the state of the services that make music", edge.Admin, a.aiProviders)
	edge.Post(e, "/api/admin/ai-providers/check", "checkAIProviders", "Check the services that make music", edge.Admin, a.checkAIProviders, edge.Slow(time.Minute))
	edge.Get(e, "/api/users", "users", "List accounts", edge.Admin, a.users, edge.NoStore)
	edge.Post(e, "/api/admin/users/bulk", "changeUsers", "Change, disable, enable, sign out, delete or restore several accounts", edge.Admin, a.changeUsers, edge.Slow(edge.BulkTime))
	edge.Get(e, "/api/admin/users/{id}", "user", "Get an account and what its owner has on the server", edge.Admin, a.user, edge.NoStore)
	edge.Get(e, "/api/admin/users/{id}/sessions", "userSessions", "List the signed-in devices of an account", edge.Admin, a.userSessions, edge.NoStore)
	edge.Remove(e, "/api/admin/users/{id}/sessions/{session}", "endUserSession", "Sign out one device of an account", edge.Admin, a.endUserSession)
	edge.Get(e, "/api/admin/users/{id}/limits", "userLimits", "Get the limits of one person", edge.Admin, a.limits, edge.NoStore, ofLimits)
	edge.Put(e, "/api/admin/users/{id}/limits", "setUserLimits", "Set the limits of one person", edge.Admin, a.setLimits, ofLimits)
	edge.Post(e, "/api/admin/users/{id}/restore", "restoreUser", "Restore an account that an operator deleted", edge.Admin, a.restoreUser, edge.Refuses(409))
	edge.Post(e, "/api/admin/users/{id}/erase", "eraseUser", "Delete an account with its data at once", edge.Admin, a.eraseUser, edge.Refuses(409))
	edge.Partial(e, "/api/admin/users/{id}", "changeUser", "Change an account's role, or disable or enable it", edge.Admin, a.changeUser, edge.Refuses(409))
	edge.Post(e, "/api/admin/users/{id}/unlock", "unlockUser", "Unlock an account after failed sign-ins", edge.Admin, a.unlockUser)
	edge.Post(e, "/api/admin/users/{id}/sign-out", "signOutUser", "Sign an account out everywhere", edge.Admin, a.signOutUser)
	edge.Post(e, "/api/admin/users/{id}/password-reset", "sendReset", "Send an account's owner a link to choose a new password", edge.Admin, a.sendReset)
	edge.Remove(e, "/api/admin/users/{id}", "deleteUser", "Delete an account", edge.Admin, a.deleteUser, edge.Refuses(409))
	edge.Get(e, "/api/admin/playlists", "adminPlaylists", "List everybody's playlists", edge.Admin, a.adminPlaylists)
	edge.Get(e, "/api/admin/stats", "adminStats", "Get the figures of the dashboard", edge.Admin, a.adminStats)

	// For Prometheus
	e.Handle("GET /metrics", a.metrics())
}
