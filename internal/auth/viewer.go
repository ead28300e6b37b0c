package auth

import (
	"context"
	"fmt"

	"sonora/internal/music"
)

// Bearer returns whom an access token proves. Unauthenticated when it is not
// one of ours or its session has ended.
func (a *Service) Bearer(ctx context.Context, token string) (music.Viewer, error) {
	return a.viewer(ctx, accessAudience, token)
}

// Cookie returns whom a session cookie proves, as Bearer does.
func (a *Service) Cookie(ctx context.Context, value string) (music.Viewer, error) {
	return a.viewer(ctx, cookieAudience, value)
}

func (a *Service) viewer(ctx context.Context, audience, token string) (music.Viewer, error) {
	c, err := a.verify(ctx, audience, token)
	if err != nil {
		return music.Viewer{}, music.ErrUnauthenticated.Because(err)
	}
	now := a.now()
	a.mu.Lock()
	known, ok := a.sessions[c.SessionID]
	a.mu.Unlock()
	if ok && now.Sub(known.at) < sessionTrust {
		return known.viewer, nil
	}
	session, account, err := a.liveSession(ctx, c.SessionID)
	if music.CodeOf(err) == music.Unauthenticated || err == nil && session.AccountID != c.Subject {
		a.forget(c.SessionID)
		return music.Viewer{}, music.ErrUnauthenticated
	}
	if err != nil {
		return music.Viewer{}, fmt.Errorf("look at the session: %w", err)
	}
	v := music.Viewer{AccountID: account.ID, SessionID: session.ID, Role: account.Role}
	a.remember(v)
	return v, nil
}

// maxRemembered bounds the memory that sessions take.
const maxRemembered = 10_000

func (a *Service) remember(v music.Viewer) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.sessions) >= maxRemembered {
		for id, s := range a.sessions {
			if now.Sub(s.at) >= sessionTrust {
				delete(a.sessions, id)
			}
		}
	}
	if len(a.sessions) < maxRemembered {
		a.sessions[v.SessionID] = seen{v, now}
	}
}

func (a *Service) forget(sessionID string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.sessions, sessionID)
}

// SetPassword gives an account a new password and ends all its sessions, for
// the operator's command line. Invalid when it breaks a rule.
func (a *Service) SetPassword(ctx context.Context, accountID, password string) error {
	f := music.FieldErrors{}
	a.checkPasswordRules(f, "password", password)
	if err := f.Err(); err != nil {
		return err
	}
	hash, err := a.hashPassword(ctx, password)
	if err != nil {
		return err
	}
	if err := a.store.SetPassword(ctx, accountID, hash); err != nil {
		return fmt.Errorf("set the password: %w", err)
	}
	if err := a.store.RevokeSessions(ctx, accountID, a.now()); err != nil {
		return fmt.Errorf("end the sessions: %w", err)
	}
	return nil
}
