package payment

import (
	_ "embed"
	"net/http"

	"sonora/internal/billing/recipe"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

// maxMessage is the size of the longest message of a payment service, in bytes.
const maxMessage = 256 << 10

// message marks what payment services send: in a form of their own, and in bursts.
var message = []edge.Option{
	edge.Takes(edge.AnyBody, func() int64 { return maxMessage }), edge.Throttled(edge.Free), edge.Answers("204", "No Content", nil), edge.Refuses(401, 409),
}

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Post(e, "/api/premium/checkout", "checkout", "Get the page on which you pay for a plan", edge.Person, a.checkout, edge.Refuses(404, 409))
	edge.Post(e, "/api/premium/portal", "paymentPortal", "Get the page on which you manage how you pay", edge.Person, a.portal, edge.Refuses(404, 409))
	edge.Post(e, "/api/premium/change", "changeSubscription", "Change the plan that you pay for", edge.Person, a.change, edge.Refuses(404, 409))
	edge.Post(e, "/api/premium/cancel", "cancelSubscription", "End your subscription when what you have paid ends", edge.Person, a.cancel, edge.Refuses(404, 409))
	edge.Post(e, "/api/premium/resume", "resumeSubscription", "Keep the subscription that you canceled", edge.Person, a.resume, edge.Refuses(404, 409))
	edge.Post(e, "/api/premium/restore", "restoreSubscription", "Look again for what you have paid", edge.Person, a.restore)
	edge.Get(e, "/api/premium/invoices", "invoices", "Get your latest invoices", edge.Person, a.invoices, edge.Refuses(409))

	edge.Get(e, "/api/admin/premium/reconciliation", "reconciliation", "Get the differences between the payment provider and this server", edge.Admin, a.reconciliation)
	edge.Post(e, "/api/admin/premium/reconciliation", "reconcile", "Compare with the payment provider, and repair differences", edge.Admin, a.reconcile, edge.Accepted, edge.Refuses(409))

	edge.RawMethod(e, http.MethodPost, "/api/webhooks/stripe", "stripeWebhook", "Take an event of Stripe", edge.Anyone, a.stripe, "", message...)
	edge.RawMethod(e, http.MethodPost, "/api/webhooks/kofi", "kofiWebhook", "Take a payment of Ko-fi", edge.Anyone, a.from(recipe.KoFi), "", message...)
	edge.RawMethod(e, http.MethodPost, "/api/webhooks/patreon", "patreonWebhook", "Take an event of Patreon", edge.Anyone, a.from(recipe.Patreon), "", message...)
	edge.RawMethod(e, http.MethodPost, "/api/webhooks/btcpay", "btcpayWebhook", "Take an event of BTCPay Server", edge.Anyone, a.from(recipe.BTCPay), "", message...)
	edge.RawMethod(e, http.MethodPost, "/api/webhooks/opencollective/{secret}", "openCollectiveWebhook", "Take an activity of Open Collective", edge.Anyone, a.from(recipe.OpenCollective), "", message...)
	edge.RawMethod(e, http.MethodPost, "/api/webhooks/generic", "paymentWebhook", "Take a payment of your own service", edge.Anyone, a.from(recipe.Generic), "", message...)
}
