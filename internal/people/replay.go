package people

import "time"

// Replay is a request that its client may send again: with the same key it gets
// the first response, and nothing is done twice.
type Replay struct {
	AccountID   string
	Key         string // chosen by the client
	Fingerprint []byte // SHA-256 of the request
	Answer      []byte // the sealed response; nil while the request runs
	ExpiresAt   time.Time
}
