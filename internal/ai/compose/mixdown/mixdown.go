// Package mixdown turns a score into sound: it plays the parts, balances them,
// puts them into a room, and masters the whole to a loudness. It renders as it
// is asked, so that a piece can be heard while it grows.
package mixdown

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/soundfont"
	"sonora/internal/ai/compose/style"
	"sonora/internal/ai/compose/synth"
)

// Rate is the sample rate in Hz.
const Rate = synth.Rate

// block is the number of frames that are rendered at once.
const block = 512

// Piece is what is mixed.
type Piece struct {
	Score *score.Score
	Plan  *plan.Plan // its seed, levels, brightness, wetness and loudness
	Mix   *style.Mix
	Font  *soundfont.Font // plays acoustic instruments; nil for none

	trims map[string]float32 // levels of the font's instruments
}

// Block is the next part of the sound. Its slices are valid until the next one.
type Block struct {
	Samples []float32 // left and right in turn, mastered
	Stems   []Stem    // nil unless they were asked for; their sum is the mix before the master
}

// Stem is what one part plays, or the echoes and the room of all of them.
type Stem struct {
	Name    string // a role, "texture 2" for the second one, or "room"
	Samples []float32
}

// Mixer renders a piece. It is not safe for concurrent use.
type Mixer struct {
	desk     *desk
	levels   *leveller
	limiter  *limiter
	out      *meter
	pre      *meter
	stems    bool
	samples  []float32
	now      int // frames rendered
	end      int // frame at which the score ends
	tail     int // frames after end for which it may ring; it fades in the second half of them
	fading   int // frames before end in which the piece fades out; 0 for another ending
	skip     int // frames by which the limiter lags
	faint    int // frames since the last audible one
	finished bool
	gain     float32
	ease     float32 // gain of the fade at the end
}

// The limits of what rings after the score, in frames.
const (
	tailPause = Rate * 3 / 10 // for which a sound that rings may be inaudible before it counts as over
	audible   = 0.001         // peak: -60 dBFS
)

// New returns a mixer. It listens to a few seconds of the piece in order to
// know how loud it will be.
func New(p Piece, stems bool) (*Mixer, error) {
	p.trims = trims(p)
	d, err := newDesk(p, 0)
	if err != nil {
		return nil, err
	}
	levels, err := newLeveller(p)
	if err != nil {
		return nil, err
	}
	m := &Mixer{
		desk: d, levels: levels, limiter: newLimiter(), out: newMeter(), pre: newMeter(), stems: stems,
		samples: make([]float32, 2*block), skip: limiterDelay * limiterStep, gain: gain(levels.gain), ease: 1,
	}
	length := p.Score.Seconds(p.Score.End())
	m.end, m.tail, m.fading = int(length*Rate), int(plan.Ringing(length)*Rate), int(p.Plan.Fading(length)*Rate)
	return m, nil
}

// Next renders the next frames. It returns io.EOF after the last.
func (m *Mixer) Next() (Block, error) {
	for {
		if m.finished {
			return Block{}, io.EOF
		}
		b := m.next()
		if len(b.Samples) > 0 {
			return b, nil
		}
	}
}

func (m *Mixer) next() Block {
	d := m.desk
	d.render(m.now)
	var b Block
	if m.stems {
		b.Stems = d.stems()
	}
	d.master.process(d.left, d.right)
	before := m.pre.power(d.left, d.right)
	to := gain(m.levels.gain)
	slope := (to - m.gain) / block
	for i := range d.left {
		m.gain += slope
		d.left[i] *= m.gain
		d.right[i] *= m.gain
	}
	round(d.left)
	round(d.right)
	m.limiter.limit(d.left, d.right)
	m.levels.note(before, m.out.power(d.left, d.right))
	m.now += block
	m.conclude()
	weave(m.samples, d.left, d.right)
	b.Samples = m.samples
	if m.now <= block { // the delay of the limiter
		b.Samples = m.samples[2*m.skip:]
	}
	if m.finished { // at the end, the parts are ahead of the mix by this delay
		for i := range b.Stems {
			b.Stems[i].Samples = b.Stems[i].Samples[:2*(block-m.skip)]
		}
	}
	return b
}

// conclude ends the piece, or fades it out, where what rings after the score is over or too long.
func (m *Mixer) conclude() {
	d := m.desk
	m.faint += block
	if peak(d.left) >= audible || peak(d.right) >= audible {
		m.faint = 0
	}
	over := m.now - m.end
	if m.fading > 0 {
		m.fadeOut(m.skip - over)
		return
	}
	m.finished = over > m.tail || over > Rate/2 && (!d.rings() || m.faint > tailPause && !d.echo.exceeds(audible/m.gain))
	switch {
	case m.finished:
		m.fade(m.ease, 0)
	case over > m.tail/2:
		m.fade(m.ease, min(1, float32(m.tail-over)/float32(m.tail-m.tail/2)))
	}
}

// fadeOut lets a piece that fades out get quieter, and ends it with its score. So many frames are
// left after the block.
func (m *Mixer) fadeOut(left int) {
	m.finished = left <= 0
	if left >= m.fading {
		return
	}
	share := float32(max(left, 0)) / float32(m.fading)
	m.fade(m.ease, float32(share*share))
}

// fade changes the level of the block from one gain to another.
func (m *Mixer) fade(from, to float32) {
	slope := (to - from) / block
	for i := range m.desk.left {
		from += slope
		m.desk.left[i] *= from
		m.desk.right[i] *= from
	}
	m.ease = to
}

func peak(samples []float32) (top float32) {
	for _, v := range samples {
		top = max(top, v, -v)
	}
	return top
}

// Render writes the whole piece as interleaved little-endian float32.
func Render(ctx context.Context, p Piece, w io.Writer) error {
	m, err := New(p, false)
	if err != nil {
		return err
	}
	bytes := make([]byte, 0, 8*block)
	for {
		b, err := m.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		bytes = bytes[:0]
		for _, v := range b.Samples {
			bytes = binary.LittleEndian.AppendUint32(bytes, math.Float32bits(v))
		}
		if _, err := w.Write(bytes); err != nil {
			return fmt.Errorf("write the sound: %w", err)
		}
	}
}

// Dither turns samples into 16 bits. Noise with a triangular distribution makes
// the error of rounding independent of the sound.
type Dither struct{ rand *rand.Rand }

// NewDither returns the dither of a piece.
func NewDither(seed uint64) *Dither { return &Dither{dice.New(seed, "dither")} }

// Append appends samples as little-endian 16-bit integers.
func (d *Dither) Append(bytes []byte, samples []float32) []byte {
	for _, v := range samples {
		bits := d.rand.Uint64()
		noise := float32(bits&0xffff)/65536 - float32(bits>>16&0xffff)/65536
		whole := math.RoundToEven(float64(mac(noise, v, 32767)))
		bytes = binary.LittleEndian.AppendUint16(bytes, uint16(int16(min(max(whole, -32768), 32767))))
	}
	return bytes
}
