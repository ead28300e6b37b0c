package listen

import "sync/atomic"

// Right is what lets people hear a station, for all who have the same one. It
// can be taken back while they listen.
type Right struct{ revoked atomic.Bool }

// Revoke ends everybody who listens by this right, at their next chunk.
func (r *Right) Revoke() { r.revoked.Store(true) }

func (r *Right) isRevoked() bool { return r != nil && r.revoked.Load() }
