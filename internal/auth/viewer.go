package auth

import (
	"context"
	"fmt"

	"sonora/internal/music"
)

// Bearer returns the viewer for an access token. It returns Unauthenticated if
// the token is not valid or its session has ended.
func (a *Service) Bearer(ctx context.Context, token string) (music.Viewer, error) {
	return a.viewer(ctx, accessAudience, token)
}

// Cookie returns the viewer for a session cookie. It returns the same errors as
// Bearer.
func (a *Service) Cookie(ctx context.Context, value string) (music.Viewer, error) {
	return a.viewer(ctx, cookieAudience, value)
}

func (a *Service) viewer(ctx context.Context, audience, token string) (music.Viewer, error) {
	c, err := a.verify(ctx, audience, token)
	if err != nil {
		return music.Viewer{}, errBadToken.Because(err)
	}
	v, ok, round := a.recall(c.SessionID)
	if ok {
		return v, nil
	}
	session, account, err := a.liveSession(ctx, c.SessionID)
	if music.CodeOf(err) == music.Unauthenticated || err == nil && session.AccountID != c.Subject {
		return music.Viewer{}, errBadToken
	}
	if err != nil {
		return music.Viewer{}, fmt.Errorf("read session: %w", err)
	}
	v = music.Viewer{AccountID: account.ID, SessionID: session.ID, Device: session.ID, Role: account.Role}
	a.remember(session.ID, seen{v, use{id: session.ID}, a.trustedUntil(session.ExpiresAt)}, round)
	a.noteUse(ctx, use{id: session.ID})
	return v, nil
}
