// Package accounts stores accounts and everything that lets a person in:
// sessions, factors, passkeys, identities, invitations, app passwords, keys,
// secrets, the outbox and the audit log.
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
