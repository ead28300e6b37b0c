package premium

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

// ofPlan marks what reads or changes one version of a plan.
var ofPlan = edge.Versioned("X-Plan-Version")

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/premium", "premium", "Get your plan, what it grants and what you have used", edge.Person, a.mine)
	edge.Get(e, "/api/premium/plans", "premiumPlans", "Get the plans that people can choose", edge.Browser, a.offered)
	edge.Post(e, "/api/premium/codes/redeem", "redeemCode", "Redeem a code for a plan", edge.Person, a.redeem, edge.Throttled(edge.SignIn), edge.Refuses(404, 409, 410))
	edge.Post(e, "/api/premium/family/invitations", "inviteToFamily", "Invite somebody to share your plan", edge.Person, a.invite, edge.Created, edge.Refuses(409))
	edge.Post(e, "/api/premium/family/join", "joinFamily", "Join the family that invited you", edge.Person, a.join, edge.Throttled(edge.SignIn), edge.Refuses(404, 409))
	edge.Remove(e, "/api/premium/family/members/{id}", "leaveFamily", "Take somebody or yourself out of a family", edge.Person, a.leave)

	edge.Get(e, "/api/admin/premium/plans", "adminPlans", "Get all plans", edge.Admin, a.plans)
	edge.Post(e, "/api/admin/premium/plans", "makePlan", "Add a plan", edge.Admin, a.makePlan, edge.Created, edge.Refuses(409))
	edge.Get(e, "/api/admin/premium/plans/{id}", "adminPlan", "Get a plan", edge.Admin, a.plan, ofPlan)
	edge.Put(e, "/api/admin/premium/plans/{id}", "savePlan", "Change a plan", edge.Admin, a.savePlan, edge.Refuses(409), ofPlan)
	edge.Remove(e, "/api/admin/premium/plans/{id}", "deletePlan", "Delete a plan", edge.Admin, a.deletePlan, edge.Refuses(409), ofPlan)
	edge.Get(e, "/api/admin/premium/memberships", "memberships", "List who has a plan and why", edge.Admin, a.memberships)
	edge.Post(e, "/api/admin/premium/memberships", "grantPlan", "Give a person a plan", edge.Admin, a.grant, edge.Created, edge.Refuses(404, 409))
	edge.Remove(e, "/api/admin/premium/memberships/{id}", "endMembership", "End what gives a person a plan", edge.Admin, a.end, edge.Refuses(409))
	edge.Get(e, "/api/admin/premium/codes", "premiumCodes", "List the batches of codes, newest first", edge.Admin, a.batches)
	edge.Post(e, "/api/admin/premium/codes", "makeCodes", "Make codes with which people get a plan", edge.Admin, a.makeCodes, edge.Created, edge.Refuses(404, 409))
	edge.Remove(e, "/api/admin/premium/codes/{id}", "revokeCodes", "Revoke the codes of a batch", edge.Admin, a.revokeCodes)
	edge.Get(e, "/api/admin/premium/payments", "premiumPayments", "List payments, newest first", edge.Admin, a.payments)
	edge.Post(e, "/api/admin/premium/payments/{id}/assign", "assignPayment", "Say whose payment one is", edge.Admin, a.assign, edge.Refuses(409))
	edge.Get(e, "/api/admin/premium/figures", "premiumFigures", "Get revenue, churn and how many people have which plan", edge.Admin, a.figures)
}
