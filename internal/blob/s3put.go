package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"golang.org/x/sync/errgroup"
)

const (
	minPart      = 8 << 20
	maxParts     = 10_000
	partsAtOnce  = 3 // of one Put; it needs memory for that many parts
	abortTimeout = 10 * time.Second
)

// errReader marks errors of the reader passed to Put, as opposed to errors of
// the store.
var errReader = errors.New("read the bytes to store")

var partPool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Put sends small objects in one request and large ones in parts. Each part has
// a checksum, which the server verifies. The checksum of the whole object is
// stored with it if it is small or its reader can seek.
func (s *S3) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	name, err := s.object(ctx, key)
	if err != nil {
		return err
	}
	p := &s3Put{s: s, ctx: ctx, name: name, size: size, part: max(minPart, (size+maxParts-1)/maxParts)}
	if size <= p.part {
		err = p.single(r)
	} else {
		err = p.multipart(r)
	}
	return s.errorOf(ctx, "write", key, err)
}

type s3Put struct {
	s    *S3
	ctx  context.Context
	name string
	size int64
	part int64
}

func (p *s3Put) options(sum string) minio.PutObjectOptions {
	o := minio.PutObjectOptions{DisableContentSha256: true} // the checksum of the whole is known, so chunks need none
	if sum != "" {
		o.UserMetadata = map[string]string{checksumMeta: sum}
	}
	return o
}

func (p *s3Put) single(r io.Reader) error {
	buf, err := readPart(r, p.size)
	if err != nil {
		partPool.Put(buf)
		return err
	}
	sum := sumOf(buf.Bytes())
	return send(p.ctx, buf, func(body io.Reader) error {
		_, err := p.s.writer.PutObject(p.ctx, p.s.address.Bucket, p.name, body, p.size, "", sum, p.options(sum))
		return err
	})
}

// send sends the buffer, and retries with growing pauses. Each attempt has its
// own reader. The buffer returns to the pool only if the first attempt
// succeeded, because net/http may continue to read a body after the server has
// responded.
func send(ctx context.Context, buf *bytes.Buffer, put func(body io.Reader) error) error {
	for attempt := 1; ; attempt++ {
		err := put(bytes.NewReader(buf.Bytes()))
		if err == nil && attempt == 1 {
			partPool.Put(buf)
		}
		if err == nil || attempt == maxAttempts || !isTemporary(err) {
			return err
		}
		select {
		case <-time.After(firstPause << (attempt - 1)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

const firstPause = 100 * time.Millisecond

// isTemporary reports whether another attempt may succeed: the server is busy
// or did not answer.
func isTemporary(err error) bool {
	answer, ok := errors.AsType[minio.ErrorResponse](err)
	return !ok || answer.StatusCode == 0 || answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode >= http.StatusInternalServerError
}

// readPart reads n bytes into a buffer of the pool.
func readPart(r io.Reader, n int64) (*bytes.Buffer, error) {
	buf := partPool.Get().(*bytes.Buffer)
	buf.Reset()
	buf.Grow(int(n) + bytes.MinRead) // ReadFrom needs room to detect the end
	got, err := buf.ReadFrom(io.LimitReader(r, n))
	if err == nil && got < n {
		err = fmt.Errorf("%d of %d bytes: %w", got, n, io.ErrUnexpectedEOF)
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", errReader, err)
	}
	return buf, err
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func (p *s3Put) multipart(r io.Reader) (err error) {
	sum, err := p.knownSum(r)
	if err != nil {
		return err
	}
	bucket := p.s.address.Bucket
	upload, err := p.s.client.NewMultipartUpload(p.ctx, bucket, p.name, p.options(sum))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(p.ctx), abortTimeout)
			defer cancel()
			// If this fails too, the bucket's rule for incomplete uploads
			// cleans up.
			_ = p.s.client.AbortMultipartUpload(ctx, bucket, p.name, upload)
		}
	}()
	parts, got, err := p.sendParts(r, upload)
	if err != nil {
		return err
	}
	if sum != "" && sum != got {
		return ErrChanged
	}
	_, err = p.s.client.CompleteMultipartUpload(p.ctx, bucket, p.name, upload, parts, minio.PutObjectOptions{})
	if answer, ok := errors.AsType[minio.ErrorResponse](err); ok && answer.Code == minio.NoSuchUpload {
		return p.completed(sum, err) // an earlier attempt may have succeeded although its response was lost
	}
	return err
}

// completed returns nil if the object already holds the bytes of this Put, and
// err otherwise.
func (p *s3Put) completed(sum string, err error) error {
	info, statErr := p.s.client.StatObject(p.ctx, p.s.address.Bucket, p.name, minio.StatObjectOptions{})
	if statErr == nil && sum != "" && info.Size == p.size && checksumOf(info) == "sha256:"+sum {
		return nil
	}
	return err
}

// knownSum computes the checksum before anything is sent, since it belongs in
// the object's header. It returns "" if the reader can be read only once.
func (p *s3Put) knownSum(r io.Reader) (string, error) {
	if o, ok := r.(*Object); ok && o.Checksum != "" && o.Size == p.size {
		return strings.TrimPrefix(o.Checksum, "sha256:"), nil
	}
	seeker, ok := r.(io.Seeker)
	if !ok {
		return "", nil
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return "", nil //nolint:nilerr // a pipe that looks like a file
	}
	sum := sha256.New()
	n, err := io.Copy(sum, io.LimitReader(&ctxReader{p.ctx, r}, p.size))
	if err == nil && n < p.size {
		err = fmt.Errorf("%d of %d bytes: %w", n, p.size, io.ErrUnexpectedEOF)
	}
	if err == nil {
		_, err = seeker.Seek(start, io.SeekStart)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", errReader, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// sendParts sends a few parts at a time. It returns them with the checksum of
// the whole.
func (p *s3Put) sendParts(r io.Reader, upload string) ([]minio.CompletePart, string, error) {
	parts := make([]minio.CompletePart, (p.size+p.part-1)/p.part)
	whole := sha256.New()
	g, ctx := errgroup.WithContext(p.ctx)
	g.SetLimit(partsAtOnce)
	for i := range parts {
		if ctx.Err() != nil {
			break
		}
		buf, err := readPart(r, min(p.part, p.size-int64(i)*p.part))
		if err != nil {
			partPool.Put(buf)
			return nil, "", errors.Join(err, ignoreCanceled(g.Wait()))
		}
		whole.Write(buf.Bytes())
		g.Go(func() error {
			options := minio.PutObjectPartOptions{Sha256Hex: sumOf(buf.Bytes()), DisableContentSha256: true}
			size := int64(buf.Len())
			return send(ctx, buf, func(body io.Reader) error {
				sent, err := p.s.writer.PutObjectPart(ctx, p.s.address.Bucket, p.name, upload, i+1, body, size, options)
				parts[i] = minio.CompletePart{PartNumber: i + 1, ETag: sent.ETag}
				return err
			})
		})
	}
	if err := g.Wait(); err != nil {
		return nil, "", err
	}
	return parts, hex.EncodeToString(whole.Sum(nil)), p.ctx.Err()
}

func ignoreCanceled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// ctxReader fails once its context ends.
type ctxReader struct {
	ctx context.Context
	r   io.Reader
}

func (r *ctxReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
