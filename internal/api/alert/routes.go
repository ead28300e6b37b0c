package alert

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/admin/alerts", "alerts", "List what operators are told, latest first", edge.Admin, a.alerts)
	edge.Get(e, "/api/admin/alerts/unread", "unreadAlerts", "Get the number of alerts you have not read", edge.Admin, a.unread)
	edge.Post(e, "/api/admin/alerts/read", "readAlerts", "Mark alerts as read", edge.Admin, a.read)
	edge.Get(e, "/api/admin/alerts/deliveries", "alertDeliveries", "List what was sent by mail and to webhooks, newest first", edge.Admin, a.deliveries)
	edge.Post(e, "/api/admin/alerts/deliveries/{id}/retry", "retryDelivery", "Retry a delivery that failed", edge.Admin, a.retry, edge.Refuses(409))
	edge.Post(e, "/api/admin/alerts/test", "testAlerts", "Send a test message to a channel", edge.Admin, a.test, edge.Refuses(409))
}
