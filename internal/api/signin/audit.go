package signin

import (
	"context"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/words"
)

// ownEventJSON is an entry of the audit log as the person it concerns sees it.
type ownEventJSON struct {
	At        edge.Time `json:"at" doc:"When it happened."`
	Kind      string    `json:"kind" doc:"What happened, for example signed_in."`
	Actor     string    `json:"actor" enum:"you,operator,visitor" doc:"Who did it."`
	Device    string    `json:"device" doc:"The user agent in words, such as Firefox on Linux; empty for the operator."`
	UserAgent string    `json:"userAgent" doc:"The user agent as sent."`
	Address   string    `json:"address" doc:"Address of the device."`
	Detail    string    `json:"detail" doc:"Anything not in the other fields: a role, a name, an email address that was tried."`
}

// encodeOwnEvent omits the address and device of operators.
func encodeOwnEvent(e *people.AuditEntry, language string) ownEventJSON {
	out := ownEventJSON{At: edge.Time(e.At), Kind: string(e.Kind), Actor: "operator", Detail: e.Detail}
	switch e.Actor {
	case e.AccountID:
		out.Actor = "you"
	case "":
		out.Actor = "visitor"
	default:
		return out
	}
	out.Device, out.UserAgent, out.Address = words.Render(language, auth.DeviceName(e.UserAgent)), e.UserAgent, e.Address
	return out
}

// eventJSON is an entry of the audit log as the operator sees it.
type eventJSON struct {
	At         edge.Time `json:"at" doc:"When it happened."`
	Kind       string    `json:"kind" doc:"What happened, for example signed_in."`
	AccountID  *string   `json:"accountId" doc:"The account that it concerns."`
	Email      *string   `json:"email" doc:"The account's current email address."`
	Actor      string    `json:"actor" enum:"account,operator,visitor" doc:"Who did it: an account, the command line (operator) or somebody unknown (visitor)."`
	ActorID    *string   `json:"actorId" doc:"ID of that account; null for others."`
	ActorEmail *string   `json:"actorEmail" doc:"Email address of that account; null for others."`
	Device     string    `json:"device" doc:"The user agent in words, such as Firefox on Linux."`
	UserAgent  string    `json:"userAgent" doc:"The user agent as sent."`
	Address    string    `json:"address" doc:"Address of the device."`
	Detail     string    `json:"detail" doc:"Anything not in the other fields: a role, a name, an email address that was tried."`
}

func encodeEvent(e *people.AuditEntry, language string) eventJSON {
	out := eventJSON{
		At: edge.Time(e.At), Kind: string(e.Kind), AccountID: edge.OrNull(e.AccountID), Email: edge.OrNull(e.Email),
		Device: words.Render(language, auth.DeviceName(e.UserAgent)), UserAgent: e.UserAgent, Address: e.Address, Detail: e.Detail,
	}
	switch e.Actor {
	case "":
		out.Actor = "visitor"
	case people.ActorOperator:
		out.Actor, out.Device = "operator", ""
	default:
		out.Actor, out.ActorID, out.ActorEmail = "account", &e.Actor, edge.OrNull(e.ActorEmail)
	}
	return out
}

type eventsInput struct{ edge.Paging }

func (a *API) ownEvents(ctx context.Context, in *eventsInput) (*edge.PageOf[ownEventJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.SecurityEvents(ctx, edge.Viewer(ctx).AccountID, page)
	if err != nil {
		return nil, err
	}
	language := music.LanguageOf(ctx)
	return edge.Answer(&in.Paging, list, func(e *people.AuditEntry) ownEventJSON { return encodeOwnEvent(e, language) }), nil
}

func (a *API) allEvents(ctx context.Context, in *eventsInput) (*edge.PageOf[eventJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.SecurityEvents(ctx, "", page)
	if err != nil {
		return nil, err
	}
	language := music.LanguageOf(ctx)
	return edge.Answer(&in.Paging, list, func(e *people.AuditEntry) eventJSON { return encodeEvent(e, language) }), nil
}
