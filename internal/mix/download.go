package mix

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"sync"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/media/tag"
)

// Described returns the sound of a mix as a file that says what it is: with the
// title, the DJ, and the tracklist as chapters. version differs between
// descriptions. If the format has no room for them, Described returns the sound as
// it is, and version is "".
func Described(d *djmix.Detail, sound io.ReadSeeker, size int64) (file io.ReadSeeker, newSize int64, version string, err error) {
	change := tag.Change{Fields: map[string][]string{"TITLE": {d.Title}}, Chapters: chapters(d)}
	if d.DJName != "" {
		change.Fields["ARTIST"] = []string{d.DJName}
	}
	src, ok := sound.(io.ReaderAt)
	if !ok {
		src = &seeking{src: sound}
	}
	r, err := tag.Rewrite(src, size, change)
	if _, damaged := errors.AsType[*tag.FileError](err); damaged || errors.Is(err, tag.ErrNotWritable) {
		_, err = sound.Seek(0, io.SeekStart)
		return sound, size, "", err
	}
	if err != nil {
		return nil, 0, "", fmt.Errorf("describe a mix: %w", err)
	}
	h := fnv.New64a()
	if err := json.NewEncoder(h).Encode(change); err != nil {
		return nil, 0, "", fmt.Errorf("describe a mix: %w", err)
	}
	return r, r.Size, strconv.FormatUint(h.Sum64(), 36), nil
}

// chapters returns the tracklist of a mix as chapters; not nil, so that they
// replace what the DJ's program wrote into the file.
func chapters(d *djmix.Detail) []tag.Chapter {
	list := []tag.Chapter{}
	for _, e := range d.Tracklist[:min(len(d.Tracklist), tag.MaxChapters)] {
		at := time.Duration(e.Seconds * float64(time.Second))
		if n := len(list); n > 0 {
			list[n-1].End = at
		}
		list = append(list, tag.Chapter{Start: at, End: max(at, d.Duration), Title: e.Name()})
	}
	return list
}

// seeking reads anywhere by seeking.
type seeking struct {
	mu  sync.Mutex
	src io.ReadSeeker
}

// ReadAt implements io.ReaderAt.
func (s *seeking) ReadAt(b []byte, at int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.src.Seek(at, io.SeekStart); err != nil {
		return 0, fmt.Errorf("seek in a mix: %w", err)
	}
	n, err := io.ReadFull(s.src, b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
