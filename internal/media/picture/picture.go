// Package picture handles the pictures of tracks, albums and people. It detects
// formats by content, describes and hashes pictures, and makes thumbnails,
// mosaics and portraits. Since the bytes are untrusted, it checks dimensions
// before decoding.
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
	// MaxBytes is the maximum size of a picture.
	MaxBytes = 32 << 20

	maxHashedWhole = 64 << 10 // larger pictures are hashed by a piece from each end
	hashedPiece    = 16 << 10
)

// FrontCover is the type of a front cover in ID3 and FLAC.
const FrontCover = 3

// ErrNone is returned for bytes that are not a picture, or are too large.
var ErrNone = errors.New("no picture")

// Ref locates the bytes of a picture. The zero value is no picture.
type Ref struct {
	Kind int // picture type as in ID3 and FLAC
	From io.ReaderAt
	Off  int64
	Size int64
}

// InMemory returns a Ref to bytes in memory.
func InMemory(kind int, b []byte) Ref {
	return Ref{Kind: kind, From: bytes.NewReader(b), Size: int64(len(b))}
}

// Offer replaces r by q if q is the better cover: a front cover is better than
// any other picture; otherwise the first one stays.
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

// pieces are reused between pictures, since a scan describes one per file.
var pieces = sync.Pool{New: func() any { return new([maxHashedWhole]byte) }}

// Describe returns the hash, type and dimensions of the picture. It returns
// ErrNone if the bytes are not a picture.
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

// Describe is Ref.Describe for a picture in memory.
func Describe(picture []byte) (*music.Picture, error) {
	return InMemory(FrontCover, picture).Describe()
}

// DescribeFrom is Ref.Describe for size bytes that are not a local file, such
// as an object in a bucket.
func DescribeFrom(r io.ReaderAt, size int64) (*music.Picture, error) {
	return Ref{From: r, Size: size}.Describe()
}

// DescribeFile is Ref.Describe for a picture file.
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

// readFull returns io.ErrUnexpectedEOF if there are fewer than len(b) bytes at
// off.
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
