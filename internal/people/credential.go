// Package people is the domain of accounts besides music.Account: credentials,
// second factors, invitations, the audit log, profiles, mail and follows.
package people

import (
	"time"

	"sonora/internal/music"
)

// AppPassword signs in a player that does not support the normal sign-in.
type AppPassword struct {
	ID          string
	AccountID   string
	Hash        []byte // SHA-256 of the secret
	Name        string
	Scope       music.Scope
	CreatedAt   time.Time
	LastUsedAt  time.Time // zero for never
	LastAddress string
}

// Use is when and from where a credential was used.
type Use struct {
	At      time.Time
	Address string
}

// Device describes where a person signs in from, as far as the connection
// tells.
type Device struct{ UserAgent, Address string }
