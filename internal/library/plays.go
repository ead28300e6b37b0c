package library

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

const (
	// rollUpDelay is how long counted plays may take to show in the totals.
	rollUpDelay = 3 * time.Second
	maxPlayID   = 64
)

// Plays takes in what people listened to.
type Plays struct {
	store  *store.Store
	events Events
	log    *slog.Logger
	now    func() time.Time
	delay  time.Duration // before totals are brought up to date, so that plays share the work
	added  chan struct{} // holds a token when totals are due
}

func newPlays(c Config) *Plays {
	return &Plays{store: c.Store, events: c.Events, log: c.Log, now: time.Now, delay: rollUpDelay, added: make(chan struct{}, 1)}
}

// Report notes a listen of a viewer and says whether it counts as a play: 30
// seconds of sound, or half of the track. Reporting an ID again changes
// nothing. A listen that began while the viewer's history was paused, or before
// they cleared it, is neither kept nor counted, whenever it is reported: to
// count it only once it would have to be kept.
// Unauthenticated for visitors, NotFound for a track the viewer may not see,
// Invalid for a listen that cannot be.
func (p *Plays) Report(ctx context.Context, v music.Viewer, play music.Play) (counted bool, err error) {
	if !v.SignedIn() {
		return false, music.ErrUnauthenticated
	}
	if err := p.check(play); err != nil {
		return false, err
	}
	track, err := p.store.Track(ctx, v, play.TrackID)
	if err != nil {
		return false, fmt.Errorf("report a play: %w", err)
	}
	now := p.now()
	play.AccountID = v.AccountID
	play = play.Plausible(now.Add(-music.OldestReport), now, track.Duration)
	added, err := p.store.AddPlay(ctx, v, play)
	if err != nil {
		return false, fmt.Errorf("report a play: %w", err)
	}
	if !added { // there already, or not to be kept
		if has, err := p.store.HasPlay(ctx, v, play.ID); err != nil || !has {
			return false, err
		}
	}
	counted = music.CountsAsPlay(play.Listened, track.Duration)
	if added {
		p.events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
	}
	if added && counted {
		select {
		case p.added <- struct{}{}:
		default: // totals are due already
		}
	}
	return counted, nil
}

func (p *Plays) check(play music.Play) error {
	f := music.FieldErrors{}
	if len(play.ID) > maxPlayID || !isPlain(play.ID) {
		f.Add("id", "Enter an id of 1 to 64 letters, digits, dashes and underscores.")
	}
	if play.StartedAt.IsZero() {
		f.Add("startedAt", "Enter when the track began.")
	}
	if play.Listened < 0 {
		f.Add("listened", "Enter a number of seconds, 0 or more.")
	}
	return f.Err("id", "startedAt", "listened")
}

func isPlain(id string) bool {
	return id != "" && !strings.ContainsFunc(id, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_'
	})
}

// run rolls counted plays up into the tracks' totals, soon after they came in
// and once at the end.
func (p *Plays) run(ctx context.Context) error {
	for {
		select {
		case <-p.added:
		case <-ctx.Done():
			return p.rollUpLast(ctx)
		}
		select {
		case <-time.After(p.delay):
		case <-ctx.Done():
			return p.rollUpLast(ctx)
		}
		if _, err := p.store.RollUpPlays(ctx); err != nil && ctx.Err() == nil {
			p.log.Error("roll up plays", "error", err)
		}
	}
}

func (p *Plays) rollUpLast(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	_, err := p.store.RollUpPlays(ctx)
	return err
}
