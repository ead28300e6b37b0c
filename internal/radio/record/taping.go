package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// taping records one show: the chunks with sound of its sources. A source is
// heard for some seconds after it ended, because the station buffers it.
type taping struct {
	service *Service
	show    Show
	changed chan struct{} // receives a value when connected changes

	mu        sync.Mutex
	sources   map[string]bool // IDs of the DJ's connections; true for those that last
	connected int
	left      time.Time // when the last of them ended
	isOver    bool

	// Used by run only.
	sound, titles *os.File
	length, limit time.Duration
	reader        *hub.Reader // nil at first
	unwritten     *hub.Chunk  // could not be written; nil for none
	title         station.StreamTitle
	synced        time.Time
	written       int64 // bytes of sound, in whole frames
	named         int64 // bytes of titles, in whole lines
	hasFailed     bool  // nothing can be written
	isUnheard     bool  // the station could not be listened to, as the log says
}

func newTaping(s *Service, show Show) *taping {
	return &taping{service: s, show: show, changed: make(chan struct{}, 1), sources: map[string]bool{}, limit: maxLength}
}

// goesOn reports whether a show is the same one, whose DJ reconnected, perhaps
// before anybody noticed the interruption.
func (t *taping) goesOn(show Show) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.isOver && show.DJ == t.show.DJ && show.AccountID == t.show.AccountID
}

func (t *taping) begin(source string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sources[source] = true
	t.connected++
	t.tell()
}

func (t *taping) end(source string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.sources[source] {
		t.sources[source] = false
		t.connected--
		t.left = time.Now()
		t.tell()
	}
}

func (t *taping) tell() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// patience returns how long to wait for more of the show; nothing or less once
// it is over.
func (t *taping) patience() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.connected > 0 {
		return comeBack
	}
	return time.Until(t.left.Add(comeBack))
}

// leftAt returns when the last of the DJ's connections ended; zero if none has.
func (t *taping) leftAt() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.left
}

// isOf reports whether a chunk belongs to the show.
func (t *taping) isOf(c *hub.Chunk) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.Live == nil {
		return false
	}
	_, isOurs := t.sources[c.Live.Source]
	return isOurs
}

// run records until the show is over.
func (t *taping) run() {
	s := t.service
	defer s.forget(t)
	r := t.create()
	for r != nil && t.goOn() {
		if err := t.follow(); err != nil {
			t.fail(err)
			t.wait(s.again)
		}
	}
	t.over()
	if r == nil {
		return
	}
	t.noteLimit()
	if err := t.close(); err != nil {
		s.Log.Warn("sync recording failed, its end may be lost", "recording", r.ID, "error", err)
	}
	s.forget(t)
	s.finishFor(r.ID, t.leftAt())
}

func (t *taping) goOn() bool {
	return t.patience() > 0 && t.service.ctx.Err() == nil && t.length < t.limit
}

// create stores the recording, and retries until that succeeds; nil if the show
// is over by then.
func (t *taping) create() (r *station.Recording) {
	s := t.service
	for t.goOn() {
		var err error
		if r == nil {
			r, err = s.create(&t.show)
		}
		if err == nil {
			err = t.limitTo(r.AccountID)
		}
		if err == nil {
			err = t.open(r.ID)
		}
		if err == nil {
			return r
		}
		t.fail(err)
		t.wait(s.again)
	}
	if r != nil {
		s.finishFor(r.ID, t.leftAt())
	}
	return nil
}

// limitTo sets how long the recording may be. It ends there by itself, and is kept.
func (t *taping) limitTo(accountID string) error {
	length, isLimited, err := t.service.MaxLength(t.service.ctx, accountID)
	if isLimited {
		t.limit = min(length, maxLength)
	}
	return err
}

// noteLimit tells the owner of the station that the recording ended before the show.
func (t *taping) noteLimit() {
	if s := t.service; t.length >= t.limit && s.Note != nil {
		s.Note(t.show.Station.ID, atLimit(t.limit))
	}
}

// fail removes an incomplete write and tells the owner, once per failure.
func (t *taping) fail(err error) {
	s := t.service
	if t.sound != nil {
		err = errors.Join(err, t.sound.Truncate(t.written), t.titles.Truncate(t.named))
	}
	t.title = station.StreamTitle{}
	if t.hasFailed {
		return
	}
	t.hasFailed = true
	s.Log.Warn("record show failed", "station", t.show.Station.ID, "error", err)
	if s.Trouble != nil {
		s.Trouble(t.show.Station.ID, notWritten)
	}
}

// works is called when something could be written.
func (t *taping) works() {
	if s := t.service; t.hasFailed && s.Note != nil {
		s.Note(t.show.Station.ID, writtenAgain)
	}
	t.hasFailed = false
}

func (t *taping) over() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.isOver = true
}

func (t *taping) open(id string) (err error) {
	s := t.service
	if err := os.MkdirAll(s.Folder, 0o750); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if t.sound, err = os.OpenFile(s.sound(id), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if t.titles, err = os.OpenFile(s.titles(id), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600); err != nil {
		t.sound.Close()
		t.sound = nil
		return fmt.Errorf("record: %w", err)
	}
	if folder, err := os.Open(s.Folder); err == nil { // make the file names survive a crash, too
		_ = folder.Sync()
		folder.Close()
	}
	t.synced = time.Now()
	return nil
}

func (t *taping) close() error {
	return errors.Join(t.sync(), t.sound.Close(), t.titles.Close())
}

func (t *taping) sync() error {
	t.synced = time.Now()
	return errors.Join(t.sound.Sync(), t.titles.Sync())
}

// follow records while the show goes on and its stream lasts. An error means
// that nothing can be written.
func (t *taping) follow() error {
	s := t.service
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	h, release, err := s.Listen(ctx, t.show.Station.ID)
	if err != nil {
		if ctx.Err() == nil && !t.isUnheard {
			s.Log.Warn("listen to station for recording failed, will retry", "station", t.show.Station.ID, "error", err)
		}
		t.isUnheard = true
		t.pause()
		return nil
	}
	t.isUnheard = false
	defer release()
	if t.reader == nil || t.reader.Hub() != h {
		t.reader = h.Subscribe(hub.MaxKept) // the show may have begun before
	}
	for t.goOn() {
		wait, stop := context.WithTimeout(ctx, min(syncEvery, t.patience()))
		chunk, err := t.next(wait)
		stop()
		if err := t.keep(chunk); err != nil {
			return err
		}
		if time.Since(t.synced) >= syncEvery {
			if err := t.sync(); err != nil {
				return fmt.Errorf("record: %w", err)
			}
			t.works()
		}
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.pause()
			return t.keepRest()
		}
	}
	return t.keepRest()
}

// next returns the chunk that could not be written, or waits for another one.
func (t *taping) next(ctx context.Context) (*hub.Chunk, error) {
	if t.unwritten != nil {
		return t.unwritten, nil
	}
	return t.reader.Next(ctx)
}

// keepRest records what was heard before the server stopped.
func (t *taping) keepRest() error {
	for t.service.ctx.Err() != nil {
		chunk, _ := t.reader.Try()
		if chunk == nil {
			break
		}
		if err := t.keep(chunk); err != nil {
			return err
		}
	}
	return nil
}

// keep writes a chunk if it belongs to the show; nil is none.
func (t *taping) keep(c *hub.Chunk) error {
	t.unwritten = nil
	if c == nil || !t.isOf(c) {
		return nil
	}
	err := t.write(c)
	if err != nil {
		t.unwritten = c
	}
	return err
}

// pause waits a moment before the station is checked again.
func (t *taping) pause() { t.wait(time.Second) }

// wait returns after a time, or when a DJ comes or goes.
func (t *taping) wait(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.changed:
	case <-t.service.ctx.Done():
	}
}

func (t *taping) write(c *hub.Chunk) error {
	if title := c.Live.Title; title.Title != "" && title != t.title {
		line, err := json.Marshal(djmix.Entry{Seconds: t.length.Seconds(), Artist: title.Artist, Title: title.Title})
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		n, err := t.titles.Write(append(line, '\n'))
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		t.title = title
		t.named += int64(n)
	}
	n, err := t.sound.Write(c.Data)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	t.written += int64(n)
	t.length += c.Duration
	return nil
}
