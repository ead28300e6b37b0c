package people

import "time"

// Ticket is a secret that works once: a link in a mail, or a ceremony that
// spans two requests.
type Ticket struct {
	Hash      []byte // SHA-256 of the secret; the secret itself is not stored
	Purpose   string // the only use of the ticket
	AccountID string // "" if no account is concerned
	Data      string
	CreatedAt time.Time
	ExpiresAt time.Time
}
