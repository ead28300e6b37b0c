package admin

import (
	"context"
	"strings"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
)

// memberJSON is an account as the operator sees it.
type memberJSON struct {
	ID           string          `json:"id" doc:"ID of the account."`
	Email        string          `json:"email" doc:"Email address."`
	FirstName    string          `json:"firstName" doc:"First name; may be empty."`
	LastName     string          `json:"lastName" doc:"Last name; may be empty."`
	Role         string          `json:"role" enum:"listener,creator,admin" doc:"What the person may do."`
	AuthProvider *string         `json:"authProvider" doc:"Provider with which the account was made; null for a password."`
	IsVerified   bool            `json:"isVerified" doc:"Whether the email address is verified."`
	IsActive     bool            `json:"isActive" doc:"Whether the person may sign in."`
	IsLocked     bool            `json:"isLocked" doc:"Whether too many failed sign-ins have locked the account for some address."`
	CreatedAt    edge.Time       `json:"createdAt" doc:"When the account was made."`
	LastLoginAt  edge.TimeOrNull `json:"lastLoginAt" doc:"When the person last signed in; null for never."`
}

func encodeMember(m *music.Account, locked map[string]bool) memberJSON {
	return memberJSON{
		ID: m.ID, Email: m.Email, FirstName: m.FirstName, LastName: m.LastName, Role: string(m.Role),
		AuthProvider: edge.OrNull(m.AuthProvider), IsVerified: !m.VerifiedAt.IsZero(), IsActive: m.DisabledAt.IsZero(), IsLocked: locked[m.Email],
		CreatedAt: edge.Time(m.CreatedAt), LastLoginAt: edge.TimeOrNull(m.LastLoginAt),
	}
}

type usersInput struct {
	edge.Paging
	Text string `query:"q" maxLength:"500" doc:"Words in the names or email addresses; case and accents do not matter."`
}

func (a *API) users(ctx context.Context, in *usersInput) (*edge.PageOf[memberJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.AccountsPage(ctx, strings.Fields(in.Text), page)
	if err != nil {
		return nil, err
	}
	locked, err := a.Auth.Locked(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, func(m *music.Account) memberJSON { return encodeMember(m, locked) }), nil
}

type changeUserInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the account."`
	Body struct {
		Role   *string `json:"role,omitempty" enum:"listener,creator,admin" doc:"What the person may do from now on."`
		Active *bool   `json:"active,omitempty" doc:"false disables the account and signs it out; true enables it again."`
	}
}

func (a *API) changeUser(ctx context.Context, in *changeUserInput) (*edge.Body[memberJSON], error) {
	change := auth.Change{Role: (*music.Role)(in.Body.Role), Active: in.Body.Active}
	account, err := a.Auth.Manage(ctx, edge.Viewer(ctx).AccountID, in.ID, change)
	if err != nil {
		return nil, err
	}
	locked, err := a.Auth.Locked(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeMember(account, locked))
}

func (a *API) unlockUser(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.Unlock(ctx, edge.Viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The account accepts sign-ins from every address again.")
}

func (a *API) signOutUser(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.SignOut(ctx, edge.Viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("All devices of this account are signed out.")
}

func (a *API) sendReset(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.SendReset(ctx, edge.Viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("A link to choose another password is on its way.")
}

func (a *API) deleteUser(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Profile.Erase(ctx, edge.Viewer(ctx).AccountID, in.ID)
}
