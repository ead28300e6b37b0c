package hls

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
)

// tape holds the segments of a station: the last ones in memory, and those of
// the last hours on disk. Every hour has a sound file and an index file with a
// line per segment. A segment counts once its line is written, so that killing
// the server breaks nothing.
type tape struct {
	folder string // of the station
	codec  frame.Codec
	log    *slog.Logger

	mu       sync.RWMutex
	kept     time.Duration // how much is kept; 0 for nothing
	isKnown  bool          // kept was set; until then nothing is deleted
	segments []*segment    // oldest first
	changed  chan struct{} // closed at the next segment

	// Of a copy of another server's tape.
	fetch    func(ctx context.Context, n int64) ([]byte, error) // nil for a tape of this server
	fetching sync.Mutex

	// Used by the writer only.
	cut   cutter
	hour  string
	sound *os.File
	index *os.File
	size  int64
}

const hourFormat = "2006010215"

func hourOf(at time.Time) string { return at.UTC().Format(hourFormat) }

func newTape(folder string, codec frame.Codec, log *slog.Logger) *tape {
	return &tape{folder: folder, codec: codec, log: log, changed: make(chan struct{})}
}

// openTape reads the kept segments of a station.
func openTape(folder string, codec frame.Codec, now time.Time, kept time.Duration, log *slog.Logger) (*tape, error) {
	t := newTape(folder, codec, log)
	t.kept, t.isKnown = kept, kept > 0
	hours, err := t.keptHours()
	if err != nil {
		return nil, err
	}
	for _, hour := range hours {
		if err := t.read(hour); err != nil {
			return nil, err
		}
	}
	if n := len(t.segments); n > 0 {
		last := t.segments[n-1]
		t.cut = cutter{next: last.N + 1, time: last.Time + last.Length*ticks, breaks: last.Breaks, ends: last.end()}
	} else {
		t.skipTo(now)
	}
	t.forget(now)
	return t, nil
}

// numberTime is the time per segment number that skipTo assumes: half the minimum
// length of a segment, and less than a server needs to take over from one that
// died.
const numberTime = segmentTime / 2

// skipTo skips the numbers that any server can have used: one per numberTime since
// 1970.
func (t *tape) skipTo(now time.Time) {
	t.cut.next = max(t.cut.next, now.UnixNano()/int64(numberTime))
}

// tidy drops what is too old while no segments are made.
func (t *tape) tidy(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(now)
}

// keptHours returns the hours that are kept, in order.
func (t *tape) keptHours() ([]string, error) {
	entries, err := os.ReadDir(t.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read kept segments: %w", err)
	}
	var hours []string
	for _, e := range entries {
		if hour, ok := strings.CutSuffix(e.Name(), ".index"); ok && len(hour) == len(hourFormat) {
			hours = append(hours, hour)
		}
	}
	slices.Sort(hours)
	return hours, nil
}

func (t *tape) soundPath(hour string) string {
	return filepath.Join(t.folder, hour+"."+string(t.codec))
}
func (t *tape) indexPath(hour string) string { return filepath.Join(t.folder, hour+".index") }

// read adds the segments of an hour. Incomplete ones are skipped.
func (t *tape) read(hour string) error {
	info, err := os.Stat(t.soundPath(hour))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // of another codec
	}
	if err != nil {
		return fmt.Errorf("read kept segments: %w", err)
	}
	file, err := os.Open(t.indexPath(hour))
	if err != nil {
		return fmt.Errorf("read kept segments: %w", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		seg := &segment{}
		if json.Unmarshal(lines.Bytes(), seg) != nil || seg.Size <= 0 || seg.Offset < 0 || seg.Offset+int64(seg.Size) > info.Size() || seg.Size > 2*maxSegmentBytes {
			continue
		}
		if n := len(t.segments); n > 0 && seg.N <= t.segments[n-1].N {
			continue
		}
		seg.onDisk = true
		t.segments = append(t.segments, seg)
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) { // a line that is too long ends the readable part of the hour
		return fmt.Errorf("read kept segments: %w", err)
	}
	return nil
}

// add keeps a finished segment.
func (t *tape) add(seg *segment, now time.Time) (err error) {
	if t.keeps() {
		err = t.write(seg)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.segments = append(t.segments, seg)
	if n := len(t.segments); n > keptLive {
		if old := t.segments[n-1-keptLive]; old.onDisk {
			old.data = nil
		}
	}
	t.forget(now)
	close(t.changed)
	t.changed = make(chan struct{})
	return err
}

// keeps reports whether segments are written to disk. Before the number of
// hours is set, they are if there already are some.
func (t *tape) keeps() bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.kept > 0 || !t.isKnown && len(t.segments) > 0 && t.segments[0].onDisk
}

// write writes a segment to disk. If that fails, the segment is only live.
func (t *tape) write(seg *segment) error {
	if hour := hourOf(seg.At); hour != t.hour {
		if err := t.open(hour); err != nil {
			return err
		}
	}
	if _, err := t.sound.WriteAt(seg.data, t.size); err != nil {
		return fmt.Errorf("write segment: %w", err)
	}
	seg.Offset = t.size
	line, err := json.Marshal(seg)
	if err == nil {
		_, err = t.index.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("write segment: %w", err)
	}
	seg.onDisk = true
	t.size += int64(len(seg.data))
	return nil
}

// open creates or continues the files of an hour.
func (t *tape) open(hour string) error {
	t.close()
	if err := os.MkdirAll(t.folder, 0o750); err != nil {
		return fmt.Errorf("write segment: %w", err)
	}
	sound, err := os.OpenFile(t.soundPath(hour), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write segment: %w", err)
	}
	index, err := os.OpenFile(t.indexPath(hour), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		sound.Close()
		return fmt.Errorf("write segment: %w", err)
	}
	// Complete a line that was torn when the server was killed.
	if info, err := index.Stat(); err == nil && info.Size() > 0 {
		_, _ = index.WriteString("\n")
	}
	info, err := sound.Stat()
	if err != nil {
		sound.Close()
		index.Close()
		return fmt.Errorf("write segment: %w", err)
	}
	t.hour, t.sound, t.index, t.size = hour, sound, index, info.Size()
	return nil
}

func (t *tape) close() {
	if t.sound != nil {
		t.sound.Close()
		t.index.Close()
	}
	t.sound, t.index, t.hour = nil, nil, ""
}

// forget drops what is too old, in memory and on disk. The caller holds the
// lock, or is the only one who knows the tape.
func (t *tape) forget(now time.Time) {
	live := max(0, len(t.segments)-keptLive)
	old := now.Add(-t.kept)
	kept := slices.DeleteFunc(t.segments[:live:live], func(seg *segment) bool {
		switch {
		case !seg.onDisk:
			return true
		case !t.isKnown:
			return false
		}
		return seg.end().Before(old)
	})
	if len(kept) == live {
		return
	}
	t.segments = append(kept, t.segments[live:]...)
	if t.isKnown {
		if err := t.removeBefore(t.firstHour(now)); err != nil {
			t.log.Warn("delete expired segments failed", "folder", t.folder, "error", err)
		}
	}
}

// firstHour returns the first hour of which anything is kept.
func (t *tape) firstHour(now time.Time) string {
	if t.kept == 0 || len(t.segments) == 0 {
		return hourOf(now.Add(time.Hour))
	}
	return hourOf(t.segments[0].At)
}

// removeBefore deletes the files of all hours before one. The next segment that
// expires tries again to delete what is left.
func (t *tape) removeBefore(hour string) error {
	hours, err := t.keptHours()
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range hours {
		if name >= hour || name == t.hour {
			continue
		}
		for _, ending := range []string{string(frame.MP3), string(frame.AAC), "index"} {
			if err := os.Remove(filepath.Join(t.folder, name+"."+ending)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// list returns the live segments or all of them, without gaps in their numbers:
// everything before a segment that could not be kept is left out.
func (t *tape) list(live bool) []*segment {
	t.mu.RLock()
	defer t.mu.RUnlock()
	from, first := len(t.segments), 0
	if live {
		first = max(0, len(t.segments)-liveWindow)
	}
	for from > first && (from == len(t.segments) || t.segments[from-1].N+1 == t.segments[from].N) {
		from--
	}
	return slices.Clone(t.segments[from:])
}

// find returns segment n.
func (t *tape) find(n int64) (*segment, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i, ok := slices.BinarySearchFunc(t.segments, n, func(seg *segment, n int64) int { return int(max(-1, min(seg.N-n, 1))) })
	if !ok {
		return nil, false
	}
	return t.segments[i], true
}

// after returns the first segment that ends after a moment, or the channel that
// is closed at the next one.
func (t *tape) after(at time.Time) (*segment, <-chan struct{}) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for i := len(t.segments); ; i-- { // it usually is near the end, or searched once
		if i == 0 || !t.segments[i-1].end().After(at) {
			if i == len(t.segments) {
				return nil, t.changed
			}
			return t.segments[i], nil
		}
	}
}

// following returns the first segment with a number above n, or the channel
// that is closed at the next one.
func (t *tape) following(n int64) (*segment, <-chan struct{}) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i, ok := slices.BinarySearchFunc(t.segments, n+1, func(seg *segment, n int64) int { return int(max(-1, min(seg.N-n, 1))) })
	if ok || i < len(t.segments) {
		return t.segments[i], nil
	}
	return nil, t.changed
}

// bytes returns the frames of a segment.
func (t *tape) bytes(ctx context.Context, seg *segment) ([]byte, error) {
	t.mu.RLock()
	data := seg.data
	t.mu.RUnlock()
	if data != nil {
		return data, nil
	}
	if t.fetch != nil {
		return t.fetched(ctx, seg)
	}
	file, err := os.Open(t.soundPath(hourOf(seg.At)))
	if err != nil {
		return nil, music.ErrNotFound
	}
	defer file.Close()
	data = make([]byte, seg.Size)
	if _, err := file.ReadAt(data, seg.Offset); err != nil {
		return nil, music.ErrNotFound
	}
	return data, nil
}

// titles returns the marks of all segments.
func (t *tape) titles() []mark {
	t.mu.RLock()
	defer t.mu.RUnlock()
	var marks []mark
	for _, seg := range t.segments {
		for _, m := range seg.Titles {
			if n := len(marks); n == 0 || marks[n-1].StreamTitle != m.StreamTitle {
				marks = append(marks, m)
			}
		}
	}
	return marks
}

// setKept changes how long segments are kept.
func (t *tape) setKept(kept time.Duration, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept, t.isKnown = kept, true
	t.forget(now)
}

// tell wakes all waiters, even without a new segment.
func (t *tape) tell() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.changed)
	t.changed = make(chan struct{})
}
