package people

import "time"

// Identity is an account at an identity provider.
type Identity struct {
	Provider   string
	Subject    string // the provider never reuses it
	AccountID  string
	Email      string // last reported by the provider
	CreatedAt  time.Time
	LastUsedAt time.Time
}
