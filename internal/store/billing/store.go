// Package billing stores plans, who has them and why, and the codes and payments that
// lead to one.
package billing

import "sonora/internal/store/kernel"

// Store is the billing part of the database. It is safe for concurrent use.
type Store struct{ db *kernel.DB }

// New returns the billing of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
