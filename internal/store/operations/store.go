// Package operations stores what the operator sees and sets: jobs, settings and
// figures. It also deletes expired data.
package operations

import (
	"sync"
	"time"

	"sonora/internal/store/analytics"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// Store is the operations part of the database. It is safe for concurrent use.
type Store struct {
	db        *kernel.DB
	analytics *analytics.Store
	catalogue *catalogue.Store

	tablesMu sync.Mutex
	tables   []TableFacts
	tablesAt time.Time
}

// New returns the operations of a database.
func New(db *kernel.DB) *Store {
	return &Store{db: db, analytics: analytics.New(db), catalogue: catalogue.New(db)}
}
