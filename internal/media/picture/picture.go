// Package picture handles the pictures of tracks, albums and people. It tells
// what a picture is by its content, describes and hashes it, and makes
// thumbnails, mosaics and portraits. The bytes may come from anybody, so sizes
// are checked before anything is decoded.
package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/zeebo/xxh3"

	"sonora/internal/music"
)

const (
	// MaxBytes bounds the pictures that are read.
	MaxBytes = 32 << 20

	maxHashedWhole = 64 << 10 // larger pictures are hashed by a piece of each end
	hashedPiece    = 16 << 10
)

// FrontCover is the kind of a front cover, both in ID3 and in FLAC.
const FrontCover = 3

// ErrNone reports bytes that are not a picture, or too many of them.
var ErrNone = errors.New("no picture")

// Ref says where the bytes of a picture are. The zero value is no picture.
type Ref struct {
	Kind int // as ID3 and FLAC number them
	From io.ReaderAt
	Off  int64
	Size int64
}

// InMemory refers to a picture whose bytes are in memory.
func InMemory(kind int, b []byte) Ref {
	return Ref{Kind: kind, From: bytes.NewReader(b), Size: int64(len(b))}
}

// Offer replaces r with q when q is the better cover: a front cover wins over
// any other picture, else the first one stays.
func (r *Ref) Offer(q Ref) {
	if q.Size <= 0 || q.Size > MaxBytes {
		return
	}
	if r.From == nil || r.Kind != FrontCover && q.Kind == FrontCover {
		*r = q
	}
}

// Read returns the bytes of the picture.
func (r Ref) Read() ([]byte, error) {
	if r.From == nil || r.Size <= 0 || r.Size > MaxBytes {
		return nil, fmt.Errorf("read picture: %w", ErrNone)
	}
	b := make([]byte, r.Size)
	if err := readFull(r.From, b, r.Off); err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	return b, nil
}

// pieces are reused from picture to picture: a scan describes one per file.
var pieces = sync.Pool{New: func() any { return new([maxHashedWhole]byte) }}

// Describe hashes and measures the picture.
func (r Ref) Describe() (*music.Picture, error) {
	if r.From == nil || r.Size <= 0 || r.Size > MaxBytes {
		return nil, fmt.Errorf("describe picture: %w", ErrNone)
	}
	lengths := []int64{r.Size}
	if r.Size > maxHashedWhole {
		lengths = []int64{hashedPiece, hashedPiece}
	}
	h := xxh3.New()
	_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(r.Size))) // never fails
	described := &music.Picture{Bytes: int(r.Size)}
	buffer := pieces.Get().(*[maxHashedWhole]byte)
	defer pieces.Put(buffer)
	for i, n := range lengths {
		b, off := buffer[:n], r.Off
		if i > 0 {
			off += r.Size - n
		}
		if err := readFull(r.From, b, off); err != nil {
			return nil, fmt.Errorf("describe picture: %w", err)
		}
		if i == 0 {
			if described.MIME, described.Width, described.Height = Sniff(b); described.MIME == "" {
				return nil, fmt.Errorf("describe picture: %w", ErrNone)
			}
		}
		_, _ = h.Write(b)
	}
	described.Hash = fmt.Sprintf("%016x", h.Sum64())
	return described, nil
}

// Describe describes a picture that is in memory by its content.
func Describe(picture []byte) (*music.Picture, error) {
	return InMemory(FrontCover, picture).Describe()
}

// DescribeFrom describes a picture of size bytes that is not a file on this
// machine, such as an object in a bucket.
func DescribeFrom(r io.ReaderAt, size int64) (*music.Picture, error) {
	return Ref{From: r, Size: size}.Describe()
}

// DescribeFile describes a picture file by its content.
func DescribeFile(path string) (*music.Picture, error) {
	f, size, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("describe picture: %w", err)
	}
	defer f.Close()
	return DescribeFrom(f, size)
}

// ReadFile returns the bytes of a picture file.
func ReadFile(path string) ([]byte, error) {
	f, size, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	defer f.Close()
	return Ref{From: f, Size: size}.Read()
}

// open opens a regular file.
func open(path string) (*os.File, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("not a regular file: %w", fs.ErrInvalid)
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// readFull fails with io.ErrUnexpectedEOF when there are fewer bytes at off
// than asked for.
func readFull(r io.ReaderAt, b []byte, off int64) error {
	n, err := r.ReadAt(b, off)
	switch {
	case n == len(b):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	return err
}
