package auth

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	apiKeyPrefix  = music.ProductSlug + "-"
	apiKeyGroups  = 4
	apiKeyGroup   = 7 // letters, of 5 bits each: 140 bits in all
	maxAPIKeys    = 25
	maxAPIKeyName = 100
)

// NewAPIKey is a request for an API key.
type NewAPIKey struct {
	Name      string
	Scopes    []music.Scope
	ExpiresAt time.Time // zero for never
	Password  string    // of the account
}

// MakeAPIKey creates an API key and returns it with its secret, which cannot be
// shown again. It returns Invalid for a bad name, bad scopes or a time that has
// passed, and the errors of Confirm.
func (a *Service) MakeAPIKey(ctx context.Context, v music.Viewer, n NewAPIKey) (*people.APIKey, string, error) {
	n.Name = cleanName(n.Name)
	if err := a.checkAPIKey(v, &n); err != nil {
		return nil, "", err
	}
	account, err := a.Confirm(ctx, v, n.Password)
	if err != nil {
		return nil, "", err
	}
	secret := newAPISecret()
	k := &people.APIKey{
		AccountID: account.ID, Hash: hashToken(plainAPISecret(secret)), Sealed: a.box.Close([]byte(secret)), Name: n.Name,
		Scopes: people.ScopesOf(n.Scopes), CreatedAt: a.now(), ExpiresAt: n.ExpiresAt,
	}
	if err := a.store.AddAPIKey(ctx, k, maxAPIKeys); err != nil {
		return nil, "", err
	}
	a.forgetRings()
	return k, secret, a.note(ctx, people.APIKeyMade, account.ID, k.Name)
}

func (a *Service) checkAPIKey(v music.Viewer, n *NewAPIKey) error {
	f := music.FieldErrors{}
	if n.Name == "" {
		f.Add("name", "This field is required.")
	}
	if utf8.RuneCountInString(n.Name) > maxAPIKeyName {
		f.Add("name", "Ensure this field has no more than %d characters.", maxAPIKeyName)
	}
	if strings.ContainsFunc(n.Name, notPrintable) {
		f.Add("name", "Control characters are not allowed.")
	}
	checkScopes(f, v, n.Scopes)
	if !n.ExpiresAt.IsZero() && !n.ExpiresAt.After(a.now()) {
		f.Add("expiresAt", "Choose a time in the future.")
	}
	return f.Err("name", "scopes", "expiresAt")
}

func checkScopes(f music.FieldErrors, v music.Viewer, scopes []music.Scope) {
	has := func(scope music.Scope) bool { return slices.Contains(scopes, scope) }
	switch {
	case len(scopes) == 0:
		f.Add("scopes", "This field is required.")
	case slices.ContainsFunc(scopes, func(s music.Scope) bool { return !slices.Contains(people.AllScopes, s) }):
		f.Add("scopes", "Choose from %s.", "listen, read, write, admin")
	case has(people.ScopeAdmin) && !v.IsAdmin():
		f.Add("scopes", "Only operators can use the scope admin.")
	case has(people.ScopeAdmin) && !has(people.ScopeRead) && !has(people.ScopeWrite):
		f.Add("scopes", "The scope admin needs read or write.")
	}
}

// newAPISecret returns a secret such as sonora-abcdefg-hijklmn-opqrstu-vwxyz23.
func newAPISecret() string {
	random := make([]byte, apiKeyGroups*apiKeyGroup) // more than enough
	rand.Read(random)                                // never fails, see crypto/rand
	letters := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random))
	groups := make([]string, apiKeyGroups)
	for i := range groups {
		groups[i] = letters[i*apiKeyGroup : (i+1)*apiKeyGroup]
	}
	return apiKeyPrefix + strings.Join(groups, "-")
}

// plainAPISecret removes what people add to a secret when they copy it.
func plainAPISecret(secret string) string {
	return strings.ToLower(apiSecretSeparators.Replace(secret))
}

var apiSecretSeparators = strings.NewReplacer("-", "", " ", "")

// isAPISecret reports whether a text looks like a secret, as opposed to an access
// token.
func isAPISecret(text string) bool {
	return len(text) >= len(apiKeyPrefix) && strings.EqualFold(text[:len(music.ProductSlug)], music.ProductSlug)
}

// APIKeys returns a person's API keys, newest first.
func (a *Service) APIKeys(ctx context.Context, v music.Viewer) ([]people.APIKey, error) {
	list, err := a.store.APIKeys(ctx, v.AccountID)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].LastUsedAt = a.lastUse(use{list[i].ID, true}, list[i].LastUsedAt)
	}
	return list, nil
}

// APIKeysOf returns the API keys of an account for an operator. It returns NotFound
// if there is no such account.
func (a *Service) APIKeysOf(ctx context.Context, accountID string) ([]people.APIKey, error) {
	if _, err := a.store.AccountByID(ctx, accountID); err != nil {
		return nil, err
	}
	return a.APIKeys(ctx, music.Viewer{AccountID: accountID})
}

// RevokeAPIKey ends an API key of the viewer immediately. It returns NotFound if
// there is none with this ID.
func (a *Service) RevokeAPIKey(ctx context.Context, v music.Viewer, id string) error {
	return a.RevokeAPIKeyOf(ctx, v.AccountID, v.AccountID, id)
}

// RevokeAPIKeyOf is RevokeAPIKey on behalf of actor, an operator or the owner.
func (a *Service) RevokeAPIKeyOf(ctx context.Context, actor, accountID, id string) error {
	k, err := a.store.DeleteAPIKey(ctx, accountID, id)
	if err != nil {
		return err
	}
	a.forgetWhere(func(s seen) bool { return s.of == use{id, true} })
	return a.noteBy(ctx, actor, people.APIKeyRevoked, accountID, k.Name)
}
