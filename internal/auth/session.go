package auth

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// Credentials are what a person enters to sign in.
type Credentials struct{ Email, Password string }

// Grant holds the tokens of a session.
type Grant struct {
	Account *music.Account
	Access  string    // for the Authorization header
	Refresh string    // exchanged for the next Grant
	Cookie  string    // for media, and for clients that store no tokens
	Expires time.Time // of Refresh and Cookie
}

var (
	errBadCredentials = music.NewError(music.Unauthenticated, "Invalid credentials").Coded(music.CodeWrongCredentials)
	errBadToken       = music.ErrUnauthenticated.Coded(music.CodeTokenInvalid)
	errBadRefresh     = music.NewError(music.Unauthenticated, "Token is invalid or expired").Coded(music.CodeTokenInvalid)
)

// Login opens a session. It returns Invalid for a malformed address or
// password; Unauthenticated, with the same duration and text, for an unknown
// account and for a wrong password; TooMany after too many failures of that
// account from that address.
func (a *Service) Login(ctx context.Context, c Credentials) (*Grant, error) {
	email := NormalizeEmail(c.Email)
	if err := checkCredentials(email, c.Password); err != nil {
		return nil, err
	}
	if err := a.checkAttempts(ctx, email); err != nil {
		return nil, err
	}
	account, err := a.authenticate(ctx, email, c.Password)
	if err != nil && music.CodeOf(err) != music.Unauthenticated {
		return nil, err
	}
	// Check again, because concurrent tries must not learn more than the limit
	// allows.
	if locked := a.checkAttempts(ctx, email); locked != nil {
		return nil, locked
	}
	attempt := attemptOf(ctx, email)
	if err != nil {
		if noted := a.failedLogin(ctx, attempt, account, email); noted != nil {
			return nil, noted
		}
		return nil, err
	}
	if err := a.store.ClearFailedLogins(ctx, attempt); err != nil {
		return nil, fmt.Errorf("clear failed logins: %w", err)
	}
	return a.admit(ctx, account, byPassword)
}

func checkCredentials(email, password string) error {
	f := music.FieldErrors{}
	checkEmail(f, email)
	checkPassword(f, "password", password)
	if email == "" || password == "" {
		f.Add("non_field_errors", "Email and password are required.")
	}
	return f.Err("non_field_errors", "email", "password")
}

// authenticate returns the account, even with an error about it.
func (a *Service) authenticate(ctx context.Context, email, password string) (*music.Account, error) {
	account, err := a.store.AccountByEmail(ctx, email)
	if music.CodeOf(err) == music.NotFound {
		account = &music.Account{}
	} else if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	ok, err := a.checkPassword(ctx, password, account.PasswordHash)
	if err != nil {
		return nil, fmt.Errorf("check the password: %w", err)
	}
	if !ok || !account.DisabledAt.IsZero() {
		return account, errBadCredentials
	}
	return account, nil
}

func (a *Service) openSession(ctx context.Context, account *music.Account) (*Grant, error) {
	now, d := a.now(), deviceOf(ctx)
	session := &music.Session{
		ID: music.NewID(), AccountID: account.ID, CreatedAt: now, LastUsedAt: now, RotatedAt: now,
		ExpiresAt: a.expiry(now, now), UserAgent: cut(d.UserAgent, 300), Address: d.Address,
	}
	key, err := a.keys.signing(ctx, now)
	if err != nil {
		return nil, err
	}
	refresh := refreshToken(key, session.ID, 1)
	session.RefreshHash = hashToken(refresh)
	if err := a.store.CreateSession(ctx, session); err != nil {
		return nil, fmt.Errorf("open a session: %w", err)
	}
	if err := a.store.SetLastLogin(ctx, account.ID, now); err != nil {
		return nil, fmt.Errorf("record login: %w", err)
	}
	return a.grant(key, account, session.ID, refresh, session.ExpiresAt)
}

// expiry returns when a session that is used now ends: after the operator's
// timeout without use, but no later than maxSessionAge after it was created.
func (a *Service) expiry(created, now time.Time) time.Time {
	unused := now.Add(time.Duration(a.settings.Get().SessionTimeout) * time.Hour)
	if last := created.Add(maxSessionAge); unused.After(last) {
		return last
	}
	return unused
}

func (a *Service) grant(key store.SigningKey, account *music.Account, sessionID, refresh string, expires time.Time) (*Grant, error) {
	access, err := a.sign(key, accessAudience, sessionID, account, a.now().Add(AccessLifetime))
	if err != nil {
		return nil, fmt.Errorf("sign an access token: %w", err)
	}
	cookie, err := a.sign(key, cookieAudience, sessionID, account, expires)
	if err != nil {
		return nil, fmt.Errorf("sign a cookie: %w", err)
	}
	return &Grant{Account: account, Access: access, Refresh: refresh, Cookie: cookie, Expires: expires}, nil
}

// Refresh exchanges a refresh token for the next Grant. A replaced token still
// works for rotationGrace, with the same successor. An older token must have
// been stolen, so Refresh ends the session.
func (a *Service) Refresh(ctx context.Context, token string) (*Grant, error) {
	sessionID, n, err := a.parseRefresh(ctx, token)
	if err != nil {
		return nil, errBadRefresh.Because(err)
	}
	session, account, err := a.liveSession(ctx, sessionID)
	if err != nil {
		return nil, err
	}
	overdue, err := a.overdue(ctx, account)
	if err != nil {
		return nil, err
	}
	if overdue {
		if _, err := a.endSession(ctx, sessionID); err != nil {
			return nil, err
		}
		return nil, errBadRefresh
	}
	key, err := a.keys.signing(ctx, a.now())
	if err != nil {
		return nil, err
	}
	next := refreshToken(key, sessionID, n+1)
	expires := a.expiry(session.CreatedAt, a.now())
	swapped, err := a.store.RotateSession(ctx, sessionID, hashToken(token), hashToken(next), a.now(), expires)
	if err != nil {
		return nil, fmt.Errorf("rotate the session: %w", err)
	}
	if swapped {
		return a.grant(key, account, sessionID, next, expires)
	}
	return a.refreshReplaced(ctx, sessionID, token, n)
}

// refreshReplaced handles a token that is not the session's current one. n is
// its number.
func (a *Service) refreshReplaced(ctx context.Context, sessionID, token string, n int) (*Grant, error) {
	// Another tab may have rotated the session between the read and the swap.
	session, account, err := a.liveSession(ctx, sessionID)
	if err != nil {
		return nil, err
	}
	justReplaced := bytes.Equal(session.PreviousHash, hashToken(token)) && a.now().Sub(session.RotatedAt) <= rotationGrace
	if justReplaced {
		// A different key may have signed the successor if another server just
		// rotated the keys.
		for _, key := range a.keys.valid(a.now()) {
			if next := refreshToken(key, sessionID, n+1); bytes.Equal(session.RefreshHash, hashToken(next)) {
				return a.grant(key, account, session.ID, next, session.ExpiresAt)
			}
		}
	}
	if err := a.endStolen(ctx, session, account); err != nil {
		return nil, err
	}
	return nil, errBadRefresh
}

// endStolen ends a session whose replaced token was used, because somebody has
// a copy.
func (a *Service) endStolen(ctx context.Context, session *music.Session, account *music.Account) error {
	a.log.Warn("refresh token reused, session ended", "account", account.ID, "session", session.ID)
	if ended, err := a.endSession(ctx, session.ID); err != nil || ended == "" {
		return err // the session had already ended, and its owner was informed
	}
	if err := a.noteBy(ctx, "", people.TokenReused, account.ID, DeviceName(session.UserAgent).String()); err != nil {
		return fmt.Errorf("record stolen token: %w", err)
	}
	return a.tellOwner(ctx, account, mail.Message{Kind: mail.SessionsEnded})
}

// liveSession returns an active session with its enabled account.
func (a *Service) liveSession(ctx context.Context, id string) (*music.Session, *music.Account, error) {
	session, err := a.store.SessionByID(ctx, id)
	if music.CodeOf(err) == music.NotFound {
		return nil, nil, errBadRefresh.Because(err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("find the session: %w", err)
	}
	if !session.RevokedAt.IsZero() || !session.ExpiresAt.After(a.now()) {
		return nil, nil, errBadRefresh
	}
	account, err := a.store.AccountByID(ctx, session.AccountID)
	if music.CodeOf(err) == music.NotFound || err == nil && !account.DisabledAt.IsZero() {
		return nil, nil, errBadRefresh
	}
	if err != nil {
		return nil, nil, fmt.Errorf("find the account: %w", err)
	}
	return session, account, nil
}

// Logout ends the viewer's session, and the session of the refresh token if it
// is valid. It is idempotent.
func (a *Service) Logout(ctx context.Context, v music.Viewer, refresh string) error {
	ids := []string{v.SessionID}
	if id, _, err := a.parseRefresh(ctx, refresh); err == nil && id != v.SessionID {
		ids = append(ids, id)
	}
	for _, id := range ids {
		owner, err := a.endSession(ctx, id)
		if err == nil && owner != "" {
			err = a.note(ctx, people.SignedOut, owner, "")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// endSession ends a session and returns its account ID, or "" if it had already
// ended.
func (a *Service) endSession(ctx context.Context, id string) (owner string, err error) {
	owner, err = a.store.RevokeSession(ctx, id, a.now())
	if err != nil && music.CodeOf(err) != music.NotFound {
		return "", fmt.Errorf("end the session: %w", err)
	}
	a.forget(id)
	return owner, nil
}

// cut truncates a client's text to at most the given number of bytes, on a
// character boundary.
func cut(s string, bytes int) string {
	if len(s) > bytes {
		s = s[:bytes]
	}
	return strings.ToValidUTF8(s, "")
}
