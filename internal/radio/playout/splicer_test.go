package playout

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/codec/mpeg"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
)

// clockMixer is a mixer whose sound tells its position: each sample is its
// position on the clock, negative while items blend and while a source is
// audible.
type clockMixer struct {
	fakeMixer

	clock   int64
	blends  []int64 // positions at which a second of blending begins, ascending
	slow    int64   // frames until a decoder is ready
	passing bool
	shadow  int64
	woken   int64
	needed  int64 // position since when sound is needed while it is passed over; 0 if it is not
	passed  int64 // blocks without sound
}

const (
	blendTime = mix.Rate
	maxPrime  = minAlike // frames
)

func (m *clockMixer) isBlend(at int64) bool {
	return slices.ContainsFunc(m.blends, func(b int64) bool { return at >= b && at < b+blendTime })
}

// left returns how many frames remain until something changes.
func (m *clockMixer) left() int64 {
	for _, b := range m.blends {
		if b+blendTime > m.clock {
			return b - m.clock
		}
	}
	return 1 << 40
}

func (m *clockMixer) Read(block []float32) {
	m.clock += mix.BlockFrames
	if m.passing && m.needed == 0 && (m.left() < 6*mix.Rate || m.woken > m.clock) {
		m.needed = m.clock
	}
	if m.passing && (m.needed == 0 || m.clock < m.needed+m.slow) {
		m.passed++
		return
	}
	if m.passing {
		m.passing, m.needed, m.shadow = false, 0, m.clock+4*mix.Rate
	}
	isLive := m.live != nil && m.live.Read(block) > 0
	for i := range block {
		at := m.clock - mix.BlockFrames + int64(i/2)
		block[i] = float32(at)
		if isLive || m.isBlend(at) {
			block[i] = -block[i]
		}
	}
}

// clockBody has the same frames that the encoder makes.
type clockBody struct{ outline mix.Outline }

func (b *clockBody) Outline() *mix.Outline { return &b.outline }
func (b *clockBody) Frame(n int64) ([]byte, error) {
	at := n * mix.FrameGrid
	return numbered(soundAt(at, false, 0), soundAt(at+mix.FrameGrid, false, 0), n == 0), nil
}

func (b *clockBody) Print(int64) (p mix.Print) {
	for i := range p {
		p[i] = math.MaxInt16
	}
	return p
}

func (b *clockBody) Err() error { return nil }

func (m *clockMixer) Steady() (mix.Steady, bool) {
	return mix.Steady{Body: theBody}, !m.passing && m.woken <= m.clock && m.left() > 15*mix.Rate
}

var theBody = &clockBody{}

func (m *clockMixer) Pass()           { m.passing, m.shadow = true, 0 }
func (m *clockMixer) IsPassing() bool { return m.passing }
func (m *clockMixer) IsShadow() bool  { return m.shadow > m.clock }
func (m *clockMixer) Free()           { m.shadow = 0 }
func (m *clockMixer) Wake()           { m.woken = m.clock + 10*mix.Rate }

// soundAt returns encoded sound that tells its position, whether items blend,
// and how its encoder differs from one that has never stopped.
func soundAt(at int64, blends bool, state int) []byte {
	data := binary.BigEndian.AppendUint64(make([]byte, 0, 16), uint64(at))
	if blends {
		data[0] = 1
	}
	return append(data, byte(state))
}

const (
	clockHead  = 36 // bytes before a frame's room for sound
	clockSound = 9  // bytes of sound per frame
)

// numbered returns a frame whose room holds the sound of the next frame. The
// first frame of a stream also holds its own sound; all others refer back for
// it.
func numbered(own, next []byte, isFirst bool) []byte {
	data := make([]byte, 384)
	copy(data, []byte{0xff, 0xfb, 0x94, 0x44})
	if isFirst {
		copy(data[clockHead:], own)
	} else {
		data[4], data[5] = clockSound>>1, clockSound&1<<7
	}
	data[7] = clockSound * 8 // bits, in the first granule
	copy(data[len(data)-clockSound:], next)
	return data
}

// clockEncoder encodes the sound of a clockMixer. Its first frames differ from
// those of all other encoders.
type clockEncoder struct {
	fakeEncoder

	lag    int // frames until the first one comes out
	number int
	prime  int // frames until it encodes like all others
	rest   []float32
	last   []byte // sound of the last frame, which is not made yet
	queue  [][]byte
}

func (e *clockEncoder) Write(block []float32) error {
	for e.rest = append(e.rest, block...); len(e.rest) >= 2*mix.FrameGrid; e.rest = e.rest[2*mix.FrameGrid:] {
		first := e.rest[0]
		e.number++
		sound := soundAt(int64(max(first, -first)), first < 0, max(0, e.prime-e.number))
		if e.last != nil {
			e.queue = append(e.queue, numbered(e.last, sound, e.number == 2))
		}
		e.last = sound
		if len(e.queue) > e.lag {
			select {
			case e.frames <- frame.Frame{Data: e.queue[0], Duration: frameTime}:
			case <-e.killed:
				return errKilled
			}
			e.queue = e.queue[1:]
		}
	}
	return nil
}

// TestSplicedFramesAreGapless makes a station change between encoders and
// bodies at random moments. It must send every frame once, in order and in
// time, and the encoder must agree with a body where the body begins or ends.
func TestSplicedFramesAreGapless(t *testing.T) {
	passed := int64(0)
	rapid.Check(t, func(rt *rapid.T) {
		synctest.Test(t, func(t *testing.T) { passed += spliceOnce(t, rt) })
	})
	if passed == 0 {
		t.Error("no body was ever sent")
	}
}

func spliceOnce(t *testing.T, rt *rapid.T) int64 {
	m := &clockMixer{slow: int64(rapid.IntRange(0, mix.Rate).Draw(rt, "decoder"))}
	at := int64(0)
	for _, seconds := range rapid.SliceOfN(rapid.IntRange(1, 40), 1, 3).Draw(rt, "songs") {
		at += int64(seconds)*mix.Rate + int64(rapid.IntRange(0, mix.Rate).Draw(rt, "more"))
		m.blends = append(m.blends, at)
		at += blendTime
	}
	wakes := rapid.SliceOfN(rapid.IntRange(0, 600), 0, 3).Draw(rt, "wakes")
	var sent [][]byte
	var clocks []int64
	h := hub.New(frame.MP3)
	out := &output{codec: frame.MP3, main: true, hub: h}
	out.writer = hub.NewWriter(h, frameTime, func(c *hub.Chunk) {
		sent, clocks = append(sent, c.Data), append(clocks, m.clock)
	})
	s := &splicer{out: out, mixer: m}
	s.start = func() *encoding {
		lag, prime := rapid.IntRange(0, 12).Draw(rt, "lag"), rapid.IntRange(0, maxPrime).Draw(rt, "prime")
		return startEncoding(t.Context(), nil, true, func(context.Context) (Encoder, error) {
			return &clockEncoder{fakeEncoder: fakeEncoder{frames: make(chan frame.Frame, 512), killed: make(chan struct{})}, lag: lag, prime: prime}, nil
		}, func(string) {})
	}
	out.encoder = s.start()
	block := make([]float32, mix.BlockSamples)
	for tick := 0; m.clock < at+5*mix.Rate; tick++ {
		for range 12 {
			before := m.clock
			m.Read(block)
			if !m.IsPassing() {
				s.hear(block, before, nil)
			}
		}
		time.Sleep(listTick)
		synctest.Wait()
		if slices.Contains(wakes, tick) {
			m.Wake()
		}
		s.follow(m.clock, true)
	}
	s.close()
	if out.encoder != nil {
		out.encoder.close()
	}
	checkSent(rt, m, sent, clocks)
	return m.passed
}

func checkSent(rt *rapid.T, m *clockMixer, sent [][]byte, clocks []int64) {
	var rooms []byte
	for i, data := range sent {
		_, side, ok := mpeg.ParseSide(data)
		begins := len(rooms) - side.Back
		rooms = append(rooms, data[clockHead:]...)
		if !ok || begins < 0 {
			rt.Fatalf("frame %d cannot be decoded: %+v", i, side)
		}
		sound := rooms[begins:]
		at := int64(binary.BigEndian.Uint64(sound) &^ (1 << 56))
		if want := int64(i) * mix.FrameGrid; at != want {
			rt.Fatalf("frame %d begins at %d instead of %d", i, at, want)
		}
		if state := sound[8]; state > 0 && i >= maxPrime {
			rt.Fatalf("frame %d is one of an encoder's first", i)
		}
		if blends := sound[0] == 1; blends != m.isBlend(at) {
			rt.Fatalf("frame %d blends: %v", i, blends)
		}
		if late := clocks[i] - at; late < mix.FrameGrid || late > 2*mix.Rate {
			rt.Fatalf("frame %d was sent %d after it began", i, late)
		}
	}
	if missing := m.clock - int64(len(sent))*mix.FrameGrid; missing > mix.Rate {
		rt.Fatalf("%d samples were not sent", missing)
	}
}
