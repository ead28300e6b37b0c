package auth

import (
	"context"
	"crypto/md5" //nolint:gosec // Subsonic's tokens
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	// maxAPISecret is the longest accepted secret, in bytes.
	maxAPISecret = 100
	// maxSalt is the longest accepted salt of a token, in bytes.
	maxSalt = 1000
)

// RecogniseKey returns the viewer for the API key of a music app. Like
// RecognisePassword and RecogniseToken, it returns Unauthenticated for a wrong
// one, Forbidden for a key without the scope listen, and TooMany, with a time to
// wait, for a network that guesses.
func (a *Service) RecogniseKey(ctx context.Context, key string) (music.Viewer, error) {
	v, err := a.byKey(ctx, "", key)
	return a.listening(ctx, v, err)
}

// RecognisePassword returns the viewer for an email address and an API key, which
// a music app sends in place of a password. The account's own password is wrong.
func (a *Service) RecognisePassword(ctx context.Context, email, password string) (music.Viewer, error) {
	v, err := a.Basic(ctx, email, password)
	return a.listening(ctx, v, err)
}

// RecogniseToken returns the viewer for an email address and a token, the MD5 hash
// of an API key followed by a salt in hexadecimal digits.
func (a *Service) RecogniseToken(ctx context.Context, email, token, salt string) (music.Viewer, error) {
	v, err := a.byToken(ctx, email, token, salt)
	return a.listening(ctx, v, err)
}

// listening completes the recognition of a music app.
func (a *Service) listening(ctx context.Context, v music.Viewer, err error) (music.Viewer, error) {
	if err != nil {
		return music.Viewer{}, a.slowGuesses(ctx, err)
	}
	if !v.Scopes.Has(people.ScopeListen) {
		return music.Viewer{}, music.ErrForbidden
	}
	return v, nil
}

// Basic returns the viewer for an email address and an API key. It returns
// Unauthenticated for anything else, including the account's password.
func (a *Service) Basic(ctx context.Context, email, secret string) (music.Viewer, error) {
	if email = NormalizeEmail(email); email == "" || len(email) > maxEmail {
		return music.Viewer{}, music.ErrUnauthenticated
	}
	return a.byKey(ctx, email, secret)
}

// byKey returns the viewer for an API key of the account with an address, or of
// any account for "".
func (a *Service) byKey(ctx context.Context, email, secret string) (music.Viewer, error) {
	if len(secret) > maxAPISecret {
		return music.Viewer{}, music.ErrUnauthenticated
	}
	hash := hashToken(plainAPISecret(secret))
	known := "key " + string(hash) + email
	v, ok, round := a.recall(known)
	if ok {
		return v, nil
	}
	k, account, err := a.findAPIKey(ctx, hash)
	if music.CodeOf(err) == music.NotFound || err == nil && (email != "" && account.Email != email || !a.accepts(k, account)) {
		return music.Viewer{}, music.ErrUnauthenticated
	}
	if err != nil {
		return music.Viewer{}, fmt.Errorf("read API key: %w", err)
	}
	v = viewerOfKey(k, account)
	a.remember(known, seen{v, use{k.ID, true}, a.trustedUntil(k.ExpiresAt)}, round)
	a.noteUse(ctx, use{k.ID, true})
	return v, nil
}

func (a *Service) findAPIKey(ctx context.Context, hash []byte) (*people.APIKey, *music.Account, error) {
	k, err := a.store.APIKeyByHash(ctx, hash)
	if err != nil {
		return nil, nil, err
	}
	account, err := a.store.AccountByID(ctx, k.AccountID)
	return k, account, err
}

// accepts reports whether a key still works.
func (a *Service) accepts(k *people.APIKey, account *music.Account) bool {
	return account.DisabledAt.IsZero() && !k.Expired(a.now())
}

func viewerOfKey(k *people.APIKey, account *music.Account) music.Viewer {
	v := music.Viewer{AccountID: account.ID, Device: k.ID, Role: account.Role, Scopes: k.Scopes}
	if v.IsAdmin() && !k.Scopes.Has(people.ScopeAdmin) {
		v.Role = music.Creator // players do not get an operator's view of other people's uploads
	}
	return v
}

// ring holds the API keys of the account with some address for a moment, so that
// their tokens can be checked. It is empty for an unknown address.
type ring struct {
	keys  []openKey
	until time.Time
}

// openKey is an API key with its secret.
type openKey struct {
	seen
	secret string
}

// byToken returns the viewer for a token of the account with an address.
func (a *Service) byToken(ctx context.Context, email, token, salt string) (music.Viewer, error) {
	if email = NormalizeEmail(email); email == "" || len(email) > maxEmail || len(token) != 2*md5.Size || len(salt) > maxSalt {
		return music.Viewer{}, music.ErrUnauthenticated
	}
	keys, err := a.ringOf(ctx, email)
	if err != nil {
		return music.Viewer{}, fmt.Errorf("read API keys: %w", err)
	}
	token, now := strings.ToLower(token), a.now()
	for _, k := range keys {
		want := md5.Sum([]byte(k.secret + salt)) //nolint:gosec // Subsonic's tokens
		if subtle.ConstantTimeCompare([]byte(token), []byte(hex.EncodeToString(want[:]))) == 1 && now.Before(k.until) {
			a.noteUse(ctx, k.of)
			return k.viewer, nil
		}
	}
	return music.Viewer{}, music.ErrUnauthenticated
}

// ringOf returns the keys of the account with an address.
func (a *Service) ringOf(ctx context.Context, email string) ([]openKey, error) {
	keys, ok, round := a.recallRing(email)
	if ok {
		return keys, nil
	}
	account, err := a.store.AccountByEmail(ctx, email)
	if err != nil && music.CodeOf(err) != music.NotFound {
		return nil, err
	}
	if err == nil {
		list, err := a.store.APIKeys(ctx, account.ID)
		if err != nil {
			return nil, err
		}
		keys = a.openKeys(list, account)
	}
	a.rememberRing(email, keys, round)
	return keys, nil
}

// openKeys decrypts the keys of an account that work.
func (a *Service) openKeys(list []people.APIKey, account *music.Account) []openKey {
	var open []openKey
	for i := range list {
		k := &list[i]
		if k.Sealed == nil || !a.accepts(k, account) {
			continue
		}
		secret, err := a.box.Open(k.Sealed)
		if err != nil {
			a.log.Warn("open an API key failed", "key", k.ID, "error", err)
			continue
		}
		open = append(open, openKey{seen{viewerOfKey(k, account), use{k.ID, true}, a.trustedUntil(k.ExpiresAt)}, string(secret)})
	}
	return open
}
