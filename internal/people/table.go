package people

import (
	"time"

	"sonora/internal/music"
)

// TableSort is an order of the operator's table of people: a column, or a minus and
// a column for the other direction.
type TableSort string

// Orders of the table; "" is oldest first. People with equal values are in the order
// in which they joined.
const (
	TableByCreated  TableSort = "created"
	TableByName     TableSort = "name" // people without one by their address
	TableByEmail    TableSort = "email"
	TableByRole     TableSort = "role" // listeners first
	TableByProvider TableSort = "provider"
	TableByVerified TableSort = "verified"
	TableByStorage  TableSort = "storage"
	TableByActive   TableSort = "active" // when they were last here
	TableByStatus   TableSort = "status" // those that will be deleted first, then disabled ones
)

// Status is whether a person may sign in.
type Status string

// The states of accounts.
const (
	Active   Status = "active"
	Disabled Status = "disabled"
	Leaving  Status = "leaving" // the account will be deleted
)

// Table selects and orders what operators see of the people. The zero value selects
// all of them, oldest first.
type Table struct {
	Words      []string // of the name or the address
	Role       music.Role
	Status     Status
	IsVerified *bool
	Sort       TableSort
}

// Member is an account with what operators see beside it.
type Member struct {
	music.Account

	Storage      int64     // bytes of uploads and automixes
	LastActiveAt time.Time // zero for never
}

// Usage is what a person has on the server and did with it lately.
type Usage struct {
	Tracks, Playlists, Stations, Mixes, Automixes int
	Plays                                         int           // that count
	Listened                                      time.Duration // to tracks
	Compositions                                  int           // that were asked for
}
