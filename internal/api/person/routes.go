package person

import (
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Who a person is
	edge.Put(e, "/api/user/profile", "saveProfile", "Change one's profile", edge.Person, a.saveProfile)
	edge.Post(e, "/api/user/avatar", "saveAvatar", "Send a picture of oneself", edge.Person, a.saveAvatar, avatarForm)
	edge.Remove(e, "/api/user/avatar", "removeAvatar", "Take one's picture away", edge.Person, a.removeAvatar)
	edge.Get(e, "/api/user/stats", "stats", "One's own figures", edge.Member, a.stats, edge.NoStore)
	edge.Get(e, "/api/user/activity", "activity", "What one did, latest first", edge.Member, a.activity, edge.NoStore)
	edge.Get(e, "/api/users/{id}", "publicProfile", "What others see of a person", edge.Browser, a.publicProfile)
	edge.Put(e, "/api/account/language", "saveLanguage", "Choose the language of mails", edge.Person, a.saveLanguage)
	edge.Post(e, "/api/account/export", "startExport", "Have a copy of all one's data prepared", edge.Person, a.startExport, edge.Accepted)
	edge.Get(e, "/api/account/export", "exports", "Copies of one's data", edge.Person, a.exports)
	edge.Post(e, "/api/account/delete", "deleteAccount", "Have one's account deleted", edge.Person, a.deleteAccount)
	edge.Remove(e, "/api/account/delete", "keepAccount", "Take the deletion back", edge.Person, a.keepAccount)

	// Bytes and streams
	edge.Raw(e, "/api/avatars/{name}", "avatar", "The picture of a person", edge.Browser, a.avatar, "image/jpeg", edge.Throttled(edge.Free))
	edge.Raw(e, "/api/account/export/{id}/file", "exportFile", "A copy of one's data, a ZIP file", edge.Person, a.exportFile, "application/zip")
}
