package people

import "time"

// Ticket is a secret that works once: a link in a mail, or a ceremony that
// begins in one request and ends in the next.
type Ticket struct {
	Hash      []byte // SHA-256 of the secret; the secret itself is not kept
	Purpose   string // what it is good for, and nothing else
	AccountID string // "" when it is for nobody's account
	Data      string
	CreatedAt time.Time
	ExpiresAt time.Time
}
