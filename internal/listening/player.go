package listening

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
)

// ReportPlayer stores what one of the viewer's players does now, and informs
// their other devices.
func (s *Service) ReportPlayer(ctx context.Context, v music.Viewer, d *player.Device) error {
	now := s.now()
	d.At, d.SeenAt = now, now
	if err := s.Store.SavePlayer(ctx, v.AccountID, d); err != nil {
		return err
	}
	s.tellPlayer(v, d.ID)
	s.Scrobbles.Started(v, d)
	return nil
}

// ForgetPlayer deletes one of the viewer's players, and informs their other
// devices. It returns NotFound for a device that is not theirs.
func (s *Service) ForgetPlayer(ctx context.Context, v music.Viewer, id string) error {
	if err := s.Store.RemovePlayer(ctx, v.AccountID, id); err != nil {
		return err
	}
	s.tellPlayer(v, id)
	return nil
}

func (s *Service) tellPlayer(v music.Viewer, id string) {
	s.Events.Publish(music.Event{Type: music.EventDevice, Account: v.AccountID, Data: player.Change{ID: id}})
}

var (
	errVolume = music.FieldError(music.Invalid, "value", music.Say("A volume is from 0 to 1."))
	errAbsent = music.NewError(music.Conflict, "This device does not answer. Open Sonora on it.")
)

// SteerPlayer sends a command to one of the viewer's players. It returns NotFound
// for a device that is not theirs, and Conflict for one that is not connected.
func (s *Service) SteerPlayer(ctx context.Context, v music.Viewer, c player.Command) error {
	if c.Command == "volume" && c.Value > 1 {
		return errVolume
	}
	d, err := s.Store.Player(ctx, v.AccountID, c.Device)
	if err != nil {
		return err
	}
	if !d.Present(s.now()) {
		return errAbsent
	}
	s.Events.Publish(music.Event{Type: music.EventCommand, Account: v.AccountID, Data: c})
	return nil
}

// Playing is what an app says that it plays.
type Playing struct {
	App      string // its name
	TrackID  string
	State    player.State
	Position time.Duration
}

// ReportPlaying shows what an app plays to the viewer's other devices. It returns
// NotFound if the viewer may not see the track.
func (s *Service) ReportPlaying(ctx context.Context, v music.Viewer, p Playing) error {
	tracks, err := s.Store.TracksByID(ctx, v, []string{p.TrackID})
	if err != nil {
		return err
	}
	if len(tracks) == 0 {
		return music.ErrNotFound
	}
	sum := sha256.Sum256([]byte(p.App))
	return s.ReportPlayer(ctx, v, &player.Device{
		ID: "app-" + hex.EncodeToString(sum[:8]), Name: p.App, TrackID: p.TrackID, Title: tracks[0].Title, Artist: tracks[0].Artist,
		Position: p.Position, Duration: tracks[0].Duration, State: p.State, Volume: 1,
	})
}
