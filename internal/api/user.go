package api

import (
	"context"
	"time"

	"sonora/internal/auth"
	"sonora/internal/music"
)

// memberJSON is an account as the operator sees it.
type memberJSON struct {
	ID           string     `json:"id"`
	Email        string     `json:"email"`
	FirstName    string     `json:"firstName"`
	LastName     string     `json:"lastName"`
	Role         string     `json:"role" enum:"listener,creator,admin"`
	AuthProvider *string    `json:"authProvider"`
	IsVerified   bool       `json:"isVerified" doc:"The e-mail address is proven."`
	IsActive     bool       `json:"isActive"`
	IsLocked     bool       `json:"isLocked" doc:"Too many failed sign-ins: it does not answer some address at the moment."`
	CreatedAt    time.Time  `json:"createdAt"`
	LastLoginAt  *time.Time `json:"lastLoginAt"`
}

func encodeMember(m *music.Account, locked map[string]bool) memberJSON {
	return memberJSON{
		ID: m.ID, Email: m.Email, FirstName: m.FirstName, LastName: m.LastName, Role: string(m.Role),
		AuthProvider: orNull(m.AuthProvider), IsVerified: !m.VerifiedAt.IsZero(), IsActive: m.DisabledAt.IsZero(), IsLocked: locked[m.Email],
		CreatedAt: m.CreatedAt.UTC(), LastLoginAt: orNull(m.LastLoginAt.UTC()),
	}
}

func (a *API) users(ctx context.Context, _ *struct{}) (*body[[]memberJSON], error) {
	list, err := a.store.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	locked, err := a.auth.Locked(ctx)
	if err != nil {
		return nil, err
	}
	return &body[[]memberJSON]{encodeAll(list, func(m *music.Account) memberJSON { return encodeMember(m, locked) })}, nil
}

type changeUserInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Role   *string `json:"role,omitempty" enum:"listener,creator,admin"`
		Active *bool   `json:"active,omitempty"`
	}
}

func (a *API) changeUser(ctx context.Context, in *changeUserInput) (*body[memberJSON], error) {
	change := auth.Change{Role: (*music.Role)(in.Body.Role), Active: in.Body.Active}
	account, err := a.auth.Manage(ctx, viewer(ctx).AccountID, in.ID, change)
	if err != nil {
		return nil, err
	}
	locked, err := a.auth.Locked(ctx)
	if err != nil {
		return nil, err
	}
	return &body[memberJSON]{encodeMember(account, locked)}, nil
}

func (a *API) unlockUser(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.auth.Unlock(ctx, viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The account answers every address again."}}, nil
}

func (a *API) signOutUser(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.auth.SignOut(ctx, viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"All devices of this account are signed out."}}, nil
}

func (a *API) sendReset(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.auth.SendReset(ctx, viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"A link to choose another password is on its way."}}, nil
}

func (a *API) deleteUser(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.profile.Erase(ctx, viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The account is deleted."}}, nil
}
