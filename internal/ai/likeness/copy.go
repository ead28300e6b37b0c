package likeness

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"sonora/internal/dsp"
	"sonora/internal/dsp/excerpt"
	"sonora/internal/generation"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/store"
)

const (
	// sameRecording is the likeness from which a file is a copy of a recording. Of 288 pairs
	// of different pieces by the composer in 41 styles, the closest had 0.43, and 285 none.
	// Copies as MP3 of 48 to 192 kbit/s, 8 dB softer, 5 dB louder, with other bass and treble,
	// or with a part only had 0.75 to 0.98, and those that were 3 % faster 0.58 to 0.81.
	sameRecording = 0.55
	// slower and faster are how much slower or faster a copy may be, in percent, as slowed and
	// sped-up edits are. Of 28 copies of a minute of 5 pieces, 25 % slower to 33 % faster, at the
	// same pitch or another one, 25 had more than sameRecording; the others had 0.49 to 0.54, all of
	// an ambient piece. Of 164 pairs with other pieces, the closest had 0.36; of 1190 more that
	// were compared within 15 % only, 0.52. A file is compared with a piece in two and a half times
	// as long as within 15 %.
	slower, faster = 30, 40
	// samePart is the likeness from which nine seconds of a file are a part of a recording, or a
	// part played backwards. Of 105 parts of 35 pieces by the composer, which lasted 10, 20 and 40
	// seconds, were cut at random, encoded as MP3 and AAC of 128 kbit/s or 3 to 9 dB softer, and of
	// which 40 % played backwards, 102 had more: half of them 0.82. The others had 0.5 to 0.6, all
	// of ambient pieces. Of 4165 pairs of parts or pieces with other pieces, 8 had more, up to
	// 0.71: all were techno of one prompt and tempo, where only the drums play. Pairs of one style
	// and several tempos had 0.57 at most. A file of 100 seconds is compared with a piece in 5 ms.
	samePart = 0.62
	// equal is how much less a file may be like an approved recording than like another one,
	// and still be a copy of either: then it is free.
	equal = 0.02
)

// Copies finds copies of music that AI made here, however they are encoded and however
// loud they are. It is safe for concurrent use.
type Copies struct {
	Store  *store.Store
	FFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)
}

// Note stores how the file of a generation sounds, so that its copies are known even after
// it is deleted.
func (c *Copies) Note(ctx context.Context, generationID, file string) error {
	w, err := c.listen(ctx, file)
	if err != nil {
		return err
	}
	return c.Store.NoteWaveform(ctx, generationID, pack(w))
}

// Find returns the music by AI that a file, or a part of it, is a copy of; nil if it is none. Of
// approved music, it finds copies at the same tempo, unless the file is a copy of other music, too.
// isFree reports whether an operator has approved that music. Of a deleted generation, only
// how alike they are is known.
func (c *Copies) Find(ctx context.Context, file string) (like *generation.Likeness, isFree bool, err error) {
	sounds, err := c.Store.Sounds(ctx)
	if err != nil || len(sounds) == 0 {
		return nil, false, err
	}
	w, err := c.listen(ctx, file)
	if err != nil {
		return nil, false, err
	}
	upload := newSuspect(w)
	waiting, err := closestOf(ctx, sounds, false, upload.copyOf)
	if err != nil {
		return nil, false, err
	}
	// A copy of approved music only gets a label, so that those at another tempo, which take most
	// of the time, are looked for only if they would make the file free.
	compare := upload.partOf
	if waiting != nil {
		compare = upload.copyOf
	}
	approved, err := closestOf(ctx, sounds, true, compare)
	if err != nil {
		return nil, false, err
	}
	if waiting == nil || approved != nil && approved.Share > waiting.Share-equal {
		return approved, approved != nil, nil
	}
	return waiting, false, nil
}

// closestOf returns the closest likeness with the approved sounds, or with the others; nil for none.
func closestOf(ctx context.Context, sounds []store.GenerationSound, areApproved bool, compare func(*excerpt.Waveform) *generation.Likeness) (best *generation.Likeness, err error) {
	for i := range sounds {
		s := &sounds[i]
		if s.IsApproved != areApproved {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if l := compare(unpack(s.Waveform)); l != nil {
			l.TrackID, l.Title = s.TrackID, s.Title
			best = closer(best, l)
		}
	}
	return best, nil
}

// suspect is sound that may be a copy.
type suspect struct {
	whole *excerpt.Recording // nil if it is too short to be a whole piece
	parts *excerpt.Parts
}

func newSuspect(w *excerpt.Waveform) *suspect {
	s := &suspect{parts: excerpt.NewParts(w)}
	if len(w.Low) >= excerpt.MinTrack*dsp.PeaksPerSecond {
		s.whole = excerpt.New(w)
	}
	return s
}

// partOf returns how a part of the sound is a part of a piece, at its own tempo; nil if none is.
func (s *suspect) partOf(piece *excerpt.Waveform) *generation.Likeness {
	if x := s.parts.In(excerpt.New(piece)); x.Likeness >= samePart {
		return &generation.Likeness{Kind: generation.LikeSound, Share: x.Likeness, At: x.From, OtherAt: x.Start}
	}
	return nil
}

// copyOf returns how the sound is a copy of a piece, or of a part of it; nil if it is not.
func (s *suspect) copyOf(piece *excerpt.Waveform) *generation.Likeness {
	if l := s.partOf(piece); l != nil || s.whole == nil {
		return l
	}
	return closest(s.whole.FindWithin(piece, slower, faster), sameRecording)
}

// closer returns the greater of two likenesses, of which the first may be nil.
func closer(a, b *generation.Likeness) *generation.Likeness {
	if a == nil || b.Share > a.Share {
		return b
	}
	return a
}

// ear draws the waveform of sound.
type ear struct{ *dsp.Peaks }

// Hear implements ffmpeg.Listener.
func (e ear) Hear(samples []float32) error {
	e.Write(samples)
	return nil
}

// listen returns the waveform of a file; an empty one for sound that is too long to be
// compared.
func (c *Copies) listen(ctx context.Context, file string) (*excerpt.Waveform, error) {
	runner, err := c.FFmpeg(ctx)
	if err != nil {
		return nil, err
	}
	sound, err := ffmpeg.Probe(file)
	if err != nil {
		return nil, fmt.Errorf("listen for copies: %w", err)
	}
	if sound.Audio.Duration > longestTrack {
		return &excerpt.Waveform{}, nil
	}
	sound.Rate = workingRate
	peaks, err := dsp.NewPeaks(sound.Rate, ffmpeg.DecodedChannels(sound.Audio))
	if err != nil {
		return nil, fmt.Errorf("listen for copies: %w", err)
	}
	errs := runner.Decode(ctx, []ffmpeg.Sound{sound}, false, func(int) ffmpeg.Listener { return ear{peaks} })
	if errs[0] != nil {
		return nil, fmt.Errorf("listen for copies: %w", errs[0])
	}
	w := new(excerpt.Waveform)
	w.Low, w.Mid, w.High = peaks.Result()
	return w, nil
}

const (
	workingRate = 44100 // Hz
	// perByte is how many points of a waveform are one byte of a stored one, and soft is
	// added to points before their geometric mean: package excerpt compares such means.
	perByte = 6
	soft    = 4
	bands   = 3
)

// pack returns a waveform as it is stored.
func pack(w *excerpt.Waveform) []byte {
	var packed []byte
	n := min(len(w.Low), len(w.Mid), len(w.High)) / perByte
	for _, points := range [bands][]byte{w.Low, w.Mid, w.High} {
		for i := range n {
			sum := 0.0
			for _, v := range points[i*perByte : (i+1)*perByte] {
				sum += math.Log(float64(v) + soft)
			}
			packed = append(packed, byte(math.Round(math.Exp(sum/perByte)-soft)))
		}
	}
	return packed
}

// unpack returns a waveform that was stored.
func unpack(packed []byte) *excerpt.Waveform {
	n := len(packed) / bands
	band := func(i int) []byte {
		points := make([]byte, 0, n*perByte)
		for _, v := range packed[i*n : (i+1)*n] {
			points = append(points, bytes.Repeat([]byte{v}, perByte)...)
		}
		return points
	}
	return &excerpt.Waveform{Low: band(0), Mid: band(1), High: band(2)}
}
