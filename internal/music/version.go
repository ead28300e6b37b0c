package music

import (
	"context"
	"slices"
)

type versionsKey struct{}

// ErrChanged is returned for a change that its client made up from an older
// version of the thing.
var ErrChanged = NewError(Changed, "This was changed in the meantime. Load it again, and repeat your change.")

// WithVersions returns a context for a change that applies only to these versions
// of a thing.
func WithVersions(ctx context.Context, versions []int64) context.Context {
	return context.WithValue(ctx, versionsKey{}, versions)
}

// CheckVersion returns ErrChanged if a change does not apply to a version. The
// store calls it with the thing locked.
func CheckVersion(ctx context.Context, version int64) error {
	if wanted, ok := ctx.Value(versionsKey{}).([]int64); ok && !slices.Contains(wanted, version) {
		return ErrChanged
	}
	return nil
}
