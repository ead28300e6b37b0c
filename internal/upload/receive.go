package upload

import (
	"cmp"
	"context"
	"crypto/sha1" //nolint:gosec // against broken lines, not against people; the protocol asks for it
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"os"
	"sync"

	"sonora/internal/music"
)

// Algorithms are the checksums of pieces, by the names tus has for them.
var Algorithms = []string{"sha1", "sha256"}

// Checksum is what a piece has to add up to.
type Checksum struct {
	Algorithm string // one of Algorithms
	Sum       []byte
}

func (c *Checksum) hash() hash.Hash {
	switch {
	case c == nil:
		return nil
	case c.Algorithm == "sha256":
		return sha256.New()
	}
	return sha1.New() //nolint:gosec // see above
}

// Piece is a part of a file.
type Piece struct {
	Offset   int64 // where it begins
	Length   int64 // bytes; -1 when that is not known
	Body     Body
	Checksum *Checksum // nil without one
	over     error     // what too much of it is; nil is errTooMuch
}

var (
	errOffset  = music.NewError(music.Conflict, "The piece does not begin where the last one ended.")
	errTooMuch = music.NewError(music.TooLarge, "The piece reaches beyond the end of the file.")
	errPiece   = music.NewError(music.TooLarge, "Request body is too large.")
	errSum     = music.NewError(music.Invalid, "The piece was damaged on its way: its checksum does not match.")
	errBroken  = music.NewError(music.Invalid, "The body did not arrive.")
)

// Write adds a piece to one of the viewer's uploads and returns how far that
// is then. What arrived before a connection broke counts, without a checksum.
// With the last piece the file is looked at: Unsupported when it is refused.
// Conflict for another offset than the upload's, TooLarge for more than the
// file's length, ErrChecksum for a damaged piece, ErrBusy.
func (s *Service) Write(ctx context.Context, v music.Viewer, id string, p Piece) (*Progress, error) {
	if _, err := s.own(ctx, v, id); err != nil {
		return nil, err
	}
	w, err := s.claim(ctx, id, p.Body)
	if err != nil {
		return nil, err
	}
	defer s.release(id, w)
	u, err := s.own(ctx, v, id) // as it is now that nobody else is at it
	if err != nil {
		return nil, err
	}
	size := u.Length
	if u.State == music.UploadReceiving {
		if size, err = s.staging.settle(id); err != nil {
			return nil, err
		}
	}
	switch {
	case p.Offset != size:
		return nil, errOffset
	case p.Length > u.Length-size:
		return nil, errTooMuch
	case u.State != music.UploadReceiving:
		return &Progress{*u, size}, nil
	}
	ctx = context.WithoutCancel(ctx) // the sender may be gone, what it sent is here
	w.begin()
	n, err := s.receive(u, w, p)
	if n > 0 && size+n < u.Length {
		u.ExpiresAt = s.now().Add(life)
		err = errors.Join(err, s.store.KeepUpload(ctx, id, u.ExpiresAt))
	}
	if err == nil && size+n == u.Length {
		err = s.judge(ctx, u)
	}
	return &Progress{*u, size + n}, err
}

// receive writes a piece behind what is there and returns how many bytes of
// it are good and durable.
func (s *Service) receive(u *music.Upload, w *writer, p Piece) (n int64, err error) {
	file, err := os.OpenFile(s.staging.path(u.ID), os.O_WRONLY, 0)
	if err != nil {
		return 0, diskError(err)
	}
	defer file.Close()
	sum := p.Checksum.hash()
	if sum != nil {
		if err := s.staging.hold(u.ID, p.Offset); err != nil {
			return 0, err
		}
	}
	n, err = appendTo(file, w, p, u.Length-p.Offset, sum)
	undo := takesBack(err)
	if sum != nil && err == nil && subtle.ConstantTimeCompare(sum.Sum(nil), p.Checksum.Sum) == 0 {
		err = errSum.Because(ErrChecksum)
	}
	if sum != nil && err != nil || undo {
		n = 0
		err = errors.Join(err, diskError(file.Truncate(p.Offset)))
	}
	if sync := datasync(file); sync != nil { // then nothing of it may be promised
		n, err = 0, errors.Join(err, diskError(sync), diskError(file.Truncate(p.Offset)))
	}
	if sum != nil {
		err = errors.Join(err, s.staging.letGo(u.ID))
	}
	return n, err
}

// takesBack reports whether a piece is refused with all that came of it.
func takesBack(err error) bool { return music.CodeOf(err) == music.TooLarge }

// pieceSize is how much is read at once. Buffers are reused: what is received
// never depends on the memory.
const pieceSize = 512 << 10

var pieces = sync.Pool{New: func() any { return new([pieceSize]byte) }}

// appendTo copies a body behind the offset of a piece, no more than most
// bytes, and returns how many it wrote.
func appendTo(file *os.File, w *writer, p Piece, most int64, sum hash.Hash) (n int64, err error) {
	buffer := pieces.Get().(*[pieceSize]byte) //nolint:forcetypeassert // the pool holds nothing else
	defer pieces.Put(buffer)
	flush := newFlusher(file)
	defer flush.wait()
	for {
		got, readErr := p.Body.Read(buffer[:])
		if int64(got) > most-n {
			return n, cmp.Or[error](p.over, errTooMuch)
		}
		wrote, err := file.WriteAt(buffer[:got], p.Offset+n)
		n += int64(wrote)
		if err != nil {
			return n, diskError(err)
		}
		if sum != nil {
			_, _ = sum.Write(buffer[:got]) // never fails
		}
		if errors.Is(readErr, io.EOF) {
			return n, nil
		}
		if readErr != nil {
			return n, bodyError(readErr)
		}
		if err := w.arrived(); err != nil {
			return n, errBroken.Because(err)
		}
		flush.after(n)
	}
}

func bodyError(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errPiece
	}
	return errBroken.Because(fmt.Errorf("read a piece: %w", err))
}
