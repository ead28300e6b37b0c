package radio

import (
	"cmp"
	"context"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/station"
)

// Plans say what people's plans include. Package quota implements it.
type Plans interface {
	// Allows returns Forbidden if the viewer's plan does not have a switch.
	Allows(ctx context.Context, v music.Viewer, e premium.Entitlement) error
	// Within returns Forbidden if the viewer's plan does not allow as much as is used
	// and wanted together.
	Within(ctx context.Context, v music.Viewer, e premium.Entitlement, used, wanted int64) error
	// Limit returns how much of an entitlement the viewer's plan allows; false for no
	// limit.
	Limit(ctx context.Context, v music.Viewer, e premium.Entitlement) (limit int64, isLimited bool, err error)
}

// MaxRecording returns for how many minutes shows of a viewer are recorded; false for no
// limit by the plan.
func (s *Stations) MaxRecording(ctx context.Context, v music.Viewer) (minutes int64, isLimited bool, err error) {
	return s.plans.Limit(ctx, v, premium.RecordingLength)
}

// create stores a station, if the viewer's plan allows another one like it. The store
// counts and adds at once, so that of two servers only one adds the last.
func (s *Stations) create(ctx context.Context, v music.Viewer, one *station.Station) error {
	if err := s.admitPrivate(ctx, v, true, one.IsPublic); err != nil {
		return err
	}
	most, isLimited, err := s.plans.Limit(ctx, v, premium.Stations)
	if err != nil {
		return err
	}
	if !isLimited {
		most = station.MaxOwned
	}
	err = s.store.CreateStation(ctx, one, most)
	if !isLimited || music.CodeOf(err) != music.Conflict {
		return err
	}
	owned, counted := s.store.StationsOwned(ctx, v.AccountID)
	if counted != nil {
		return counted
	}
	return cmp.Or(s.plans.Within(ctx, v, premium.Stations, owned, 1), err) // if the plan is not why
}

// admitPrivate lets a viewer make a station private, if their plan includes that. One
// that is private stays so.
func (s *Stations) admitPrivate(ctx context.Context, v music.Viewer, wasPublic, isPublic bool) error {
	if isPublic || !wasPublic {
		return nil
	}
	return s.plans.Allows(ctx, v, premium.PrivateStations)
}
