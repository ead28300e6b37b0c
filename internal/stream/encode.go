package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

const (
	// grace is how long a conversion continues without listeners. Players
	// disconnect and come back for another range.
	grace = 5 * time.Second
	// nice is the niceness of a conversion that has begun: stations, which have to
	// make their sound in time, come first. aheadNice is that of one that is
	// prepared ahead, so that current listeners come before it.
	nice      = 5
	aheadNice = 10

	bufferSize  = 64 << 10 // what a pipe holds
	freedAtOnce = 64 << 20 // bytes freed at a time when the disk is full

	// A conversion may take as long as the track plus a minute, and a quarter
	// of that in CPU time.
	minTime = time.Minute
	// maxSilence is how long ffmpeg may take to write its first bytes, which
	// usually is 0.1 s. It leaves time to tell the listener.
	maxSilence = 20 * time.Second
	cpuDivisor = 4
)

// encode is a conversion that is running, or has ended while its listeners are
// still there. The file of a jump is already unlinked.
type encode struct {
	service *Service
	request Request
	ffmpeg  *ffmpeg.Runner
	ahead   bool // it was started before anybody requested it
	ctx     context.Context
	stop    context.CancelCauseFunc
	index   *frameIndex
	place   *place

	mu        sync.Mutex
	file      *os.File
	size      int64
	expected  int64 // approximate final size in bytes
	done      bool
	err       error         // why it ended early
	changed   chan struct{} // closed when size, done or err changes
	listeners int
	asked     bool // it has had a listener, so it ends when the last one leaves
}

func newEncode(s *Service, r Request, runner *ffmpeg.Runner, ahead bool) *encode {
	e := &encode{service: s, request: r, ffmpeg: runner, ahead: ahead, asked: !ahead, changed: make(chan struct{}), listeners: 1, index: newFrameIndex()}
	e.ctx, e.stop = context.WithCancelCause(s.ctx)
	return e
}

var errNoListeners = errors.New("no listeners left")

// run converts from the beginning to the end.
func (e *encode) run() {
	err := e.place.wait(e.ctx)
	if err == nil {
		err = e.convert()
	}
	e.place.leave()
	if cause := context.Cause(e.ctx); err != nil && cause != nil {
		err = cause
	}
	e.stop(nil)
	if err != nil && !errors.Is(err, errNoListeners) && e.service.ctx.Err() == nil && !errors.Is(err, errBusy) {
		e.service.log.Warn("convert track failed", "track", e.request.TrackID, "to", e.request.Form.String(), "error", err)
	}
	e.service.ended(e)
	e.finish(err)
}

// finish notifies the listeners.
func (e *encode) finish(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.done, e.err = true, err
	close(e.changed)
	e.closeUnused()
}

func (e *encode) convert() (err error) {
	path, release, err := e.service.local(e.ctx, &e.request.File)
	if errors.Is(err, fs.ErrNotExist) {
		return errFileGone.Because(err)
	}
	if err != nil {
		return unavailable(err)
	}
	defer release()
	// This is not the file that was scanned. The next scan reads it.
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() != e.request.File.Size {
		return errFileGone.Because(err)
	}
	audio, demuxer, err := tag.Probe(path)
	if err != nil {
		return errBadSource.Because(err)
	}
	length := audio.Duration - e.request.Start
	if length <= 0 {
		return errPastEnd
	}
	if e.request.Length > 0 {
		length = min(length, e.request.Length)
	}
	if err := e.open(length); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(e.ctx, minTime+length, errTooSlow)
	defer cancel()
	err = e.encode(ctx, path, demuxer, length)
	if err == nil && !e.request.isPart() {
		return e.keep()
	}
	e.service.cache.abandon(e.file, e.size)
	return err
}

// open creates the output file.
func (e *encode) open(length time.Duration) error {
	file, err := e.service.cache.create()
	if err != nil {
		return noRoom(err)
	}
	if e.request.isPart() {
		_ = os.Remove(file.Name()) // it is only for its current listeners
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.file, e.expected = file, e.request.Form.expected(length)
	return nil
}

// keep adds the complete conversion to the cache.
func (e *encode) keep() error {
	if err := e.file.Sync(); err != nil {
		e.service.cache.abandon(e.file, e.size)
		return noRoom(err)
	}
	return e.service.cache.keep(e.file, e.request.name(), e.size, e.index)
}

var errTooSlow = errors.New("the conversion was slower than real time")

func noRoom(err error) error {
	return music.NewError(music.Unavailable, "The server has no room to convert music at the moment.").Because(err)
}

func unavailable(err error) error {
	return music.NewError(music.Unavailable, "The storage for this track is not responding.").Because(err)
}

// encode uses a spare process if there is one, otherwise starts one.
func (e *encode) encode(ctx context.Context, path, demuxer string, length time.Duration) error {
	form := e.request.Form
	if !e.request.isPart() && e.request.Gain == 0 && e.request.Stem == 0 {
		if spare := e.service.spares.take(form, e.ahead); spare != nil {
			err := spare.give(path)
			if err == nil {
				err = e.copy(ctx, spare.process)
			}
			spare.discard()
			if err == nil || e.length() > 0 || ctx.Err() != nil || errors.Is(err, errSilent) {
				return err
			}
			e.service.log.Debug("use spare ffmpeg failed", "format", form.String(), "error", err)
		}
	}
	process, err := e.ffmpeg.Start(ctx, e.command(path, demuxer, length))
	if err != nil {
		return err
	}
	return e.copy(ctx, process)
}

func (e *encode) command(path, demuxer string, length time.Duration) ffmpeg.Command {
	args := []string{"-hide_banner", "-loglevel", "error", "-nostdin", "-threads", "1"}
	if e.request.Start > 0 {
		args = append(args, "-ss", strconv.FormatFloat(e.request.Start.Seconds(), 'f', 6, 64))
	}
	if e.request.Length > 0 {
		args = append(args, "-t", strconv.FormatFloat(length.Seconds(), 'f', 6, 64))
	}
	args = append(append(args, ffmpeg.Input(path, demuxer)...), "-map", "0:a:"+strconv.Itoa(e.request.Stem))
	return ffmpeg.Command{Args: append(args, e.request.Form.arguments(e.request.Gain)...), Time: minTime + length, CPU: minTime + length/cpuDivisor}
}

// copy writes the output of a process to the file.
func (e *encode) copy(ctx context.Context, process *ffmpeg.Process) error {
	defer process.Discard()
	defer context.AfterFunc(ctx, process.Stop)()
	var isSilent atomic.Bool
	silence := time.AfterFunc(e.service.maxSilence, func() {
		isSilent.Store(true)
		process.Stop()
	})
	defer silence.Stop()
	buffer := make([]byte, bufferSize)
	for first := true; ; first = false {
		n, err := process.Outputs[0].Read(buffer)
		if n > 0 {
			silence.Stop()
		} else if isSilent.Load() {
			return errSilent
		}
		if n > 0 {
			if err := e.write(buffer[:n]); err != nil {
				return err
			}
		}
		if first {
			e.begun(process)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("convert: %w", err)
		}
	}
	err := process.Wait()
	switch {
	case err != nil:
		return errBadSource.Because(err)
	case e.length() == 0:
		return errBadSource.Because(errors.New("ffmpeg wrote nothing"))
	}
	return nil
}

// begun is called after the first bytes were written.
func (e *encode) begun(process *ffmpeg.Process) {
	if !e.request.isPart() {
		e.service.spares.used(e.request.Form)
	}
	if err := process.Yield(e.niceness()); err != nil {
		e.service.log.Debug("lower priority of ffmpeg failed", "error", err)
	}
}

func (e *encode) niceness() int32 {
	if e.ahead {
		return aheadNice
	}
	return nice
}

// write appends to the file. On a full disk, it removes older conversions.
func (e *encode) write(b []byte) error {
	e.service.cache.grow(int64(len(b)))
	for {
		n, err := e.file.WriteAt(b, e.size)
		e.mu.Lock()
		e.size += int64(n)
		close(e.changed)
		e.changed = make(chan struct{})
		e.mu.Unlock()
		if b = b[n:]; err == nil {
			return nil
		}
		if !errors.Is(err, syscall.ENOSPC) || !e.service.cache.free(freedAtOnce) {
			e.service.cache.grow(-int64(len(b)))
			return noRoom(err)
		}
	}
}

func (e *encode) length() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.size
}

// ready waits for the first bytes.
func (e *encode) ready(ctx context.Context) error {
	for {
		e.mu.Lock()
		size, done, err, changed := e.size, e.done, e.err, e.changed
		e.mu.Unlock()
		switch {
		case size > 0:
			return nil
		case done:
			return asPublic(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}

// asPublic returns the error that a listener sees.
func asPublic(err error) error {
	if known, ok := errors.AsType[*music.Error](err); ok {
		return known
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, errNoListeners) {
		return errBusy.Because(err) // it just ended for another listener
	}
	return errBadSource.Because(err)
}

// readAt implements Sound.ReadAt.
func (e *encode) readAt(ctx context.Context, p []byte, off int64) (int, error) {
	for {
		e.mu.Lock()
		file, size, done, failed, changed := e.file, e.size, e.done, e.err, e.changed
		e.mu.Unlock()
		switch {
		case off < size:
			n, err := file.ReadAt(p[:min(int64(len(p)), size-off)], off)
			if err != nil {
				return n, fmt.Errorf("read converted music: %w", err)
			}
			return n, nil
		case done:
			return 0, asEnd(failed)
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-changed:
		}
	}
}

// join adds a listener, unless the conversion has been given up.
func (e *encode) join(ahead bool) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.done || e.ctx.Err() != nil {
		return false
	}
	e.listeners++
	e.asked = e.asked || !ahead
	return true
}

// leave removes a listener. An unused conversion continues for a while, and to
// its end if more than half of it is done.
func (e *encode) leave(wait time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.listeners--
	e.closeUnused()
	if e.listeners > 0 || e.done || !e.asked {
		return
	}
	if e.request.isPart() {
		wait = 0
	}
	time.AfterFunc(wait, e.giveUp)
}

func (e *encode) giveUp() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.listeners == 0 && (e.size*2 <= e.expected || e.request.isPart()) {
		e.stop(errNoListeners)
	}
}

// isIdle reports whether it runs without listeners.
func (e *encode) isIdle() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.listeners == 0 && !e.done
}

// closeUnused closes the file when neither ffmpeg nor a listener needs it.
func (e *encode) closeUnused() {
	if e.done && e.listeners == 0 && e.file != nil {
		e.file.Close()
		e.file = nil
	}
}
