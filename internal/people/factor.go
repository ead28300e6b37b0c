package people

import "time"

// Factors is what an account has besides its password.
type Factors struct {
	TOTP          bool // codes of an authenticator app
	Passkeys      int
	RecoveryCodes int // those not used yet
}

// Any reports whether a sign-in with the password alone is not enough.
func (f Factors) Any() bool { return f.TOTP || f.Passkeys > 0 }

// Passkey is a key pair of a device that signs its owner in.
type Passkey struct {
	ID           string
	AccountID    string
	CredentialID []byte // how the device calls it
	Credential   string // public key, counter and the rest, JSON
	Name         string
	CreatedAt    time.Time
	LastUsedAt   time.Time // zero: never
}
