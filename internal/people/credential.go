// Package people is the domain of accounts beside music.Account: credentials,
// second factors, invitations, the audit log, profiles, mail and follows.
package people

import (
	"time"

	"sonora/internal/music"
)

// AppPassword lets a player in that cannot do the rest of a sign-in.
type AppPassword struct {
	ID          string
	AccountID   string
	Hash        []byte // SHA-256 of the secret
	Name        string
	Scope       music.Scope
	CreatedAt   time.Time
	LastUsedAt  time.Time // zero: never
	LastAddress string
}

// Use is when and from where something was used.
type Use struct {
	At      time.Time
	Address string
}

// Device is where a person signs in from, as the connection tells.
type Device struct{ UserAgent, Address string }
