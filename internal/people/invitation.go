package people

import (
	"time"

	"sonora/internal/music"
)

// Invitation lets people register while registration requires one, or one person take
// over the account that waits for them. Its link contains a secret and is shown once.
type Invitation struct {
	ID        string
	Hash      []byte     // SHA-256 of the secret
	Note      string     // for whom, in the operator's words
	Role      music.Role // of the accounts made with it
	UsesLeft  int
	CreatedAt time.Time
	ExpiresAt time.Time

	Email, FirstName string // of the account that waits; "" if the invitation makes one
}

// Admission says who may register. The first person on a server always may.
type Admission struct {
	Open       bool   // everyone may
	Invitation []byte // hash of an invitation's secret; nil for none
}

// IsWaiting reports whether an account was made for a person who has not accepted the
// invitation to it yet. Nobody can sign in to it.
func IsWaiting(a *music.Account) bool {
	return a.PasswordHash == "" && a.AuthProvider == "" && a.VerifiedAt.IsZero()
}
