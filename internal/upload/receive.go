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
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
)

// Algorithms are the checksum algorithms for pieces, by their names in tus.
var Algorithms = []string{"sha1", "sha256"}

// Checksum is the expected checksum of a piece.
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
	return sha1.New() //nolint:gosec // tus names SHA-1
}

// Piece is a part of a file.
type Piece struct {
	Offset   int64 // where it begins
	Length   int64 // bytes; -1 if unknown
	Total    int64 // length of the file, for a growing upload that ends with it; 0 if not stated
	Body     Body
	Checksum *Checksum // nil without one
	over     error     // the error for a piece that is too long; nil is errTooMuch
}

var (
	errOffset  = music.NewError(music.Conflict, "The piece does not begin where the last one ended.")
	errTooMuch = music.NewError(music.TooLarge, "The piece reaches beyond the end of the file.")
	errPiece   = music.NewError(music.TooLarge, "Request body is too large.")
	errSum     = music.NewError(music.Invalid, "The piece was damaged in transit: its checksum does not match.")
	errNoSize  = music.NewError(music.Invalid, "While the length of the file is not known, each piece needs a Content-Length.")
	errShorter = music.NewError(music.Invalid, "Upload-Length is less than what has arrived.")
	errKnown   = music.NewError(music.Conflict, "The length of this file is already known and cannot change.")
	errBroken  = music.NewError(music.Invalid, "The request body did not arrive.")
)

// Write adds a piece to one of the viewer's uploads and returns the progress.
// Bytes that arrived before a connection broke count, unless the piece has a
// checksum. After the last piece, Write examines the file and returns
// Unsupported if it is rejected. It returns Conflict if the piece does not
// start at the upload's offset, TooLarge if it exceeds the file's length or, of
// a growing upload, the limits that Create checks for others,
// ErrChecksum for a damaged piece, Unavailable if the disk has no room for more (what
// arrived before counts), and ErrBusy while another request is
// sending.
func (s *Service) Write(ctx context.Context, v music.Viewer, id string, p Piece) (*Progress, error) {
	if _, err := s.own(ctx, v, id); err != nil {
		return nil, err
	}
	w, err := s.claim(ctx, id, p.Body)
	if err != nil {
		return nil, err
	}
	defer s.release(id, w)
	u, err := s.own(ctx, v, id) // the present state, now that nobody else is writing
	if err != nil {
		return nil, err
	}
	size := u.Length
	if u.Arrives() {
		if size, err = s.staging.settle(id); err != nil {
			return nil, err
		}
	}
	if p.Offset != size {
		return nil, errOffset
	}
	if err := s.grow(ctx, u, size, p); err != nil {
		return nil, err
	}
	switch {
	case p.Length > u.Length-size:
		return nil, errTooMuch
	case !u.Arrives():
		return &Progress{*u, size}, nil
	}
	ctx = context.WithoutCancel(ctx) // the sender may be gone, but its bytes are here
	w.begin()
	n, err := s.receive(u, w, p)
	if n > 0 && size+n < u.Length {
		u.ExpiresAt = s.now().Add(lifeOf(u))
		err = errors.Join(err, s.store.KeepUpload(ctx, id, u.ExpiresAt))
	}
	if err == nil && size+n == u.Length && u.State == intake.Receiving {
		err = s.judge(ctx, u)
	}
	return &Progress{*u, size + n}, err
}

// lifeOf returns how long an upload waits for its next byte.
func lifeOf(u *intake.Upload) time.Duration {
	if u.State == intake.Growing {
		return growingLife
	}
	return life
}

// grow makes room in a growing upload of size bytes for a piece. The upload
// stops growing if the piece states the file's length.
func (s *Service) grow(ctx context.Context, u *intake.Upload, size int64, p Piece) error {
	if u.State != intake.Growing {
		if p.Total != 0 && p.Total != u.Length {
			return errKnown
		}
		return nil
	}
	grown := *u
	grown.Length, grown.ExpiresAt = size+p.Length, s.now().Add(growingLife)
	if p.Total != 0 {
		grown.Length, grown.State = p.Total, intake.Receiving
	}
	switch {
	case p.Length < 0:
		return errNoSize
	case grown.Length < size+p.Length:
		return errShorter
	case grown.Length > s.MaxSize():
		return errTooLarge
	}
	quota, err := s.quota(ctx, u.AccountID)
	if err != nil {
		return err
	}
	if err := s.store.GrowUpload(ctx, &grown, quota); err != nil {
		return err
	}
	*u = grown
	return nil
}

// receive appends a piece and returns how many of its bytes are valid and
// durable.
func (s *Service) receive(u *intake.Upload, w *writer, p Piece) (n int64, err error) {
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
	n, err = s.appendTo(file, w, p, u.Length-p.Offset, sum)
	undo := takesBack(err)
	if sum != nil && err == nil && subtle.ConstantTimeCompare(sum.Sum(nil), p.Checksum.Sum) == 0 {
		err = errSum.Because(ErrChecksum)
	}
	if sum != nil && err != nil || undo {
		n = 0
		err = errors.Join(err, diskError(file.Truncate(p.Offset)))
	}
	if sync := datasync(file); sync != nil { // then none of it counts
		n, err = 0, errors.Join(err, diskError(sync), diskError(file.Truncate(p.Offset)))
	}
	if sum != nil {
		err = errors.Join(err, s.staging.unhold(u.ID))
	}
	return n, err
}

// takesBack reports whether all bytes of a failed piece are removed.
func takesBack(err error) bool { return music.CodeOf(err) == music.TooLarge }

// pieceSize is the size of the reused read buffers, so that memory does not
// depend on the size of the body.
const pieceSize = 512 << 10

var pieces = sync.Pool{New: func() any { return new([pieceSize]byte) }}

// appendTo copies at most limit bytes of a body to the file and returns how
// many it wrote. It stops when the disk has no room for more.
func (s *Service) appendTo(file *os.File, w *writer, p Piece, limit int64, sum hash.Hash) (n int64, err error) {
	buffer := pieces.Get().(*[pieceSize]byte) // the pool has no other type
	defer pieces.Put(buffer)
	flush := newFlusher(file)
	defer flush.wait()
	for {
		got, readErr := p.Body.Read(buffer[:])
		if int64(got) > limit-n {
			return n, cmp.Or[error](p.over, errTooMuch)
		}
		if err := s.checkDisk(int64(got)); err != nil {
			return n, err
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
