package listen

import "sync/atomic"

// Right is a permission to hear a station, shared by all listeners who have the
// same one. It can be revoked while they listen.
type Right struct{ revoked atomic.Bool }

// Revoke disconnects everybody who listens with this right, at their next
// chunk.
func (r *Right) Revoke() { r.revoked.Store(true) }

func (r *Right) isRevoked() bool { return r != nil && r.revoked.Load() }
