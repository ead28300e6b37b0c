// Package accounts stores accounts and everything with which people sign in:
// sessions, factors, passkeys, identities, invitations, API keys, keys and
// secrets, and also the outbox and the audit log.
package accounts

import (
	"sonora/internal/store/kernel"
)

// Store is the accounts part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the accounts of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
