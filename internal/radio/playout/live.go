package playout

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

const (
	pendingTitleLife = 30 * time.Second // how long a title waits for its source
	maxTitle         = 300              // characters of an artist or a title
)

// live is a source on air.
type live struct {
	Source
	queue *sourceQueue
	since time.Time
	off   chan error // why it was disconnected
	told  bool       // the log says that it is on air
}

func (l *live) putOff(why error) {
	select {
	case l.off <- why:
		l.queue.end(why)
	default: // it is being disconnected already
	}
}

// isLost reports whether the source stopped sending.
func (l *live) isLost() bool {
	at := l.queue.level()
	return at.ended || time.Since(at.arrived) >= hangAfter
}

// describe describes the source for people.
func (l *live) describe() music.Message {
	if l.Client == "" {
		return music.Say("%s, %s", l.who(), codecName(l.queue.codec))
	}
	return music.Say("%s with %s, %s", l.who(), l.client(), codecName(l.queue.codec))
}

// isBehind reports whether the source sent faster than real time. If its
// program dies, nobody notices until everything buffered has been heard, which
// can take minutes.
func (l *live) isBehind() bool {
	at := l.queue.level()
	return (at.full || at.length >= maxQueued-time.Second) && !at.ended && time.Since(l.since) >= hangAfter
}

// Admit reports whether a DJ can go on air now. A DJ whose connection dropped
// may reconnect, even before we noticed.
func (s *Engine) Admit(ctx context.Context, dj string) (err error) {
	if failed := s.do(ctx, func() { err = s.admit(dj) }); failed != nil {
		return failed
	}
	return err
}

func (s *Engine) admit(dj string) error {
	if !s.Station.Mode.AcceptsSources() {
		return ErrNoLiveSources
	}
	if s.live == nil || s.live.isLost() || s.live.DJID == dj && s.live.isBehind() {
		return nil
	}
	return ErrInUse
}

// GoOnAir plays a source until it ends (a nil error), is disconnected, or ctx
// ends. Frames.Next is not called again once the owner of the connection has
// closed it.
func (s *Engine) GoOnAir(ctx context.Context, source Source) error {
	l := &live{Source: source, queue: newQueue(time.Now()), since: time.Now(), off: make(chan error, 1)}
	go l.queue.fill(source.Frames)
	if err := l.queue.begun(ctx, firstFrame); err != nil {
		l.queue.close()
		return err
	}
	var err error
	if failed := s.do(ctx, func() { err = s.enter(l) }); failed != nil || err != nil {
		l.queue.close()
		if failed != nil {
			return failed
		}
		return err
	}
	select {
	case <-l.queue.done:
	case <-ctx.Done():
		l.queue.end(context.Cause(ctx)) // what is buffered is still heard
	case <-s.ended:
		return ErrClosed
	}
	return l.queue.level().err
}

// enter puts a source on air.
func (s *Engine) enter(l *live) error {
	if err := s.admit(l.DJID); err != nil {
		return err
	}
	if s.pendingTitle != nil && s.pendingTitle.dj == l.DJID && time.Since(s.pendingTitle.at) <= pendingTitleLife {
		l.queue.name(s.pendingTitle.title)
	}
	if err := s.play(l); err != nil {
		return err
	}
	if s.live != nil {
		s.live.putOff(ErrPutOff)
	}
	s.live, s.pendingTitle, s.problem = l, nil, music.Message{}
	s.Keeper.Note(KindSource, l.arrival())
	return nil
}

// play finds the way a source takes: as it is where nothing is mixed, else
// through the mixer.
func (s *Engine) play(l *live) error {
	if p, ok := s.path.(*passing); ok && p.kind == station.StateLive && (p.out == nil || p.out.codec == l.queue.codec) {
		p.follow(l.queue)
		return nil
	}
	if s.path == nil && s.mayPass(l.queue.codec) {
		p := &passing{st: s, kind: station.StateLive}
		p.follow(l.queue)
		s.path = p
		return nil
	}
	return s.playMixed(l)
}

// mayPass reports whether frames are passed through unchanged: MP3 on a station
// that plays nothing else, or any codec if nothing can be mixed.
func (s *Engine) mayPass(codec frame.Codec) bool {
	if s.Station.Mode.PlaysLists() {
		return false
	}
	if _, err := s.makeSound(); err != nil {
		return true
	}
	return codec == frame.MP3 && len(s.Station.Options.Formats) == 0
}

// who returns what the log calls the source at the beginning of a sentence.
func (l *live) who() music.Message {
	if l.DJ == "" {
		return music.Say("Somebody")
	}
	return music.Verbatim(l.DJ)
}

// whom returns what the log calls the source within a sentence.
func (l *live) whom() music.Message {
	if l.DJ == "" {
		return music.Say("somebody")
	}
	return music.Verbatim(l.DJ)
}

// client returns what the log calls the source client.
func (l *live) client() string { return shorten(l.Client, 60) }

// arrival returns the log entry of a source that goes on air.
func (l *live) arrival() music.Message {
	if l.Client == "" {
		return music.Say("%s connected and sends %s.", l.who(), codecName(l.queue.codec))
	}
	return music.Say("%s connected with %s and sends %s.", l.who(), l.client(), codecName(l.queue.codec))
}

// onAir is called when a source becomes audible, for the first time or again.
func (s *Engine) onAir(kind station.State) {
	s.problem = music.Message{}
	switch {
	case kind == station.StateRelay:
		s.Keeper.Note(KindRelay, music.Say("The stream is passed on."))
	case s.live == nil:
	case s.live.told:
		s.Keeper.Note(KindSource, music.Say("%s is heard again.", s.live.who()))
	default:
		s.live.told = true
		s.Keeper.Note(KindSource, music.Say("%s is on air.", s.live.who()))
		if s.now == nil || s.now.Source != string(station.StateLive) {
			s.began(Play{Artist: s.live.DJ, Title: s.liveName(), Source: string(station.StateLive), DJ: s.live.DJ})
		}
	}
}

// liveName returns the title while a source has not sent one.
func (s *Engine) liveName() string {
	if s.Show != nil {
		if show := s.Show(time.Now()); show != "" {
			return show
		}
	}
	return s.Station.Name
}

// noteLoss is called when a source is not audible any more.
func (s *Engine) noteLoss(kind station.State) {
	if kind == station.StateRelay {
		s.problem = music.Say("The stream stopped. Sonora tries again.")
		s.Keeper.Note(KindRelay, s.problem)
		return
	}
	if s.live == nil {
		return
	}
	at := s.live.queue.level()
	switch {
	case !at.ended:
		s.problem = music.Say("Nothing comes from the source.")
		s.Keeper.Note(KindSource, music.Say("Nothing came from %s for %d seconds.", s.live.whom(), int(hangAfter.Seconds())))
	case at.err != nil:
		s.problem = music.Say("The source was lost.")
		s.Keeper.Note(KindSource, lossMessage(s.live.who(), at.err))
	default:
		s.problem = music.Say("The source ended.")
		s.Keeper.Note(KindSource, music.Say("%s ended.", s.live.who()))
	}
}

// SetTitle sets the title of a DJ's source. A title that arrives before its
// source is kept for a moment.
func (s *Engine) SetTitle(ctx context.Context, dj string, title station.StreamTitle) error {
	return s.do(ctx, func() {
		if s.live != nil && s.live.DJID == dj && !s.live.isLost() {
			s.live.queue.setTitle(title)
			return
		}
		s.pendingTitle = &pendingTitle{dj, title, time.Now()}
	})
}

// PutOff disconnects the source that is on air.
func (s *Engine) PutOff(ctx context.Context, why error) error {
	return s.do(ctx, func() {
		if s.live != nil {
			s.live.putOff(why)
		}
	})
}

// PutOffDJ disconnects the source on air if it belongs to this DJ.
func (s *Engine) PutOffDJ(ctx context.Context, id string, why error) error {
	return s.do(ctx, func() {
		if s.live != nil && s.live.DJID == id {
			s.live.putOff(why)
		}
	})
}

// titled is called when a title takes effect.
func (s *Engine) titled(title station.StreamTitle, kind station.State) {
	title = displayTitle(title)
	if title == (station.StreamTitle{}) || s.now != nil && s.now.Artist == title.Artist && s.now.Title == title.Title && s.now.Source == string(kind) {
		return
	}
	p := Play{Artist: title.Artist, Title: title.Title, Source: string(kind)}
	if s.live != nil && kind == station.StateLive {
		p.DJ = s.live.DJ
	}
	s.began(p)
}

// began records a play in the history and tells listeners.
func (s *Engine) began(p Play) {
	p.ID, p.Began = music.NewID(), time.Now()
	s.now = &station.OnAir{
		PlayID: p.ID, TrackID: p.TrackID, Artist: p.Artist, Title: p.Title, Source: p.Source, Began: p.Began, Seconds: p.Seconds,
	}
	s.setTitle(s.title())
	s.Keeper.Began(p)
}

// Matched says which library track a play is.
func (s *Engine) Matched(ctx context.Context, playID, trackID string, seconds float64) error {
	return s.do(ctx, func() {
		if s.now != nil && s.now.PlayID == playID {
			now := *s.now
			now.TrackID, now.Seconds = trackID, seconds
			s.now = &now
		}
	})
}

// Skip ends the AutoDJ's current item.
func (s *Engine) Skip(ctx context.Context) (err error) {
	if failed := s.do(ctx, func() { err = s.skip() }); failed != nil {
		return failed
	}
	return err
}

var errNoSkip = music.NewError(music.Conflict, "Nothing plays that could be skipped.")

func (s *Engine) skip() error {
	m, ok := s.path.(*mixing)
	if !ok || m.choice == nil {
		return errNoSkip
	}
	m.mixer.Skip()
	s.Keeper.Note(KindDecision, music.Say("“%s” was skipped by hand.", m.choice.line()))
	return nil
}
