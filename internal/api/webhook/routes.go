package webhook

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/account/webhooks", "webhooks", "List your webhooks", edge.Person, a.list)
	edge.Post(e, "/api/account/webhooks", "makeWebhook", "Add a webhook", edge.Person, a.make, edge.Created, edge.Refuses(409))
	edge.Partial(e, "/api/account/webhooks/{id}", "saveWebhook", "Change, pause or resume a webhook", edge.Person, a.change)
	edge.Remove(e, "/api/account/webhooks/{id}", "removeWebhook", "Delete a webhook", edge.Person, a.remove)
	edge.Post(e, "/api/account/webhooks/{id}/secret", "renewWebhookSecret", "Replace the secret of a webhook", edge.Person, a.renew)
	edge.Post(e, "/api/account/webhooks/{id}/test", "testWebhook", "Send a test message to a webhook", edge.Person, a.test)
	edge.Get(e, "/api/account/webhooks/{id}/deliveries", "webhookDeliveries", "List what was sent to a webhook, newest first", edge.Person, a.deliveries)
	edge.Post(e, "/api/account/webhooks/{id}/deliveries/{delivery}/retry", "retryWebhookDelivery", "Send an event again that failed", edge.Person, a.retry, edge.Refuses(409))
}
