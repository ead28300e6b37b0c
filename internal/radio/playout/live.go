package playout

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

const (
	pendingTitleLife = 30 * time.Second // how long a title waits for its source
	maxTitle         = 300              // maximum number of characters of an artist or a title
	// maxAway is how long a DJ may be away and still continue the broadcast. A station
	// without an AutoDJ waits as long.
	maxAway = maxHold
)

// live is a source on air.
type live struct {
	Source
	queue *sourceQueue
	since time.Time
	began time.Time           // when the DJ first connected, before any interruption of up to maxAway
	off   chan error          // receives why it is disconnected
	told  bool                // whether the log says that it is on air
	title station.StreamTitle // the last one it sent that took effect; zero for none

	dismissed bool // whether people disconnected it
}

func (l *live) disconnect(why error) {
	select {
	case l.off <- why:
		l.queue.end(why)
	default: // it is already being disconnected
	}
}

// isSilent reports whether nothing has arrived from the source for a while.
func (l *live) isSilent() bool { return time.Since(l.queue.level().arrived) >= hangAfter }

// describe describes the source for people.
func (l *live) describe() music.Message {
	if l.Client == "" {
		return music.Say("%s, %s", l.who(), codecName(l.queue.codec))
	}
	return music.Say("%s with %s, %s", l.who(), l.client(), codecName(l.queue.codec))
}

// isBehind reports whether the source sent faster than real time. If its
// program dies, nobody notices until all buffered sound has been played, which
// can take minutes.
func (l *live) isBehind() bool {
	at := l.queue.level()
	return (at.full || at.length >= maxQueued-time.Second) && !at.ended && time.Since(l.since) >= hangAfter
}

// Admit returns nil if a DJ can go on air now, and otherwise why not. A DJ
// whose connection dropped may reconnect even before the station has noticed
// that.
func (e *Engine) Admit(ctx context.Context, dj string) (err error) {
	if failed := e.do(ctx, func() { err = e.admit(dj) }); failed != nil {
		return failed
	}
	return err
}

func (e *Engine) admit(dj string) error {
	if !e.Station.Mode.AcceptsSources() {
		return ErrNoLiveSources
	}
	if e.live == nil || e.isLost() || e.live.DJID == dj && (e.live.isSilent() || e.live.isBehind()) {
		return nil
	}
	return ErrInUse
}

// Yield returns nil if a DJ can go on air now on another server, and otherwise why
// not, as Admit does. title is the one that waits for their source; nil for none.
func (e *Engine) Yield(ctx context.Context, dj string) (title *station.StreamTitle, err error) {
	if failed := e.do(ctx, func() { title, err = e.titleFor(dj), e.admit(dj) }); failed != nil {
		return nil, failed
	}
	return title, err
}

// titleFor returns the title that waits for the source of a DJ; nil for none.
func (e *Engine) titleFor(dj string) *station.StreamTitle {
	if p := e.pendingTitle; p != nil && p.dj == dj && time.Since(p.at) <= pendingTitleLife {
		return &p.title
	}
	return nil
}

// isLost reports whether the source on air has ended, or is silent and not heard any
// more.
func (e *Engine) isLost() bool {
	return e.live.queue.level().ended || e.live.isSilent() && !e.isHeard()
}

// isHeard reports whether the source on air is heard, also while nothing arrives from
// it and its buffer plays.
func (e *Engine) isHeard() bool {
	switch p := e.path.(type) {
	case *mixing:
		return p.input != nil && p.input.live == e.live && p.input.isMixed && p.input.lost.IsZero()
	case *passing:
		return p.lost.IsZero() && p.heard == e.live.queue
	}
	return false
}

// GoOnAir plays a source until it ends, is disconnected, or ctx ends. It
// returns nil if the source ended. It does not call Frames.Next again after the
// owner of the connection has closed it.
func (e *Engine) GoOnAir(ctx context.Context, source Source) error {
	l := &live{Source: source, queue: newQueue(source.ID, time.Now()), since: time.Now(), began: time.Now(), off: make(chan error, 1)}
	go l.queue.fill(source.Frames)
	if err := l.queue.begun(ctx, firstFrame); err != nil {
		l.queue.close()
		return err
	}
	var err error
	if failed := e.do(ctx, func() { err = e.enter(l) }); failed != nil || err != nil {
		l.queue.close()
		if failed != nil {
			return failed
		}
		return err
	}
	if l.OnAir != nil {
		l.OnAir()
	}
	select {
	case <-l.queue.done:
	case <-ctx.Done():
		l.queue.end(context.Cause(ctx)) // the buffered sound is still played
	case <-e.ended:
		return ErrClosed
	}
	return l.queue.level().err
}

// enter puts a source on air.
func (e *Engine) enter(l *live) error {
	if err := e.admit(l.DJID); err != nil {
		return err
	}
	if title := e.titleFor(l.DJID); title != nil {
		l.queue.name(*title)
	}
	if err := e.play(l); err != nil {
		return err
	}
	if e.live != nil {
		e.live.disconnect(ErrReplaced)
	}
	if last := e.last; last != nil && last.DJID == l.DJID && time.Since(last.queue.level().arrived) <= maxAway {
		l.began = last.began
	}
	e.live, e.last, e.pendingTitle, e.problem = l, l, nil, music.Message{}
	e.Keeper.Note(KindSource, l.arrival())
	return nil
}

// play passes a source through unchanged if nothing is mixed, and otherwise
// sends it through the mixer.
func (e *Engine) play(l *live) error {
	if p, ok := e.path.(*passing); ok && p.kind == station.StateLive && (p.out == nil || p.out.codec == l.queue.codec || p.isHeard()) {
		p.follow(l.queue)
		return nil
	}
	if e.path == nil && e.mayPass(l.queue.codec) {
		p := &passing{engine: e, kind: station.StateLive}
		p.follow(l.queue)
		e.path = p
		return nil
	}
	return e.playMixed(l)
}

// mayPass reports whether frames are passed through unchanged: MP3 on a station
// that plays nothing else, or any codec if nothing can be mixed.
func (e *Engine) mayPass(codec frame.Codec) bool {
	if e.Station.Mode.PlaysLists() {
		return false
	}
	if _, err := e.makeSound(); err != nil {
		return true
	}
	return codec == frame.MP3 && len(e.Station.Options.Formats) == 0
}

// audible returns the source that listeners hear; nil for none. It may be the
// one before the source that is on air.
func (e *Engine) audible() *live {
	if m, ok := e.path.(*mixing); ok && m.input != nil {
		return m.input.live
	}
	return e.live
}

// who returns the name of the source at the beginning of a log entry.
func (l *live) who() music.Message {
	if l.DJ == "" {
		return music.Say("Somebody")
	}
	return music.Verbatim(l.DJ)
}

// whom returns the name of the source within a log entry.
func (l *live) whom() music.Message {
	if l.DJ == "" {
		return music.Say("somebody")
	}
	return music.Verbatim(l.DJ)
}

// client returns the name of the source client for the log.
func (l *live) client() string { return music.Shorten(l.Client, 60) }

// arrival returns the log entry of a source that goes on air.
func (l *live) arrival() music.Message {
	if l.Client == "" {
		return music.Say("%s connected and sends %s.", l.who(), codecName(l.queue.codec))
	}
	return music.Say("%s connected with %s and sends %s.", l.who(), l.client(), codecName(l.queue.codec))
}

// onAir is called when a source becomes audible, for the first time or again.
func (e *Engine) onAir(kind station.State) {
	e.problem = music.Message{}
	switch l := e.audible(); {
	case kind == station.StateRelay:
		e.Keeper.Note(KindRelay, music.Say("The stream is passed on."))
	case l != nil:
		what := music.Say("%s is on air.", l.who())
		if l.told {
			what = music.Say("%s is heard again.", l.who())
		}
		l.told = true
		e.Keeper.Note(KindSource, what)
		if e.now == nil || e.now.Source != string(station.StateLive) || e.onDJ != l.DJ {
			title := e.liveTitle(l)
			e.began(Play{Artist: title.Artist, Title: title.Title, Source: string(station.StateLive), DJ: l.DJ})
		}
	}
}

// liveTitle returns the title of a source: the last one it sent, or its DJ and the
// show.
func (e *Engine) liveTitle(l *live) station.StreamTitle {
	if l.title == (station.StreamTitle{}) {
		return station.StreamTitle{Artist: l.DJ, Title: e.liveName()}
	}
	return l.title
}

// liveName returns the title that is shown until a source sends one.
func (e *Engine) liveName() string {
	if e.Show != nil {
		if show := e.Show(time.Now()); show != "" {
			return show
		}
	}
	return e.Station.Name
}

// sourceLost is why a station is off air whose source was lost.
var sourceLost = music.Say("The source was lost.")

// noteLoss is called when a source is no longer audible.
func (e *Engine) noteLoss(kind station.State) {
	if kind == station.StateRelay {
		e.problem = music.Say("The stream stopped. Sonora tries again.")
		e.Keeper.Note(KindRelay, e.problem)
		return
	}
	if e.live == nil {
		return
	}
	l := e.audible()
	at := l.queue.level()
	switch {
	case !at.ended:
		e.problem = music.Say("Nothing comes from the source.")
		e.Keeper.Note(KindSource, music.Say("Nothing came from %s for %d seconds.", l.whom(), int(time.Since(at.arrived).Seconds())))
	case l.dismissed && at.err != nil:
		e.problem = sentence(at.err)
		e.Keeper.Note(KindSource, disconnection(l.who(), at.err))
	case at.err != nil:
		e.problem = sourceLost
		e.Keeper.Note(KindSource, lossMessage(l.who(), at.err))
	default:
		e.problem = music.Say("The source ended.")
		e.Keeper.Note(KindSource, music.Say("%s ended.", l.who()))
	}
}

// SetTitle sets the title of a DJ's source. A title that arrives before its
// source, or while that is lost, is kept for a moment: the DJ may connect again.
func (e *Engine) SetTitle(ctx context.Context, dj string, title station.StreamTitle) error {
	return e.do(ctx, func() {
		isConnected := e.live != nil && e.live.DJID == dj && !e.live.queue.level().ended
		if isConnected {
			e.live.queue.setTitle(title)
		}
		switch {
		case !isConnected || e.isLost():
			e.pendingTitle = &pendingTitle{dj, title, time.Now()}
		case e.pendingTitle != nil && e.pendingTitle.dj == dj:
			e.pendingTitle = nil // an older one
		}
	})
}

// Disconnect disconnects the source that is on air.
func (e *Engine) Disconnect(ctx context.Context, why error) error {
	return e.do(ctx, func() {
		if e.live != nil {
			e.live.dismissed = true
			e.live.disconnect(why)
		}
	})
}

// DisconnectDJ disconnects the source on air if it belongs to this DJ. why is
// a sentence for its DJ and for the log.
func (e *Engine) DisconnectDJ(ctx context.Context, id string, why error) error {
	return e.do(ctx, func() {
		if e.live != nil && e.live.DJID == id {
			e.live.dismissed = true
			e.live.disconnect(why)
		}
	})
}

// titled is called when a title takes effect. An empty title clears the title
// of a live source: listeners see liveName again.
func (e *Engine) titled(title station.StreamTitle, kind station.State) {
	title = displayTitle(title)
	p := Play{Source: string(kind)}
	if l := e.audible(); l != nil && kind == station.StateLive {
		p.DJ, l.title = l.DJ, title
		title = e.liveTitle(l)
	}
	if title == (station.StreamTitle{}) || e.now != nil && e.now.Artist == title.Artist && e.now.Title == title.Title && e.now.Source == string(kind) && e.onDJ == p.DJ {
		return
	}
	p.Artist, p.Title = title.Artist, title.Title
	e.began(p)
}

// began records a play in the history and tells listeners.
func (e *Engine) began(p Play) {
	p.ID, p.Began = music.NewID(), time.Now()
	e.onDJ = p.DJ
	e.now = &station.OnAir{
		PlayID: p.ID, TrackID: p.TrackID, Artist: p.Artist, Title: p.Title, Source: p.Source, Began: p.Began, Seconds: p.Seconds,
	}
	e.setTitle(e.title())
	e.Keeper.Began(p)
}

// heard returns the description of a source in the chunks with its sound; nil
// if there is no source.
func (e *Engine) heard(source string) *hub.Live {
	if source == "" {
		return nil
	}
	if e.marked == nil || e.marked.Source != source {
		e.marked = &hub.Live{Source: source}
	}
	if e.now != nil && e.now.Source == string(station.StateLive) && e.marked.Title != e.title() {
		e.marked = &hub.Live{Source: source, Title: e.title()}
	}
	return e.marked
}

// Matched sets the library track of a play.
func (e *Engine) Matched(ctx context.Context, playID, trackID string, seconds float64) error {
	return e.do(ctx, func() {
		if e.now != nil && e.now.PlayID == playID {
			now := *e.now
			now.TrackID, now.Seconds = trackID, seconds
			e.now = &now
		}
	})
}

// Skip ends the AutoDJ's current item.
func (e *Engine) Skip(ctx context.Context) (err error) {
	if failed := e.do(ctx, func() { err = e.skip() }); failed != nil {
		return failed
	}
	return err
}

var errNoSkip = music.NewError(music.Conflict, "There is nothing to skip.")

func (e *Engine) skip() error {
	m, ok := e.path.(*mixing)
	if !ok || m.choice == nil {
		return errNoSkip
	}
	m.skip()
	e.Keeper.Note(KindDecision, music.Say("“%s” was skipped by hand.", m.choice.line()))
	return nil
}
