package notice

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Notifications and push messages
	edge.Get(e, "/api/notifications", "notifications", "List your notifications, newest first", edge.Member, a.notifications)
	edge.Get(e, "/api/notifications/unread", "unreadNotifications", "Get the number of unread notifications", edge.Member, a.unread)
	edge.Post(e, "/api/notifications/read", "readNotifications", "Mark notifications as read", edge.Member, a.readNotifications)
	edge.Remove(e, "/api/notifications/{id}", "dismissNotification", "Delete a notification", edge.Member, a.dismissNotification)
	edge.Post(e, "/api/notifications/{id}/restore", "restoreNotification", "Restore a deleted notification, within a week", edge.Member, a.restoreNotification)
	edge.Get(e, "/api/account/notifications", "notificationChoices", "Get your notification settings", edge.Person, a.notificationChoices)
	edge.Put(e, "/api/account/notifications", "saveNotificationChoices", "Change your notification settings", edge.Person, a.saveNotificationChoices)
	edge.Post(e, "/api/notifications/unsubscribe", "unsubscribeDigest", "Stop the digests, with the token from a mail", edge.Anyone, a.unsubscribeDigest, edge.AnyQuery, edge.Takes(edge.AnyBody, nil), edge.Lasts)
	edge.Get(e, "/api/push", "pushKey", "Get the public key for web push", edge.Person, a.pushKey)
	edge.Post(e, "/api/push/subscriptions", "subscribePush", "Send push messages to this browser", edge.Person, a.subscribePush)
	edge.Post(e, "/api/push/unsubscribe", "unsubscribePush", "Stop push messages to this browser", edge.Person, a.unsubscribePush)
	edge.Post(e, "/api/push/test", "testPush", "Send a test message to all your devices", edge.Person, a.testPush)

	// The operator
	edge.Post(e, "/api/admin/announcements", "announceToAll", "Post announcement", edge.Admin, a.announceToAll, edge.Created)

	// Links in mails
	e.Handle("GET /api/notifications/unsubscribe", a.unsubscribePage)
}
