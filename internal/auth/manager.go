package auth

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Manager returns the viewer for an API key of the scope write, for radio programs
// that read a station's statistics. It returns Unauthenticated for a wrong key and
// Forbidden for one without that scope.
func (a *Service) Manager(ctx context.Context, email, secret string) (music.Viewer, error) {
	v, err := a.Basic(ctx, email, secret)
	if err == nil && !v.Scopes.Has(people.ScopeWrite) {
		return music.Viewer{}, music.ErrForbidden
	}
	return v, err
}
