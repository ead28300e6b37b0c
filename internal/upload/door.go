package upload

import (
	"context"
	"math"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/premium"
)

// Plans say what people's plans include. Package quota implements it.
type Plans interface {
	// Within returns Forbidden if the viewer's plan does not allow as much as is used
	// and wanted together.
	Within(ctx context.Context, v music.Viewer, e premium.Entitlement, used, wanted int64) error
}

// overrun is how much longer than allowed a recording may be, because it ends when the
// person or the browser stops it.
const overrun = time.Minute

// admitRecording lets a viewer keep a recording of the DJ desk that is as long as their plan allows.
// A longer one stays where it is, so that they can keep a part of it.
func (s *Service) admitRecording(ctx context.Context, v music.Viewer, u *intake.Upload) error {
	if !u.IsRecording {
		return nil
	}
	minutes := math.Ceil((u.Audio.Duration - overrun).Minutes())
	return s.plans.Within(ctx, v, premium.RecordingLength, 0, int64(max(minutes, 0)))
}
