package signin

import (
	"context"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/people"
)

// invitationJSON is an invitation as the operator sees it.
type invitationJSON struct {
	ID        string    `json:"id" doc:"ID of the invitation."`
	Note      string    `json:"note" doc:"The operator's note on whom it is for."`
	Role      string    `json:"role" enum:"listener,creator" doc:"Role of the accounts created with it."`
	UsesLeft  int       `json:"usesLeft" doc:"Number of accounts that it can still create."`
	CreatedAt edge.Time `json:"createdAt" doc:"When it was made."`
	ExpiresAt edge.Time `json:"expiresAt" doc:"When it stops working."`
	Link      string    `json:"link,omitempty" doc:"The link to pass on. Shown only once, when the invitation is created."`
}

func encodeInvitation(i *people.Invitation) invitationJSON {
	return invitationJSON{
		ID: i.ID, Note: i.Note, Role: string(i.Role), UsesLeft: i.UsesLeft, CreatedAt: edge.Time(i.CreatedAt), ExpiresAt: edge.Time(i.ExpiresAt),
	}
}

func (a *API) invitations(ctx context.Context, in *edge.Part) (*edge.PageOf[invitationJSON], error) {
	list, err := a.Auth.Invitations(ctx)
	return edge.PartOf(in, list, err, encodeInvitation)
}

type inviteInput struct {
	Body struct {
		Note string `json:"note,omitempty" doc:"A note on whom it is for, which only operators see."`
		Role string `json:"role,omitempty" doc:"listener (default) or creator."`
		Uses *int   `json:"uses,omitempty" doc:"Number of accounts it can create; 1 if omitted."`
		Days *int   `json:"days,omitempty" doc:"Days until it expires; 7 if omitted."`
	}
}

func (a *API) invite(ctx context.Context, in *inviteInput) (*edge.Secret[invitationJSON], error) {
	n := auth.NewInvitation{Note: in.Body.Note, Role: music.Listener, Uses: 1, Days: 7}
	if in.Body.Role != "" {
		n.Role = music.Role(in.Body.Role)
	}
	if in.Body.Uses != nil {
		n.Uses = *in.Body.Uses
	}
	if in.Body.Days != nil {
		n.Days = *in.Body.Days
	}
	i, link, err := a.Auth.Invite(ctx, edge.Viewer(ctx), n)
	if err != nil {
		return nil, err
	}
	made := encodeInvitation(i)
	made.Link = link
	return edge.Secretly(made), nil
}

type invitationInput struct {
	ID string `path:"id" doc:"ID of the invitation."`
}

func (a *API) uninvite(ctx context.Context, in *invitationInput) (*struct{}, error) {
	return nil, a.Auth.Uninvite(ctx, edge.Viewer(ctx), in.ID)
}

type invitationValidJSON struct {
	ExpiresAt edge.Time `json:"expiresAt" doc:"When the invitation stops working."`
	Email     string    `json:"email,omitempty" doc:"Email address of the account that waits for this person, which registration has to send. Missing if the invitation makes a new account."`
	FirstName string    `json:"firstName,omitempty" doc:"First name in the account that waits."`
}

func (a *API) invitation(ctx context.Context, in *tokenInput) (*edge.Body[invitationValidJSON], error) {
	i, err := a.Auth.Invitation(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	return edge.Reply(invitationValidJSON{edge.Time(i.ExpiresAt), i.Email, i.FirstName})
}
