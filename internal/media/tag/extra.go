package tag

import (
	"bytes"
	"slices"

	"sonora/internal/codec/id3"
	"sonora/internal/music"
)

// maxExtra is the maximum number of extra fields of a file.
const maxExtra = 64

// extra collects fields that Read ignores, because only a program knows what
// they mean.
type extra struct {
	wanted func(name string) bool // nil for none
	found  map[string][]byte
}

func (e *extra) add(name string, content []byte) {
	if e.wanted == nil || len(e.found) == maxExtra || !e.wanted(name) {
		return
	}
	if e.found == nil {
		e.found = map[string][]byte{}
	}
	e.found[name] = slices.Clone(content)
}

// object adds an object of ID3: an encoding, a media type, a file name, a
// description and the content.
func (e *extra) object(b []byte) {
	encoding := b[0]
	_, b, ok := bytes.Cut(b[1:], []byte{0})
	if !ok {
		return
	}
	if _, b, ok = id3.Cut(b, encoding); !ok {
		return
	}
	if name, content, ok := id3.Cut(b, encoding); ok {
		e.add(id3.Decode(name, encoding), content)
	}
}

// ReadExtra is Read, but also returns the raw content of fields that Read
// ignores, by name: objects of ID3 (GEOB), Vorbis comments, whose names it
// converts to upper case, and free-form items of MP4. wanted says which. Its
// error is always a *FileError.
func ReadExtra(path string, wanted func(name string) bool) (*music.AudioFile, map[string][]byte, error) {
	s, err := openSource(path)
	if err != nil {
		return nil, nil, asFileError(err)
	}
	defer s.Close()
	f, err := parse(s, extra{wanted: wanted})
	if err != nil {
		return nil, nil, asFileError(err)
	}
	return f.describe(), f.extra.found, nil
}
