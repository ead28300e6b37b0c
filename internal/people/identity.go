package people

import "time"

// Identity is what an identity provider calls an account.
type Identity struct {
	Provider   string
	Subject    string // never given to anybody else by the provider
	AccountID  string
	Email      string // as the provider last said
	CreatedAt  time.Time
	LastUsedAt time.Time
}
