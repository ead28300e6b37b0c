package notice

import (
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// What people are told of
	edge.Get(e, "/api/notifications", "notifications", "List what one was told of, newest first", edge.Member, a.notifications)
	edge.Get(e, "/api/notifications/unread", "unreadNotifications", "How much of it is unread", edge.Member, a.unread)
	edge.Post(e, "/api/notifications/read", "readNotifications", "Note what one has read", edge.Member, a.readNotifications)
	edge.Remove(e, "/api/notifications/{id}", "dismissNotification", "Delete a notification", edge.Member, a.dismissNotification)
	edge.Post(e, "/api/notifications/{id}/restore", "restoreNotification", "Take that back, within a week", edge.Member, a.restoreNotification)
	edge.Get(e, "/api/account/notifications", "notificationChoices", "How one wants to be told", edge.Person, a.notificationChoices)
	edge.Put(e, "/api/account/notifications", "saveNotificationChoices", "Choose how one wants to be told", edge.Person, a.saveNotificationChoices)
	edge.Post(e, "/api/notifications/unsubscribe", "unsubscribeDigest", "End the summaries by mail, with the token of one", edge.Anyone, a.unsubscribeDigest, edge.Takes(edge.AnyBody, nil))
	edge.Get(e, "/api/push", "pushKey", "The key of web push", edge.Person, a.pushKey)
	edge.Post(e, "/api/push/subscriptions", "subscribePush", "Have push messages sent to this browser", edge.Person, a.subscribePush)
	edge.Post(e, "/api/push/unsubscribe", "unsubscribePush", "Have them stop", edge.Person, a.unsubscribePush)
	edge.Post(e, "/api/push/test", "testPush", "Send a message to all one's devices", edge.Person, a.testPush)

	// The operator
	edge.Post(e, "/api/admin/announcements", "announceToAll", "Post announcement", edge.Admin, a.announceToAll, edge.Created)

	// For browsers
	e.Handle("GET /api/notifications/unsubscribe", a.unsubscribePage)
}
