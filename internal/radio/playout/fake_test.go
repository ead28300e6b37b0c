package playout

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// mp3Frame returns a frame of MPEG 1 layer 3, 128 kbit/s, 48 kHz: 384 bytes,
// 24 ms. Its number is stored where a decoder would read audio.
func mp3Frame(number int) frame.Frame {
	data := make([]byte, 384)
	copy(data, []byte{0xFF, 0xFB, 0x94, 0x00})
	binary.BigEndian.PutUint32(data[100:], uint32(number))
	return frame.Frame{Data: data, Duration: 24 * time.Millisecond, Rate: 48000, Channels: 2, Key: true}
}

// source provides frames in real time, as a source client does.
type source struct {
	codec  frame.Codec
	at     time.Time
	number int
	limit  int           // number of frames before the end; 0 for no end
	pace   time.Duration // between two frames; 0 for at once
	burst  int           // frames that are sent together; 0 for one
	hang   time.Duration // a single pause in the middle
	hangAt int
	err    error // at the end
	make   func(number int) frame.Frame
	closed chan struct{}
	once   sync.Once
}

func newSource() *source {
	return &source{codec: frame.MP3, pace: 24 * time.Millisecond, err: io.EOF, make: mp3Frame, closed: make(chan struct{})}
}

func (s *source) Codec() frame.Codec { return s.codec }
func (s *source) Close()             { s.once.Do(func() { close(s.closed) }) }

func (s *source) Next() (frame.Frame, error) {
	if s.limit > 0 && s.number >= s.limit {
		return frame.Frame{}, s.err
	}
	wait := s.pace
	if s.burst > 0 {
		if wait = 0; s.number%s.burst == 0 {
			wait = s.pace * time.Duration(s.burst)
		}
	}
	if s.hangAt > 0 && s.number == s.hangAt {
		wait += s.hang
	}
	if wait > 0 {
		if s.at.IsZero() {
			s.at = time.Now()
		}
		s.at = s.at.Add(wait)
		select {
		case <-time.After(time.Until(s.at)):
		case <-s.closed:
			return frame.Frame{}, errors.New("closed")
		}
	}
	s.number++
	return s.make(s.number), nil
}

// book is a Keeper that records its calls.
type book struct {
	mu     sync.Mutex
	notes  []string
	alerts []string
	plays  []Play
	states []station.State
	aired  []string
	missed []string // titles of items that could not be played
}

func (b *book) Status(s station.Status) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.states); n == 0 || b.states[n-1] != s.State {
		b.states = append(b.states, s.State)
	}
}

func (b *book) Began(p Play) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.plays = append(b.plays, p)
}

func (b *book) Ended(time.Time) {}

func (b *book) Note(kind string, what music.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notes = append(b.notes, kind+": "+what.String())
}

func (b *book) Alert(kind string, what music.Message) {
	b.Note(kind, what)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.alerts = append(b.alerts, what.String())
}

func (b *book) Aired(c *Choice, _ time.Time, _ float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.aired = append(b.aired, c.Title)
}

func (b *book) Missing(c *Choice, why music.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.missed = append(b.missed, c.Title+": "+why.String())
}

func (b *book) has(t *testing.T, part string) {
	t.Helper()
	if all := strings.Join(b.noted(), "\n"); !strings.Contains(all, part) {
		t.Errorf("the log does not say %q:\n%s", part, all)
	}
}

func (b *book) noted() []string         { return read(b, &b.notes) }
func (b *book) alerted() []string       { return read(b, &b.alerts) }
func (b *book) passed() []station.State { return read(b, &b.states) }
func (b *book) played() []string        { return read(b, &b.aired) }
func (b *book) missing() []string       { return read(b, &b.missed) }

// read copies fields that the station may change at any time.
func read[T any](b *book, from *[]T) []T {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(*from)
}

func config(mode station.Mode, b *book) Config {
	s := station.New()
	s.ID, s.Name, s.Mode, s.Mount = "st", "Test", mode, "test"
	return Config{Station: s, Log: slog.New(slog.DiscardHandler), Keeper: b}
}

// listener counts the frames it hears.
type listener struct {
	reader  *hub.Reader
	frames  int
	silent  int
	numbers []int
	torn    int
	sound   time.Duration
	titles  []string
	ended   bool
}

// hear reads all available chunks without waiting.
func (l *listener) hear() {
	for {
		c, closed := l.reader.Try()
		if c == nil {
			l.ended = l.ended || closed
			return
		}
		if c.Title != nil && (len(l.titles) == 0 || l.titles[len(l.titles)-1] != c.Title.String()) {
			l.titles = append(l.titles, c.Title.String())
		}
		l.sound += c.Duration
		r := frame.NewReader(strings.NewReader(string(c.Data)), "audio/mpeg")
		whole := 0
		for {
			f, err := r.Next()
			if err != nil {
				break
			}
			whole += len(f.Data)
			l.frames++
			if len(f.Data) < 104 || binary.BigEndian.Uint32(f.Data[100:]) == 0 {
				l.silent++
				continue
			}
			l.numbers = append(l.numbers, int(binary.BigEndian.Uint32(f.Data[100:])))
		}
		if whole != len(c.Data) {
			l.torn++
		}
	}
}

// follow reads all chunks for a duration.
func (l *listener) follow(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(time.Second)
		l.hear()
	}
}

// fakeSound mixes and encodes without ffmpeg.
type fakeSound struct {
	mu       sync.Mutex
	mixer    *fakeMixer
	encoders []*fakeEncoder
	level    float32      // level of the AutoDJ's items
	broken   string       // ID of the item that cannot be played; "*" for all
	isSlow   bool         // whether no item is ever ready
	stall    atomic.Int64 // ns that the next block keeps an encoder busy
	isHung   atomic.Bool  // encoders that are started never send anything
}

func (s *fakeSound) Mix(_ mix.Options, next func(context.Context, mix.Need) *mix.Item) Mixer {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mixer = &fakeMixer{next: next, level: s.level, broken: s.broken, isSlow: s.isSlow}
	return s.mixer
}

func (s *fakeSound) Encode(ctx context.Context, _ frame.Codec, _ int) (Encoder, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := &fakeEncoder{stall: &s.stall, samples: mix.Channels * encoderSamples, frames: make(chan frame.Frame, 512), killed: make(chan struct{}), isHung: s.isHung.Load()}
	s.encoders = append(s.encoders, e)
	context.AfterFunc(ctx, e.Close)
	return e, nil
}

// lastMixer returns the most recent mixer.
func (s *fakeSound) lastMixer() *fakeMixer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mixer
}

// started returns the number of encoders that were started.
func (s *fakeSound) started() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.encoders)
}

func (s *fakeSound) Decode(ctx context.Context, _ frame.Codec, stream io.Reader, into *mix.Ring) error {
	defer into.Close()
	buffer := make([]byte, 384)
	block := make([]float32, 2*1152) // 24 ms
	for {
		if _, err := io.ReadFull(stream, buffer); err != nil {
			return nil
		}
		loud := float32(0)
		if buffer[100] == 0 { // otherwise the frame is silent
			loud = 0.25
		}
		for i := range block {
			block[i] = loud
		}
		if err := into.Write(ctx, block); err != nil {
			return err
		}
	}
}

// fakeMixer plays items of five seconds at a level.
type fakeMixer struct {
	next    func(context.Context, mix.Need) *mix.Item
	level   float32
	broken  string
	isSlow  bool
	live    mix.PCM
	item    *mix.Item
	left    int
	events  []mix.Event
	short   atomic.Bool
	shadow  atomic.Bool
	skipped atomic.Int64
	lives   atomic.Int64 // number of sources that were faded in
	closed  atomic.Bool
}

func (m *fakeMixer) Read(block []float32) {
	m.events = nil
	clear(block)
	if m.live != nil {
		m.live.Read(block)
		return
	}
	if m.left == 0 {
		if m.item != nil {
			m.events = append(m.events, mix.Event{Kind: mix.Ended, Item: m.item})
		}
		if m.item = m.next(context.Background(), mix.Need{}); m.item == nil {
			return
		}
		if m.isSlow {
			m.item = nil
			return
		}
		if m.item.ID == m.broken || m.broken == "*" {
			m.events = append(m.events, mix.Event{Kind: mix.Failed, Item: m.item, Err: fmt.Errorf("decode: %w", mix.ErrSilent)})
			m.item = nil
			return
		}
		m.left = 5 * 50
		m.events = append(m.events, mix.Event{Kind: mix.Started, Item: m.item, Seconds: 5})
	}
	m.left--
	for i := range block {
		block[i] = m.level
	}
}

func (m *fakeMixer) IsShort() bool          { return m.short.Load() }
func (m *fakeMixer) Events() []mix.Event    { return m.events }
func (m *fakeMixer) SetOptions(mix.Options) {}
func (m *fakeMixer) SetLive(p mix.PCM)      { m.lives.Add(1); m.live, m.left = p, 0 }
func (m *fakeMixer) ClearLive()             { m.live = nil }
func (m *fakeMixer) Prepare()               {}
func (m *fakeMixer) Skip()                  { m.skipped.Add(1); m.left = 0 }
func (m *fakeMixer) Reload()                {}
func (m *fakeMixer) Figures() mix.Figures   { return mix.Figures{} }
func (m *fakeMixer) Close()                 { m.closed.Store(true) }

func (m *fakeMixer) Steady() (mix.Steady, bool) { return mix.Steady{}, false }
func (m *fakeMixer) Pass()                      {}
func (m *fakeMixer) IsPassing() bool            { return false }
func (m *fakeMixer) IsShadow() bool             { return m.shadow.Load() }
func (m *fakeMixer) Free()                      {}
func (m *fakeMixer) Wake()                      {}

// fakeEncoder makes one frame per 24 ms of sound.
type fakeEncoder struct {
	stall   *atomic.Int64
	isHung  bool // it takes no sound, and is given up after a minute
	samples int
	sum     float32
	number  int
	frames  chan frame.Frame
	killed  chan struct{}
	once    sync.Once
}

var errKilled = errors.New("signal: killed")

func (e *fakeEncoder) Write(block []float32) error {
	select {
	case <-e.killed:
		return errKilled
	default:
	}
	if e.isHung {
		select {
		case <-e.killed:
		case <-time.After(time.Minute):
		}
		return errKilled
	}
	time.Sleep(time.Duration(e.stall.Swap(0)))
	for _, v := range block {
		e.sum += v
		if e.samples++; e.samples < 2*1152 {
			continue
		}
		e.samples = 0
		e.number++
		f := mp3Frame(e.number)
		if e.sum == 0 {
			f = mp3Frame(0)
		}
		e.sum = 0
		select {
		case e.frames <- f:
		case <-e.killed:
			return errKilled
		}
	}
	return nil
}

func (e *fakeEncoder) Next() (frame.Frame, error) {
	select {
	case f := <-e.frames:
		return f, nil
	case <-e.killed:
		return frame.Frame{}, errKilled
	}
}

func (e *fakeEncoder) Close() { e.once.Do(func() { close(e.killed) }) }
