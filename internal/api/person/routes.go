package person

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Profile and account
	edge.Partial(e, "/api/user/profile", "saveProfile", "Change your profile", edge.Person, a.saveProfile)
	edge.Post(e, "/api/user/avatar", "saveAvatar", "Upload a picture of yourself", edge.Person, a.saveAvatar, avatarForm)
	edge.Remove(e, "/api/user/avatar", "removeAvatar", "Remove your picture", edge.Person, a.removeAvatar)
	edge.Get(e, "/api/user/stats", "stats", "Get your statistics", edge.Member, a.stats, edge.NoStore)
	edge.Get(e, "/api/user/activity", "activity", "List your activity, latest first", edge.Member, a.activity, edge.NoStore)
	edge.Get(e, "/api/users/{id}", "publicProfile", "Get a person's public profile", edge.Browser, a.publicProfile)
	edge.Put(e, "/api/account/language", "saveLanguage", "Choose the language of your mail", edge.Person, a.saveLanguage)
	edge.Post(e, "/api/account/export", "startExport", "Request a copy of your data", edge.Person, a.startExport, edge.Accepted, edge.Refuses(409))
	edge.Get(e, "/api/account/export", "exports", "List the copies of your data", edge.Person, a.exports)
	edge.Post(e, "/api/account/delete", "deleteAccount", "Request the deletion of your account", edge.Person, a.deleteAccount, edge.Refuses(409))
	edge.Remove(e, "/api/account/delete", "keepAccount", "Cancel the deletion of your account", edge.Person, a.keepAccount)

	// Pictures and exports
	edge.Raw(e, "/api/avatars/{name}", "avatar", "Get the picture of a person", edge.Browser, a.avatar, "image/jpeg", edge.Throttled(edge.Free), edge.Revalidates)
	edge.Raw(e, "/api/account/export/{id}/file", "exportFile", "Download a copy of your data as a ZIP file", edge.Person, a.exportFile, "application/zip")
}
