package people

import "time"

// Factors are the second factors of an account.
type Factors struct {
	TOTP          bool // codes of an authenticator app
	Passkeys      int
	RecoveryCodes int // unused ones
}

// Any reports whether signing in requires more than the password.
func (f Factors) Any() bool { return f.TOTP || f.Passkeys > 0 }

// Passkey is a WebAuthn credential that signs its owner in.
type Passkey struct {
	ID           string
	AccountID    string
	CredentialID []byte // ID given by the authenticator
	Credential   string // public key, counter and so on, as JSON
	Name         string
	CreatedAt    time.Time
	LastUsedAt   time.Time // zero for never
}
