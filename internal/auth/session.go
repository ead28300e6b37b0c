package auth

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
)

// Credentials are what a person enters to sign in.
type Credentials struct{ Email, Password string }

// Grant is what proves a session from now on.
type Grant struct {
	Account *music.Account
	Access  string    // for the Authorization header
	Refresh string    // to be traded for the next Grant
	Cookie  string    // for media and for people who keep no tokens
	Expires time.Time // of Refresh and Cookie
}

var (
	errBadCredentials = music.NewError(music.Unauthenticated, "Invalid credentials")
	errBadRefresh     = music.NewError(music.Unauthenticated, "Token is invalid or expired")
)

// Login opens a session. Returns Invalid for what cannot be an address or a
// password, Unauthenticated for an unknown account and
// for a wrong password, in the same time and words; TooMany after too many
// failures of that account from that address.
func (a *Service) Login(ctx context.Context, c Credentials) (*Grant, error) {
	email := NormalizeEmail(c.Email)
	if err := checkCredentials(email, c.Password); err != nil {
		return nil, err
	}
	attempt := email + " " + deviceOf(ctx).Address
	if err := a.checkLockOut(ctx, attempt); err != nil {
		return nil, err
	}
	account, err := a.authenticate(ctx, email, c.Password)
	if music.CodeOf(err) == music.Unauthenticated {
		if noted := a.failedLogin(ctx, attempt, account, email); noted != nil {
			return nil, noted
		}
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	if err := a.store.ClearFailedLogins(ctx, attempt); err != nil {
		return nil, fmt.Errorf("clear failed logins: %w", err)
	}
	return a.admit(ctx, account, byPassword)
}

// failedLogin counts a failure and notes it; the account has no ID when there is none.
func (a *Service) failedLogin(ctx context.Context, attempt string, account *music.Account, email string) error {
	count, err := a.store.FailedLogin(ctx, attempt, a.now())
	if err != nil {
		return fmt.Errorf("note a failed login: %w", err)
	}
	kind := music.SignInFailed
	if count == a.settings.Get().MaxLoginAttempts {
		kind = music.SignInLocked
	}
	if err := a.noteBy(ctx, "", kind, account.ID, email); err != nil {
		return fmt.Errorf("note a failed login: %w", err)
	}
	return nil
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

func (a *Service) checkLockOut(ctx context.Context, attempt string) error {
	failures, last, err := a.store.FailedLogins(ctx, attempt, a.now().Add(-lockOut))
	if err != nil {
		return fmt.Errorf("count failed logins: %w", err)
	}
	if failures < a.settings.Get().MaxLoginAttempts {
		return nil
	}
	locked := music.NewError(music.TooMany, "Too many failed attempts. Try again in 15 minutes.")
	locked.RetryAfter = last.Add(lockOut).Sub(a.now())
	return locked
}

// authenticate returns the account, also beside an error about it.
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
		ExpiresAt: now.Add(a.sessionLifetime()), UserAgent: cut(d.UserAgent, 300), Address: d.Address,
	}
	keyID, secret := a.keys.signing()
	refresh := refreshToken(keyID, secret, session.ID, 1)
	session.RefreshHash = hashToken(refresh)
	if err := a.store.CreateSession(ctx, session); err != nil {
		return nil, fmt.Errorf("open a session: %w", err)
	}
	if err := a.store.SetLastLogin(ctx, account.ID, now); err != nil {
		return nil, fmt.Errorf("note the login: %w", err)
	}
	return a.grant(account, session.ID, refresh, session.ExpiresAt)
}

func (a *Service) sessionLifetime() time.Duration {
	return time.Duration(a.settings.Get().SessionTimeout) * time.Hour
}

func (a *Service) grant(account *music.Account, sessionID, refresh string, expires time.Time) (*Grant, error) {
	access, err := a.sign(accessAudience, sessionID, account, a.now().Add(AccessLifetime))
	if err != nil {
		return nil, fmt.Errorf("sign an access token: %w", err)
	}
	cookie, err := a.sign(cookieAudience, sessionID, account, expires)
	if err != nil {
		return nil, fmt.Errorf("sign a cookie: %w", err)
	}
	return &Grant{Account: account, Access: access, Refresh: refresh, Cookie: cookie, Expires: expires}, nil
}

// Refresh trades a refresh token for the next Grant. The token it replaces
// still answers for a short grace, with the same successor. A token older
// than that was stolen from somebody: the session ends.
func (a *Service) Refresh(ctx context.Context, token string) (*Grant, error) {
	sessionID, n, err := a.parseRefresh(ctx, token)
	if err != nil {
		return nil, errBadRefresh.Because(err)
	}
	_, account, err := a.liveSession(ctx, sessionID)
	if err != nil {
		return nil, err
	}
	keyID, secret := a.keys.signing()
	next := refreshToken(keyID, secret, sessionID, n+1)
	expires := a.now().Add(a.sessionLifetime())
	swapped, err := a.store.RotateSession(ctx, sessionID, hashToken(token), hashToken(next), a.now(), expires)
	if err != nil {
		return nil, fmt.Errorf("rotate the session: %w", err)
	}
	if swapped {
		return a.grant(account, sessionID, next, expires)
	}
	return a.refreshReplaced(ctx, sessionID, token, next)
}

// refreshReplaced answers a token that is not the present one.
func (a *Service) refreshReplaced(ctx context.Context, sessionID, token, next string) (*Grant, error) {
	// Read again: another tab may have rotated between our read and our swap.
	session, account, err := a.liveSession(ctx, sessionID)
	if err != nil {
		return nil, err
	}
	justReplaced := bytes.Equal(session.PreviousHash, hashToken(token)) && bytes.Equal(session.RefreshHash, hashToken(next))
	if justReplaced && a.now().Sub(session.RotatedAt) <= rotationGrace {
		return a.grant(account, session.ID, next, session.ExpiresAt)
	}
	a.log.Warn("a used refresh token came back; its session ends", "account", account.ID, "session", session.ID)
	if err := a.endSession(ctx, session.ID); err != nil {
		return nil, err
	}
	return nil, errBadRefresh
}

// liveSession returns a session that has not ended, with its account.
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

// Logout ends the viewer's session and the one the refresh token belongs to,
// when it is one of ours. It is idempotent.
func (a *Service) Logout(ctx context.Context, v music.Viewer, refresh string) error {
	if v.SessionID != "" {
		if err := a.endSession(ctx, v.SessionID); err != nil {
			return err
		}
	}
	if id, _, err := a.parseRefresh(ctx, refresh); err == nil && id != v.SessionID {
		return a.endSession(ctx, id)
	}
	return nil
}

func (a *Service) endSession(ctx context.Context, id string) error {
	if err := a.store.RevokeSession(ctx, id, a.now()); err != nil && music.CodeOf(err) != music.NotFound {
		return fmt.Errorf("end the session: %w", err)
	}
	a.forget(id)
	return nil
}

// cut bounds a text a client sent, on a character's boundary.
func cut(s string, bytes int) string {
	if len(s) > bytes {
		s = s[:bytes]
	}
	return strings.ToValidUTF8(s, "")
}
