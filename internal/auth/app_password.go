package auth

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	appPasswordPrefix = music.ProductSlug + "-"
	appPasswordGroups = 4
	appPasswordGroup  = 7 // letters, of 5 bits each: 140 bits in all
	maxAppPasswords   = 50
	maxAppName        = 100
)

// NewAppPassword is a request for an app password.
type NewAppPassword struct {
	Name     string
	Scope    music.Scope
	Password string // of the account
}

// MakeAppPassword creates an app password and returns it with its secret, which
// is not stored and cannot be shown again. It returns Invalid for a bad name or
// scope, and the errors of Confirm.
func (a *Service) MakeAppPassword(ctx context.Context, v music.Viewer, n NewAppPassword) (*people.AppPassword, string, error) {
	n.Name = cleanName(n.Name)
	f := music.FieldErrors{}
	if n.Name == "" {
		f.Add("name", "This field is required.")
	}
	if utf8.RuneCountInString(n.Name) > maxAppName {
		f.Add("name", "Ensure this field has no more than %d characters.", maxAppName)
	}
	if strings.ContainsFunc(n.Name, notPrintable) {
		f.Add("name", "Control characters are not allowed.")
	}
	if !slices.Contains(music.Scopes, n.Scope) {
		f.Add("scope", "Choose one of %s.", "stream, full")
	}
	if err := f.Err("name", "scope"); err != nil {
		return nil, "", err
	}
	account, err := a.Confirm(ctx, v, n.Password)
	if err != nil {
		return nil, "", err
	}
	secret := newAppSecret()
	p := &people.AppPassword{AccountID: account.ID, Hash: hashToken(plainAppSecret(secret)), Name: n.Name, Scope: n.Scope, CreatedAt: a.now()}
	if err := a.store.AddAppPassword(ctx, p, maxAppPasswords); err != nil {
		return nil, "", err
	}
	return p, secret, a.note(ctx, people.AppPasswordMade, account.ID, p.Name)
}

// newAppSecret returns a secret such as sonora-abcdefg-hijklmn-opqrstu-vwxyz23.
func newAppSecret() string {
	random := make([]byte, appPasswordGroups*appPasswordGroup) // more than enough
	rand.Read(random)                                          // never fails, see crypto/rand
	letters := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random))
	groups := make([]string, appPasswordGroups)
	for i := range groups {
		groups[i] = letters[i*appPasswordGroup : (i+1)*appPasswordGroup]
	}
	return appPasswordPrefix + strings.Join(groups, "-")
}

// plainAppSecret removes what people add to a secret when they copy it.
func plainAppSecret(secret string) string {
	return strings.ToLower(appSecretSeparators.Replace(secret))
}

var appSecretSeparators = strings.NewReplacer("-", "", " ", "")

// AppPasswords returns a person's app passwords, newest first.
func (a *Service) AppPasswords(ctx context.Context, v music.Viewer) ([]people.AppPassword, error) {
	list, err := a.store.AppPasswords(ctx, v.AccountID)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].LastUsedAt = a.lastUse(use{list[i].ID, true}, list[i].LastUsedAt)
	}
	return list, nil
}

// RemoveAppPassword revokes an app password of the viewer immediately. It
// returns NotFound if there is none with this ID.
func (a *Service) RemoveAppPassword(ctx context.Context, v music.Viewer, id string) error {
	p, err := a.store.DeleteAppPassword(ctx, v.AccountID, id)
	if err != nil {
		return err
	}
	a.forgetWhere(func(s seen) bool { return s.of == use{id, true} })
	return a.note(ctx, people.AppPasswordRemoved, v.AccountID, p.Name)
}

// maxAppSecret is the longest accepted secret, in bytes.
const maxAppSecret = 100

// Basic returns the viewer for an app password. It returns Unauthenticated for
// anything else, including the account's real password.
func (a *Service) Basic(ctx context.Context, email, secret string) (music.Viewer, error) {
	if len(secret) > maxAppSecret || len(email) > maxEmail {
		return music.Viewer{}, music.ErrUnauthenticated
	}
	email, hash := NormalizeEmail(email), hashToken(plainAppSecret(secret))
	known := "app " + string(hash) + email
	v, ok, round := a.recall(known)
	if ok {
		return v, nil
	}
	p, account, err := a.findAppPassword(ctx, hash)
	if music.CodeOf(err) == music.NotFound || err == nil && (account.Email != email || !account.DisabledAt.IsZero()) {
		return music.Viewer{}, music.ErrUnauthenticated
	}
	if err != nil {
		return music.Viewer{}, fmt.Errorf("read app password: %w", err)
	}
	v = music.Viewer{AccountID: account.ID, Role: account.Role, Scope: p.Scope}
	if v.IsAdmin() {
		v.Role = music.Creator // players do not get an operator's view of other people's uploads
	}
	a.remember(known, v, use{p.ID, true}, round)
	a.noteUse(ctx, use{p.ID, true})
	return v, nil
}

func (a *Service) findAppPassword(ctx context.Context, hash []byte) (*people.AppPassword, *music.Account, error) {
	p, err := a.store.AppPasswordByHash(ctx, hash)
	if err != nil {
		return nil, nil, err
	}
	account, err := a.store.AccountByID(ctx, p.AccountID)
	return p, account, err
}
