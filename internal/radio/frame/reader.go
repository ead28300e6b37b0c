package frame

import (
	"bytes"
	"errors"
	"io"

	"sonora/internal/music"
	"sonora/internal/station"
)

// ErrNotAudio means that the stream contains nothing that a station can send.
var ErrNotAudio = music.NewError(music.Unsupported, "A station cannot broadcast this audio format. Send MP3, AAC, Ogg (Opus, Vorbis or FLAC), FLAC or WebM.")

// ErrVideo means that the stream contains video.
var ErrVideo = music.NewError(music.Unsupported, "This stream has video in it. Stations take sound only.")

// errLost means that the Reader must search for the next frame, of any codec.
var errLost = errors.New("no frame here")

// maxGarbage is how many bytes in a row may be anything but sound.
const maxGarbage = 256 << 10

// Reader cuts a stream into frames. It belongs to one goroutine.
type Reader struct {
	in    input
	hint  Codec
	codec Codec
	parse parser // nil during the search for a frame
	last  parser // before the search

	lostAt int64 // position at which the last search began
	title  *station.StreamTitle
}

// parser finds the frames of one codec.
type parser interface {
	// next returns the next frame. It returns errLost if there is none of its
	// codec.
	next(in *input) (Frame, error)
	// resumes reports whether its frames continue here.
	resumes(in *input) bool
	codec() Codec
}

// NewReader returns a Reader of r. The content type decides if the bytes are
// ambiguous; it may be "".
func NewReader(r io.Reader, contentType string) *Reader {
	return &Reader{in: input{src: r}, hint: CodecOf(contentType), lostAt: -1}
}

// Codec returns the codec of the last frame; NoCodec before the first one. It
// can change within a stream, and so can Frame.Rate and Frame.Header.
func (r *Reader) Codec() Codec { return r.codec }

// Next returns the next frame. It skips incomplete frames. It returns io.EOF at
// the end of the stream, ErrNotAudio after 256 KiB without a frame, ErrVideo for
// a stream with video, and otherwise the error of the stream.
func (r *Reader) Next() (Frame, error) {
	for {
		if r.parse == nil {
			if err := r.detect(); err != nil {
				return Frame{}, err
			}
		}
		f, err := r.parse.next(&r.in)
		if errors.Is(err, errLost) {
			if r.lostAt == r.in.removed {
				r.in.skip(1) // do not find it again
			}
			r.lostAt = r.in.removed
			r.parse, r.last = nil, r.parse
			continue
		}
		if err != nil {
			return Frame{}, err
		}
		r.codec = r.parse.codec()
		if f.Title == nil {
			f.Title = r.title
		}
		r.title = nil
		return f, nil
	}
}

// detect skips to the next frame of any codec.
func (r *Reader) detect() error {
	for {
		b := r.in.peek(16)
		if len(b) == 0 {
			return r.atEnd()
		}
		if r.in.skipped > maxGarbage {
			return ErrNotAudio
		}
		if size, title := tag(&r.in); size > 0 {
			r.in.pass(size)
			if title != nil {
				r.title = title
			}
			continue
		}
		if r.parse = r.parserFor(b); r.parse != nil {
			r.last = nil
			return nil
		}
		r.in.skip(1 + distance(r.in.held()[1:]))
	}
}

func (r *Reader) atEnd() error {
	if err := r.in.end(); !errors.Is(err, io.EOF) {
		return err
	}
	if r.codec == NoCodec && r.in.skipped > 0 {
		return ErrNotAudio
	}
	return io.EOF
}

func (r *Reader) parserFor(b []byte) parser {
	if r.last != nil && r.last.resumes(&r.in) {
		return r.last
	}
	switch {
	case bytes.HasPrefix(b, []byte("OggS")):
		if _, ok := readPage(&r.in); ok {
			return &oggParser{}
		}
	case bytes.HasPrefix(b, []byte("fLaC")):
		if p := newFLAC(&r.in); p != nil {
			return p
		}
	case bytes.HasPrefix(b, ebmlMagic):
		return &webmParser{}
	case b[0] == 0xff:
		if p := newMP3(&r.in, r.chain(MP3)); p != nil {
			return p
		}
		if p := newADTS(&r.in, r.chain(AAC)); p != nil {
			return p
		}
	}
	return nil
}

// chain returns how many headers in a row count as a stream of a codec: fewer
// if that codec is expected.
func (r *Reader) chain(codec Codec) int {
	if r.codec == codec || r.codec == NoCodec && r.hint == codec {
		return 3
	}
	return 4
}

// distance returns the offset of the first byte with which a frame or a tag can
// begin, or the length of b.
func distance(b []byte) int {
	for i, c := range b {
		switch c {
		case 0xff, 'O', 'f', ebmlMagic[0], clusterMagic[0], 'I', 'T', 'A', 'L':
			return i
		}
	}
	return len(b)
}
