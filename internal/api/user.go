package api

import (
	"context"
	"time"

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
	CreatedAt    time.Time  `json:"createdAt"`
	LastLoginAt  *time.Time `json:"lastLoginAt"`
}

func encodeMember(m *music.Account) memberJSON {
	return memberJSON{
		ID: m.ID, Email: m.Email, FirstName: m.FirstName, LastName: m.LastName, Role: string(m.Role),
		AuthProvider: orNull(m.AuthProvider), IsActive: m.DisabledAt.IsZero(),
		CreatedAt: m.CreatedAt.UTC(), LastLoginAt: orNull(m.LastLoginAt.UTC()),
	}
}

func (a *API) users(ctx context.Context, _ *struct{}) (*body[[]memberJSON], error) {
	list, err := a.store.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	return &body[[]memberJSON]{encodeAll(list, encodeMember)}, nil
}
