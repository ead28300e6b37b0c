package mp4

import (
	"cmp"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"sonora/internal/codec/adts"
)

// Movie holds what a file states about its audio.
type Movie struct {
	Tracks    int    // of any kind
	Audio     *Track // the first audio track; nil for none
	Index     Box    // moov; zero without one
	Data      Box    // the largest mdat; zero without one
	DataBytes int64  // bytes of all mdat boxes that are in the file
	Cut       Box    // the last box, if the file ends inside it; zero otherwise
	Sounds    int    // audio tracks
	Manifest  Box    // of a stem file; zero without one

	IsFragmented bool // the samples are in moof boxes

	timescale int64 // ticks a second
}

// Read reads the boxes of a file. If meta is not nil, Read calls it for each
// meta box of the index, and stops at its first error. The index is not read if
// the file ends inside it.
func Read(s Source, meta func(b Box) error) (*Movie, error) {
	m := &Movie{}
	err := Each(s, 0, s.Size(), func(b Box) error { return m.top(s, b, meta) })
	return m, err
}

// top reads a box of the top level.
func (m *Movie) top(s Source, b Box, meta func(b Box) error) error {
	if b.IsCut(s.Size()) {
		m.Cut = b
		if b.Kind != "mdat" {
			return nil
		}
	}
	switch b.Kind {
	case "moov":
		if m.Index != (Box{}) {
			return nil
		}
		m.Index = b
		if _, err := s.Peek(b.At, int(min(b.End-b.At, maxPeek))); err != nil { // read most of it at once
			return err
		}
		return m.index(s, b, meta)
	case "moof":
		if m.Audio == nil || !m.IsFragmented {
			return nil
		}
		return m.Audio.fragment(s, b)
	case "mdat":
		m.DataBytes += min(b.End, s.Size()) - b.Start
		if b.Size() > m.Data.Size() {
			m.Data = b
		}
	}
	return nil
}

// index reads moov.
func (m *Movie) index(s Source, moov Box, meta func(b Box) error) error {
	return moov.Children(s, func(b Box) error {
		switch b.Kind {
		case "mvhd":
			var err error
			m.timescale, _, err = times(s, b)
			return err
		case "mvex":
			m.IsFragmented = true
			return m.defaults(s, b)
		case "trak":
			m.Tracks++
			var t Track
			if err := t.read(s, b, MaxDepth); err != nil {
				return err
			}
			if t.isSound {
				m.Sounds++
			}
			if t.isSound && m.Audio == nil {
				m.Audio = &t
			}
		case "udta":
			return b.Children(s, func(c Box) error {
				if c.Kind == "stem" {
					m.Manifest = c
				}
				if c.Kind != "meta" || meta == nil {
					return nil
				}
				return meta(c)
			})
		case "meta":
			if meta != nil {
				return meta(b)
			}
		}
		return nil
	})
}

// times reads the ticks per second and the length in ticks from mvhd or mdhd
// (ISO/IEC 14496-12, sections 8.2.2 and 8.4.2). An unknown length is 0.
func times(s Source, b Box) (timescale, duration int64, err error) {
	h, err := b.peek(s, 32)
	if err != nil {
		return 0, 0, err
	}
	be := binary.BigEndian
	switch {
	case len(h) >= 20 && h[0] == 0:
		timescale, duration = int64(be.Uint32(h[12:])), int64(be.Uint32(h[16:]))
		if duration == math.MaxUint32 {
			duration = 0
		}
	case len(h) >= 32 && h[0] == 1:
		timescale, duration = int64(be.Uint32(h[20:])), int64(be.Uint64(h[24:]))
	}
	return timescale, max(duration, 0), nil
}

// Gapless is iTunes' record of encoder delay and padding, the tag iTunSMPB.
type Gapless struct {
	Delay   int64 // samples that the encoder added before the sound
	Samples int64 // samples of the original
}

// ParseGapless reads the text of the tag, such as " 00000000 00000840 000001CA
// 00000000003F31F6": zeros, delay, padding and samples in hexadecimal.
func ParseGapless(text string) (g Gapless, ok bool) {
	words := strings.Fields(text)
	if len(words) < 4 {
		return g, false
	}
	delay, err := strconv.ParseInt(words[1], 16, 64)
	if err != nil {
		return g, false
	}
	samples, err := strconv.ParseInt(words[3], 16, 64)
	if err != nil {
		return g, false
	}
	return Gapless{Delay: delay, Samples: samples}, true
}

// Length returns the number of samples to play, and how many the encoder added
// before and after them; 0 and 0 if unknown. It uses iTunes' note, or, if note
// is nil, the edit list.
func (m *Movie) Length(note *Gapless) (samples int64, before, after int) {
	samples = m.samples(note)
	before, after = m.delay(note, samples)
	return samples, before, after
}

func (m *Movie) samples(note *Gapless) int64 {
	t := m.Audio
	ticks := cmp.Or(t.ticks, t.declared)
	whole := scale(ticks, int64(t.Rate), t.Timescale)
	if note != nil && note.Samples > 0 && note.Samples <= whole {
		return note.Samples
	}
	ticks -= min(t.skip, ticks)
	// The edit is in ticks of the movie, often milliseconds, which are coarser
	// than samples. It counts only if it ends clearly before the samples do.
	if t.edit > 0 && m.timescale > 0 {
		edit, tick := scale(t.edit, t.Timescale, m.timescale), t.Timescale/m.timescale+1
		if edit < ticks-tick {
			ticks = edit
		}
	}
	return scale(ticks, int64(t.Rate), t.Timescale)
}

func (m *Movie) delay(note *Gapless, samples int64) (before, after int) {
	const maxDelay = 1 << 20 // a longer start is an edit, not a delay
	t := m.Audio
	skip := scale(t.skip, int64(t.Rate), t.Timescale)
	if note != nil {
		skip = note.Delay
	}
	whole := scale(cmp.Or(t.ticks, t.declared), int64(t.Rate), t.Timescale)
	if t.Codec == AAC && t.Rate > 0 { // the table may omit the end of the last frame
		whole = (whole + adts.BlockSamples - 1) / adts.BlockSamples * adts.BlockSamples
	}
	if skip < 0 || skip > maxDelay || whole-skip-samples < 0 || whole-skip-samples > maxDelay {
		return 0, 0
	}
	return int(skip), int(whole - skip - samples)
}

// scale returns n×num/den without overflow, rounded down.
func scale(n, num, den int64) int64 {
	if den <= 0 || n <= 0 || num <= 0 {
		return 0
	}
	v := float64(n) * float64(num) / float64(den)
	if v < 1<<52 && n < (1<<62)/num {
		return n * num / den
	}
	return int64(min(v, 1<<62))
}
