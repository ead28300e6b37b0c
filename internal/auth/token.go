package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"sonora/internal/music"
	"sonora/internal/store"
)

// Audiences prevent one kind of token from being used as another.
const (
	issuer         = music.ProductSlug
	accessAudience = "access"
	cookieAudience = "cookie"
)

// claims are the claims (RFC 7519) of an access token or session cookie.
type claims struct {
	jwt.RegisteredClaims
	SessionID string     `json:"sid"`
	Role      music.Role `json:"role"`
	Email     string     `json:"email,omitempty"`
	FirstName string     `json:"first_name,omitempty"`
}

// sign creates a token for the session.
func (a *Service) sign(key store.SigningKey, audience string, sessionID string, account *music.Account, expires time.Time) (string, error) {
	c := claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: account.ID,
			IssuedAt: jwt.NewNumericDate(a.now()), ExpiresAt: jwt.NewNumericDate(expires),
		},
		SessionID: sessionID, Role: account.Role,
	}
	if audience == accessAudience { // the web app reads these
		c.Email, c.FirstName = account.Email, account.FirstName
	}
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, c)
	token.Header["kid"] = key.ID
	return token.SignedString(key.Secret)
}

// verify returns the claims of a token signed by this server for the audience.
// The caller must not change them.
func (a *Service) verify(ctx context.Context, audience, token string) (*claims, error) {
	if known, ok := a.verified.get(audience, token, a.now()); ok {
		if _, err := a.keys.secret(ctx, known.keyID, a.now()); err == nil {
			return known.claims, nil
		}
	}
	parser := jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(issuer),
		jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(a.now))
	var c claims
	var keyID string
	_, err := parser.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		id, ok := t.Header["kid"].(string)
		if !ok {
			return nil, errUnknownKey
		}
		keyID = id
		return a.keys.secret(ctx, id, a.now())
	})
	if err != nil {
		return nil, fmt.Errorf("verify %s token: %w", audience, err)
	}
	a.verified.add(audience, token, verifiedToken{claims: &c, keyID: keyID})
	return &c, nil
}

// maxVerified is the maximum number of tokens in verifiedTokens.
const maxVerified = 1000

// verifiedTokens keeps the claims of tokens whose signature was correct, because
// decoding and verifying a token takes an eighth of the time of a small request.
// The key of a token may have been retired and its session may have ended since
// then.
type verifiedTokens struct {
	mu sync.RWMutex
	by map[string]verifiedToken // audience + " " + token
}

type verifiedToken struct {
	claims *claims
	keyID  string
}

// get returns the claims of a token that has not expired.
func (v *verifiedTokens) get(audience, token string, now time.Time) (verifiedToken, bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	found, ok := v.by[audience+" "+token]
	return found, ok && now.Before(found.claims.ExpiresAt.Time)
}

// add keeps a token. It forgets all others if there are too many.
func (v *verifiedTokens) add(audience, token string, found verifiedToken) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.by == nil || len(v.by) >= maxVerified {
		v.by = map[string]verifiedToken{}
	}
	v.by[audience+" "+token] = found
}

var errNotRefresh = errors.New("not a refresh token of this server")

// refreshToken returns the n-th refresh token of a session. It is derived, not
// stored, so that two tabs that exchange the same token at once get the same
// successor. The store keeps the hash of the current one.
func refreshToken(key store.SigningKey, sessionID string, n int) string {
	payload := key.ID + "." + sessionID + "." + strconv.Itoa(n)
	mac := hmac.New(sha256.New, key.Secret)
	mac.Write([]byte("refresh." + payload))
	return payload + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// parseRefresh splits and verifies a refresh token. A valid one is a current or
// past token of that session, because only this server can create it.
func (a *Service) parseRefresh(ctx context.Context, token string) (sessionID string, n int, err error) {
	parts := strings.Split(token, ".")
	if len(token) > 200 || len(parts) != 4 {
		return "", 0, errNotRefresh
	}
	if n, err = strconv.Atoi(parts[2]); err != nil {
		return "", 0, errNotRefresh
	}
	secret, err := a.keys.secret(ctx, parts[0], a.now())
	if err != nil {
		return "", 0, err
	}
	if !hmac.Equal([]byte(token), []byte(refreshToken(store.SigningKey{ID: parts[0], Secret: secret}, parts[1], n))) {
		return "", 0, errNotRefresh
	}
	return parts[1], n, nil
}

func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
