package auth

import (
	"context"
	"fmt"

	"sonora/internal/music"
)

// Manager returns the account of a full app password with its real role, for
// radio programs that read a station's statistics. It returns Unauthenticated
// for a wrong password and Forbidden for one that may only stream.
func (a *Service) Manager(ctx context.Context, email, secret string) (music.Viewer, error) {
	v, err := a.Basic(ctx, email, secret)
	if err != nil {
		return music.Viewer{}, err
	}
	if v.Scope != music.ScopeFull {
		return music.Viewer{}, music.ErrForbidden
	}
	account, err := a.store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return music.Viewer{}, fmt.Errorf("read the account of an app password: %w", err)
	}
	v.Role = account.Role
	return v, nil
}
