package frame

import (
	"bytes"
	"errors"
	"io"

	"sonora/internal/music"
	"sonora/internal/station"
)

// ErrNotAudio ends a stream in which nothing is found that a station can
// send.
var ErrNotAudio = music.NewError(music.Unsupported, "This is no sound that a station can send. Send MP3, AAC, Ogg (Opus, Vorbis or FLAC), FLAC or WebM.")

// ErrVideo ends a stream that shows pictures.
var ErrVideo = music.NewError(music.Unsupported, "This stream has video in it. Stations take sound only.")

// errLost has the Reader look for the next frame of whatever codec.
var errLost = errors.New("no frame here")

// mostGarbage is how much of a stream may be no sound, in one piece.
const mostGarbage = 256 << 10

// Reader cuts a stream into frames. It belongs to one goroutine.
type Reader struct {
	in    input
	hint  Codec
	codec Codec
	parse parser // nil while a frame is looked for
	last  parser // before it was lost

	lostAt int64 // how much was removed then
	title  *station.StreamTitle
}

// parser finds the next frame of one codec. It returns errLost where its
// frames end.
type parser interface {
	next(in *input) (Frame, error)
	// resumes reports whether its frames go on here.
	resumes(in *input) bool
	codec() Codec
}

// NewReader returns a Reader of r. The content type decides where the bytes
// leave a doubt; "" for unknown.
func NewReader(r io.Reader, contentType string) *Reader {
	return &Reader{in: input{src: r}, hint: CodecOf(contentType), lostAt: -1}
}

// Codec is what the stream is made of, NoCodec before the first frame. It may
// change in mid-stream, and with it Frame.Rate or Frame.Header.
func (r *Reader) Codec() Codec { return r.codec }

// Next returns the next frame, io.EOF at the end of the stream, ErrNotAudio
// after 256 KiB without one, ErrVideo for a film, and what the stream's
// reader says otherwise. A frame that is torn is left out.
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
				r.in.skip(1) // or it would be found again and again
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

// detect goes to the next frame of any codec.
func (r *Reader) detect() error {
	for {
		b := r.in.peek(16)
		if len(b) == 0 {
			return r.atEnd()
		}
		if r.in.skipped > mostGarbage {
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
		return &webm{}
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

// chain is how many headers in a row make a stream: fewer for what it is known
// to be.
func (r *Reader) chain(codec Codec) int {
	if r.codec == codec || r.codec == NoCodec && r.hint == codec {
		return 3
	}
	return 4
}

// distance is how far away the first byte is with which a frame or a tag may
// begin; all of b when there is none.
func distance(b []byte) int {
	for i, c := range b {
		switch c {
		case 0xff, 'O', 'f', ebmlMagic[0], clusterMagic[0], 'I', 'T', 'A', 'L':
			return i
		}
	}
	return len(b)
}
