package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"sonora/internal/music"
	"sonora/internal/people"
)

// maxPasskeys is the maximum number of passkeys of an account.
const maxPasskeys = 20

var errNoPasskeys = music.NewError(music.Unavailable, "Passkeys do not work at the address of this server. They need https and a name.")

// PasskeyDomain returns the domain that this server's passkeys are bound to. It
// returns "" if passkeys are not possible: browsers require a host name, and
// https except on localhost.
func (a *Service) PasskeyDomain() string {
	id, _ := relyingParty(a.publicURL)
	return id
}

func relyingParty(u *url.URL) (id, origin string) {
	host := strings.ToLower(u.Hostname())
	here := host == "localhost" || strings.HasSuffix(host, ".localhost")
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		host, here = "localhost", true
	}
	if !here && u.Scheme != "https" || protocol.ValidateRPID(host) != nil {
		return "", ""
	}
	origin = u.Scheme + "://" + host
	if port := u.Port(); port != "" {
		origin += ":" + port
	}
	return host, origin
}

// webAuthn returns a verifier of passkeys. It is created each time because the
// name of the site may change.
func (a *Service) webAuthn() (*webauthn.WebAuthn, error) {
	id, origin := relyingParty(a.publicURL)
	if id == "" {
		return nil, errNoPasskeys
	}
	name := a.settings.Get().SiteName
	if name == "" {
		name = music.ProductName
	}
	w, err := webauthn.New(&webauthn.Config{
		RPID: id, RPOrigins: []string{origin}, RPDisplayName: name,
		// Some password managers return outputs that were not requested.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("set up passkeys: %w", err)
	}
	return w, nil
}

// keyOwner is an account with its passkeys. It implements webauthn.User.
type keyOwner struct {
	account     *music.Account
	passkeys    []people.Passkey
	credentials []webauthn.Credential
}

func (o *keyOwner) WebAuthnID() []byte                         { return []byte(o.account.ID) }
func (o *keyOwner) WebAuthnName() string                       { return o.account.Email }
func (o *keyOwner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

func (o *keyOwner) WebAuthnDisplayName() string {
	if name := o.account.FullName(); name != "" {
		return name
	}
	return o.account.Email
}

func (a *Service) keyOwner(ctx context.Context, account *music.Account) (*keyOwner, error) {
	passkeys, err := a.store.Passkeys(ctx, account.ID)
	if err != nil {
		return nil, fmt.Errorf("read passkeys: %w", err)
	}
	o := &keyOwner{account: account, passkeys: passkeys, credentials: make([]webauthn.Credential, len(passkeys))}
	for i, p := range passkeys {
		if err := json.Unmarshal([]byte(p.Credential), &o.credentials[i]); err != nil {
			return nil, fmt.Errorf("read passkey %s: %w", p.ID, err)
		}
	}
	return o, nil
}

// RenamePasskey renames one of the viewer's passkeys.
func (a *Service) RenamePasskey(ctx context.Context, v music.Viewer, id, name string) (*people.Passkey, error) {
	name, err := passkeyName(name)
	if err != nil {
		return nil, err
	}
	if err := a.store.RenamePasskey(ctx, v.AccountID, id, name); err != nil {
		return nil, err
	}
	return a.store.Passkey(ctx, v.AccountID, id)
}

func passkeyName(name string) (string, error) {
	name = cleanName(name)
	f := music.FieldErrors{}
	f.CheckLine("name", name, maxName)
	if name == "" {
		f.Add("name", "This field is required.")
	}
	return name, f.Err()
}

// RemovePasskey removes one of the viewer's passkeys and ends their other
// sessions. It returns Conflict if a second factor is required and this is the
// last.
func (a *Service) RemovePasskey(ctx context.Context, v music.Viewer, id, password string) error {
	account, err := a.Confirm(ctx, v, password)
	if err != nil {
		return err
	}
	passkey, err := a.store.Passkey(ctx, account.ID, id)
	if err != nil {
		return err
	}
	if err := a.store.DeletePasskey(ctx, account.ID, id, a.settings.Get().EnableTwoFactor); err != nil {
		return err
	}
	return a.factorChanged(ctx, account, v.SessionID, people.PasskeyRemoved, passkey.Name)
}
