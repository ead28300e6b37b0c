// Package file writes composed pieces as audio files: FLAC or WAV, with tags
// that say who made them, a cover, and stems. It needs no other program.
package file

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/mixdown"
	"sonora/internal/art"
	"sonora/internal/codec/flac"
	"sonora/internal/media/tag"
)

// ErrFormat is returned for names that end in neither .flac nor .wav.
var ErrFormat = errors.New("the composer writes .flac and .wav files")

// Supported reports whether the composer can write a file of this name.
func Supported(name string) bool {
	extension := strings.ToLower(filepath.Ext(name))
	return extension == ".flac" || extension == ".wav"
}

// Sound is an audio file of 16-bit stereo sound that grows. It takes its name
// when it is whole: an interrupted one leaves nothing.
type Sound struct {
	name   string
	file   *os.File
	flac   *flac.Encoder // nil for WAV
	dither *mixdown.Dither
	pcm    []byte
	size   int64 // of the sound, bytes
}

// Create begins a .flac or .wav file. The seed is that of the piece's dither.
func Create(name string, seed uint64) (*Sound, error) {
	if !Supported(name) {
		return nil, fmt.Errorf("%s: %w", name, ErrFormat)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".compose-*")
	if err != nil {
		return nil, err
	}
	s := &Sound{name: name, file: f, dither: mixdown.NewDither(seed)}
	if strings.EqualFold(filepath.Ext(name), ".flac") {
		s.flac, err = flac.NewEncoder(f, compose.Rate)
	} else {
		_, err = f.Write(pcm16.head(0))
	}
	if err != nil {
		s.Discard()
		return nil, err
	}
	return s, nil
}

// Write adds interleaved samples.
func (s *Sound) Write(samples []float32) (err error) {
	s.pcm = s.dither.Append(s.pcm[:0], samples)
	s.size += int64(len(s.pcm))
	if s.flac != nil {
		_, err = s.flac.Write(s.pcm)
	} else {
		_, err = s.file.Write(s.pcm)
	}
	return err
}

// Label is what people add to the tags of a piece.
type Label struct {
	Artist string // "Sonora" if empty
	Album  Album
}

// Album is the album of a piece; zero for none.
type Album struct {
	Title         string
	Year          int
	Number, Total int // of the track
}

// Finish completes the file, writes the tags of a piece into it and gives it
// its name. It replaces a file of that name.
func (s *Sound) Finish(p *compose.Piece, l Label) error {
	change, err := tags(p, l)
	if err != nil {
		return err
	}
	return s.FinishAs(change)
}

// FinishAs is Finish for sound that is not of a piece.
func (s *Sound) FinishAs(change tag.Change) error {
	defer s.Discard()
	head, err := s.head()
	if err != nil {
		return err
	}
	if _, err := s.file.WriteAt(head, 0); err != nil {
		return err
	}
	return s.publish(change)
}

// head returns the head of the finished file.
func (s *Sound) head() ([]byte, error) {
	if s.flac != nil {
		return s.flac.Close()
	}
	if s.size > maxWAV {
		return nil, fmt.Errorf("%s: a WAV file of %d bytes is too long, but FLAC has no such limit", s.name, s.size)
	}
	return pcm16.head(s.size), nil
}

// publish writes the tagged file beside the finished one and gives it the name.
func (s *Sound) publish(change tag.Change) error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	tagged, err := os.CreateTemp(filepath.Dir(s.name), ".compose-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tagged.Name()) }() // fails once it has its name
	err = errors.Join(tag.Write(tagged, s.file, info.Size(), change), tagged.Close())
	if err != nil {
		return fmt.Errorf("write the tags: %w", err)
	}
	return os.Rename(tagged.Name(), s.name)
}

// Discard removes an unfinished file.
func (s *Sound) Discard() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}

const coverSize = 1200 // pixels

// algorithmic is the term of the IPTC's vocabulary of digital source types for
// what an algorithm made without samples of other works.
const algorithmic = "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"

// tags returns the tags of a piece. They say that the composer made it, and from
// what. All pieces of an album have one cover.
func tags(p *compose.Piece, l Label) (tag.Change, error) {
	artist, cover := cmp.Or(l.Artist, "Sonora"), fmt.Sprintf("%s %d", p.Plan.Title, p.Plan.Seed)
	if l.Album.Title != "" {
		cover = artist + " " + l.Album.Title
	}
	picture, err := art.JPEG(cover, false, coverSize)
	if err != nil {
		return tag.Change{}, err
	}
	made := fmt.Sprintf("Made by Sonora's composer (AI), engine %s, seed %d.", p.Plan.Engine, p.Plan.Seed)
	if p.Plan.Prompt != "" {
		made += " Prompt: " + p.Plan.Prompt
	}
	fields := map[string][]string{
		"TITLE": {p.Plan.Title}, "ARTIST": {artist}, "GENRE": {p.Style.Label.English}, "COMMENT": {made},
		"BPM": {strconv.FormatFloat(p.Plan.BPM, 'f', -1, 64)}, "INITIALKEY": {initialKey(p)},
		"AI_GENERATED": {"1"}, "DIGITALSOURCETYPE": {algorithmic},
	}
	if a := l.Album; a.Title != "" {
		fields["ALBUM"], fields["ALBUMARTIST"], fields["DATE"] = []string{a.Title}, []string{artist}, []string{strconv.Itoa(a.Year)}
		fields["TRACKNUMBER"], fields["TRACKTOTAL"] = []string{strconv.Itoa(a.Number)}, []string{strconv.Itoa(a.Total)}
	}
	return tag.Change{Cover: &tag.Cover{Data: picture}, Fields: fields}, nil
}

// initialKey returns the key as the tag INITIALKEY has it: "F#m".
func initialKey(p *compose.Piece) string {
	name, _, _ := strings.Cut(p.Plan.Key.String(), " ")
	if p.Plan.Key.Minorish() {
		name += "m"
	}
	return name
}
