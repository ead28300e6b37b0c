// Package takeout reads what people download of themselves from other music services:
// what they listened to, what they like, and their playlists. It knows the exports of
// Spotify, ListenBrainz, Last.fm and YouTube Music, as single files and as the ZIP
// archives that the services send.
//
// Nobody vouches for such a file: it is read as a stream, and the memory that one entry
// may use is limited.
package takeout

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"sonora/internal/codec/text"
)

// Song is a track as a service describes it. What a service leaves out is empty.
type Song struct {
	Title, Artist, Album string
	RecordingID          string // of MusicBrainz
	Duration             time.Duration
}

// Play is one listen.
type Play struct {
	Song     Song
	At       time.Time     // when it began
	Listened time.Duration // 0 if the service does not say; it was then a whole listen
}

// Playlist is a list of songs in their order.
type Playlist struct {
	Name  string
	Songs []Song
}

// Sink receives what is read. An error ends the reading.
type Sink interface {
	Play(p *Play) error
	Like(s *Song) error
	Playlist(p *Playlist) error
}

// ErrFormat is the error for a file that is not an export of a known service, or is damaged.
var ErrFormat = errors.New("not a known export")

// ErrTooLarge is the error for an archive that is larger than a Reader takes.
var ErrTooLarge = errors.New("the archive is too large")

const (
	maxEntries  = 20_000    // files in an archive
	maxUnpacked = 512 << 20 // bytes of an archive's files that are read
	maxRatio    = 200       // of an archive's file to its size; real lists are 10 to 40 times smaller when packed
	minUnpacked = 1 << 20   // bytes of a file that are read at any ratio
	maxElement  = 32 << 20  // bytes of one entry of a list, which may be a whole playlist
	maxText     = 2000      // bytes of one text; the rest is cut off
	maxSongs    = 50_000    // of one playlist; the rest is left out
	maxVideos   = 500_000   // of which the names are kept for playlists
)

// Reader reads the files of one export, in any order.
type Reader struct {
	to     Sink
	videos map[string]Song // of YouTube, by their IDs
	lists  []videoList
	found  int // in the current file
}

// NewReader returns a Reader that passes on what it reads.
func NewReader(to Sink) *Reader { return &Reader{to: to, videos: map[string]Song{}} }

// awake is a reader that ends with its context.
type awake struct {
	ctx context.Context //nolint:containedctx // of the reading that this is a part of
	r   io.Reader
}

// Read implements io.Reader.
func (a awake) Read(p []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	return a.r.Read(p)
}

// Read reads a file: its name and its content decide what it is. It returns ErrFormat if
// nothing in it is known, and the error of the context when that ends.
func (r *Reader) Read(ctx context.Context, name string, file io.ReaderAt, size int64) error {
	err := r.read(ctx, name, file, size)
	return cmp.Or(ctx.Err(), err)
}

func (r *Reader) read(ctx context.Context, name string, file io.ReaderAt, size int64) error {
	r.found = 0
	begin := make([]byte, 4)
	if _, err := file.ReadAt(begin, 0); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read an export: %w", err)
	}
	var err error
	if bytes.Equal(begin, []byte("PK\x03\x04")) {
		err = r.archive(ctx, file, size)
	} else {
		err = r.file(name, awake{ctx, io.NewSectionReader(file, 0, size)})
	}
	if err != nil {
		return err
	}
	if r.found == 0 {
		return ErrFormat
	}
	return nil
}

// Close passes on the playlists whose songs other files name.
func (r *Reader) Close() error {
	for _, list := range r.lists {
		if err := r.to.Playlist(list.named(r.videos)); err != nil {
			return err
		}
	}
	r.lists = nil
	return nil
}

// archive reads the files of an archive that may be known, and ignores the others.
func (r *Reader) archive(ctx context.Context, file io.ReaderAt, size int64) error {
	z, err := zip.NewReader(file, size)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if len(z.File) > maxEntries {
		return ErrTooLarge
	}
	slices.SortFunc(z.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	left := int64(maxUnpacked)
	for _, f := range z.File {
		switch strings.ToLower(path.Ext(f.Name)) {
		case ".json", ".jsonl", ".csv":
		default:
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.UncompressedSize64 > minUnpacked && f.UncompressedSize64/maxRatio > f.CompressedSize64 {
			return ErrTooLarge
		}
		content, err := f.Open() // gives no more than it says
		if err != nil {
			return fmt.Errorf("%w: %w", ErrFormat, err)
		}
		before, limited := r.found, &io.LimitedReader{R: awake{ctx, content}, N: left}
		err = errors.Join(r.file(f.Name, limited), readError(content.Close()))
		if limited.N == 0 {
			err = ErrTooLarge
		}
		left = limited.N
		if errors.Is(err, ErrFormat) && r.found == before {
			err = nil // another file of the service
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// file reads a single file.
func (r *Reader) file(name string, content io.Reader) error {
	b := &budget{r: content}
	in := bufio.NewReaderSize(b, 64<<10)
	b.refill()
	begin, err := in.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return readError(err)
	}
	if bytes.HasPrefix(begin, []byte("\ufeff")) {
		if _, err := in.Discard(len("\ufeff")); err != nil {
			return readError(err)
		}
	}
	for {
		begin, err := in.Peek(1)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return readError(err)
		case begin[0] == '[', begin[0] == '{':
			return r.json(name, in, b)
		case begin[0] == ' ', begin[0] == '\n', begin[0] == '\r', begin[0] == '\t':
			if _, err := in.Discard(1); err != nil {
				return readError(err)
			}
		default:
			return r.csv(name, in, b)
		}
	}
}

// readError returns ErrFormat for errors of the content.
func readError(err error) error {
	if err == nil || errors.Is(err, ErrFormat) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrFormat, err)
}

// budget is a reader that gives only so many bytes until it is refilled, so that no
// single entry fills the memory.
type budget struct {
	r    io.Reader
	left int
}

func (b *budget) refill() { b.left = maxElement }

var errElement = errors.New("an entry is too long")

// Read implements io.Reader.
func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errElement
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// play passes on a listen, unless it is of something without a title.
func (r *Reader) play(p Play) error {
	if p.Song = p.Song.clean(); p.Song.Title == "" && p.Song.RecordingID == "" {
		return nil
	}
	r.found++
	return r.to.Play(&p)
}

func (r *Reader) like(s Song) error {
	if s = s.clean(); s.Title == "" && s.RecordingID == "" {
		return nil
	}
	r.found++
	return r.to.Like(&s)
}

func (r *Reader) playlist(p *Playlist) error {
	r.found++
	p.Name = clean(p.Name)
	p.Songs = p.Songs[:min(len(p.Songs), maxSongs)]
	for i := range p.Songs {
		p.Songs[i] = p.Songs[i].clean()
	}
	return r.to.Playlist(p)
}

func (s *Song) clean() Song {
	c := Song{clean(s.Title), clean(s.Artist), clean(s.Album), strings.ToLower(clean(s.RecordingID)), s.Duration}
	if c.Duration < 0 || c.Duration > 100*time.Hour {
		c.Duration = 0
	}
	return c
}

// clean returns a text without what no database stores.
func clean(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", "")
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	return strings.TrimSpace(s)
}

// baseName returns the name of a file without its folders and ending.
func baseName(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	return clean(strings.TrimSuffix(base, path.Ext(base)))
}

// millis returns a number of milliseconds, at most some days.
func millis(n float64) time.Duration {
	if n > 0 && n < 1e9 {
		return time.Duration(n) * time.Millisecond
	}
	return 0
}

// utf8Line returns a text in UTF-8, whatever a spreadsheet made of it.
func utf8Line(s string) string {
	if strings.ToValidUTF8(s, "") == s {
		return s
	}
	return text.Decode([]byte(s))
}
