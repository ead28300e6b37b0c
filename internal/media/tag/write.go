package tag

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"sonora/internal/codec/mp4"
	"sonora/internal/media/picture"
	"sonora/internal/music"
)

// MaxCover is the maximum size of a cover to write, in bytes. FLAC blocks hold
// less than 16 MiB.
const MaxCover = 15 << 20

// ErrNotWritable is returned for a playable file whose tags cannot be changed
// safely, because it has several streams or an unusual structure.
var ErrNotWritable = errors.New("the tags of this file cannot be changed")

func notWritable(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrNotWritable, fmt.Sprintf(format, args...))
}

// Change describes a change of a file's tags.
type Change struct {
	// Fields are new values by Vorbis comment name in upper case. A field
	// without values is removed; fields not listed remain.
	Fields map[string][]string
	// Cover replaces the front cover. An empty one removes all pictures; nil
	// leaves them unchanged.
	Cover *Cover
	// Chapters replace those of the file, up to MaxChapters; nil leaves them
	// unchanged.
	Chapters []Chapter

	inPlace bool // no piece may depend on all of the file; see Rewrite
}

// Cover is a picture to write into a file.
type Cover struct{ Data []byte }

// changes reports whether a field changes.
func (c *Change) changes(name string) bool {
	_, ok := c.Fields[name]
	return ok
}

// names returns the changed fields in a fixed order.
func (c *Change) names() []string {
	names := make([]string, 0, len(c.Fields))
	for name := range c.Fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// drops reports whether pictures of a type are removed.
func (c *Change) drops(kind int) bool {
	return c.Cover != nil && (len(c.Cover.Data) == 0 || kind == picture.FrontCover)
}

// newCover returns the picture to write, or nil.
func (c *Change) newCover() []byte {
	if c.Cover == nil {
		return nil
	}
	return c.Cover.Data
}

// piece is a part of a new file: bytes, a range of the old file, or the output
// of write.
type piece struct {
	b     []byte
	off   int64
	n     int64
	write func(w io.Writer) error
}

func bytesPiece(b []byte) piece { return piece{b: b} }

func rangePiece(off, end int64) piece { return piece{off: off, n: max(0, end-off)} }

// size returns the length of a piece without write.
func (p piece) size() int64 { return int64(len(p.b)) + p.n }

// Write writes the audio file in src, which is size bytes long, to dst with
// changed tags. The audio and all metadata that the change does not name stay
// the same byte for byte. It returns a *FileError if src is not a valid audio
// file, ErrNotWritable if its tags cannot be changed, music.TooLarge for a
// cover above MaxCover, or an error of dst.
func Write(dst io.Writer, src io.ReaderAt, size int64, c Change) error {
	if len(c.newCover()) > MaxCover {
		return music.NewError(music.TooLarge, "The cover is too large to be written into a file.")
	}
	s, err := newSource(src, size)
	if err != nil {
		return asFileError(err)
	}
	defer s.Close()
	pieces, err := rewrite(s, &c)
	if err != nil {
		return err
	}
	buffer := make([]byte, 256<<10)
	for _, p := range pieces {
		if err := p.copy(dst, s.r, buffer); err != nil {
			return fmt.Errorf("write tags: %w", err)
		}
	}
	return nil
}

func (p piece) copy(dst io.Writer, src io.ReaderAt, buffer []byte) error {
	switch {
	case p.write != nil:
		return p.write(dst)
	case p.n > 0:
		n, err := io.CopyBuffer(struct{ io.Writer }{dst}, struct{ io.Reader }{io.NewSectionReader(src, p.off, p.n)}, buffer)
		if err == nil && n < p.n {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	_, err := dst.Write(p.b)
	return err
}

// rewrite plans the new file as pieces.
func rewrite(s *source, c *Change) ([]piece, error) {
	f, err := parse(s, extra{}) // damaged files are not changed
	if err != nil {
		return nil, asFileError(err)
	}
	if f.audio.Samples <= 0 {
		return nil, asFileError(corrupt("The file holds no audio, only headers."))
	}
	start, err := (&file{fields: fields{}}).leadingTags(s)
	if err != nil {
		return nil, asFileError(err)
	}
	magic, err := s.peek(start, int(min(16, s.size-start)))
	if err != nil {
		return nil, asFileError(err)
	}
	pieces, err := rewriteAs(s, start, string(magic), c)
	if err != nil && !errors.Is(err, ErrNotWritable) {
		return nil, asFileError(err)
	}
	return pieces, err
}

// rewriteAs plans a file whose content starts with magic at start.
func rewriteAs(s *source, start int64, magic string, c *Change) ([]piece, error) {
	is := func(at int, what string) bool { return len(magic) >= at+len(what) && magic[at:at+len(what)] == what }
	switch {
	case is(0, "fLaC"):
		return rewriteFLAC(s, start, c)
	case is(0, "OggS"):
		return rewriteOgg(s, start, c)
	case (is(0, "RIFF") || is(0, "RF64")) && is(8, "WAVE"):
		return rewriteWAV(s, start, c)
	case is(0, "FORM"):
		return rewriteAIFF(s, start, c)
	case mp4.IsFile([]byte(magic)):
		return rewriteMP4(s, c)
	}
	return rewriteMPEG(s, start, c)
}

// ReadFields returns all text tags of a file by Vorbis comment name in upper
// case, unmodified, and its lyrics.
func ReadFields(path string) (map[string][]string, error) {
	s, err := openSource(path)
	if err != nil {
		return nil, asFileError(err)
	}
	defer s.Close()
	f, err := parse(s, extra{})
	if err != nil {
		return nil, asFileError(err)
	}
	return f.fields, nil
}

// Interpret returns the tags and lyrics for fields as ReadFields returns them.
func Interpret(values map[string][]string) (music.Tags, music.Lyrics) {
	f := fields(values)
	return f.tags(), f.lyrics()
}
