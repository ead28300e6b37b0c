// Package ifmatch makes a change apply only to the version of a thing that its
// client knows (If-Match, RFC 9110 section 13.1.1).
package ifmatch

import (
	"context"
	"slices"

	"sonora/internal/music"
)

type versionsKey struct{}

// ErrChanged is returned for a change that its client made up from an older
// version of the thing.
var ErrChanged = music.NewError(music.Changed, "This was changed in the meantime. Load it again, and repeat your change.")

// ErrNoVersion is returned for a change that requires a version of a thing without
// versions: none can match.
var ErrNoVersion = music.NewError(music.Changed, "This has no version that If-Match could name. Repeat the request without that header.")

// With returns a context for a change that applies only to these versions
// of a thing.
func With(ctx context.Context, versions []int64) context.Context {
	return context.WithValue(ctx, versionsKey{}, versions)
}

// Check returns ErrChanged if a change does not apply to a version. The
// store calls it with the thing locked.
func Check(ctx context.Context, version int64) error {
	if wanted, ok := ctx.Value(versionsKey{}).([]int64); ok && !slices.Contains(wanted, version) {
		return ErrChanged
	}
	return nil
}
