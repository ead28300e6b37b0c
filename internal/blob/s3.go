package blob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	dialTimeout  = 5 * time.Second
	stallTimeout = 60 * time.Second // without a byte in either direction
	idleTimeout  = 90 * time.Second // of idle connections
	maxAttempts  = 6                // of one request, about 3 seconds in total
	checksumMeta = "Sonora-Sha256"
	maxObject    = 1024        // bytes of an object name
	ownRegion    = "us-east-1" // default region of servers other than Amazon's
)

// S3 is a Store in a bucket of Amazon S3 or a compatible server.
type S3 struct {
	address Address
	prefix  string // of all keys, "" or ending with a slash
	client  minio.Core
	writer  minio.Core // does not retry by itself
	conns   *http.Transport
}

// NewS3 returns the store at an address. It does not access it yet.
func NewS3(a Address) (*S3, error) {
	region := a.Region
	if region == "" && !strings.HasSuffix(strings.Split(a.Host, ":")[0], ".amazonaws.com") {
		region = ownRegion
	}
	creds := credentials.NewEnvAWS()
	if a.Key != "" {
		creds = credentials.NewStaticV4(a.Key, a.Secret, "")
	}
	conns := transport()
	options := minio.Options{
		Creds: creds, Secure: !a.Insecure, Region: region, BucketLookup: minio.BucketLookupPath,
		Transport: conns, MaxRetries: maxAttempts,
	}
	client, err := minio.New(a.Host, &options)
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", a, err)
	}
	options.MaxRetries = 1 // see s3Put.send
	writer, err := minio.New(a.Host, &options)
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", a, err)
	}
	client.SetAppInfo("sonora", "1")
	writer.SetAppInfo("sonora", "1")
	s := &S3{address: a, client: minio.Core{Client: client}, writer: minio.Core{Client: writer}, conns: conns}
	if a.Prefix != "" {
		s.prefix = a.Prefix + "/"
	}
	return s, nil
}

// transport returns an HTTP transport that gives up on a server that stops
// responding, even mid-body.
func transport() *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout, KeepAlive: 15 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &stallConn{conn}, nil
		},
		TLSHandshakeTimeout: dialTimeout, IdleConnTimeout: idleTimeout, MaxIdleConnsPerHost: 32,
		DisableCompression: true,
		WriteBufferSize:    64 << 10, ReadBufferSize: 64 << 10,
	}
}

// stallConn fails when no data moves for stallTimeout.
type stallConn struct{ net.Conn }

func (c *stallConn) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(stallTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

func (c *stallConn) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(stallTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// Close closes idle connections. The store remains usable.
func (s *S3) Close() { s.conns.CloseIdleConnections() }

// String returns the address without its secrets.
func (s *S3) String() string { return s.address.String() }

// Origin returns the origin of links into the bucket, as browsers see it.
func (s *S3) Origin() string { return s.address.Origin() }

// LocalPath always returns "", because the bytes are not on this machine.
func (s *S3) LocalPath(string) string { return "" }

// object returns the name of a key in the bucket.
func (s *S3) object(ctx context.Context, key string) (string, error) {
	if err := errors.Join(CheckKey(key), ctx.Err()); err != nil {
		return "", err
	}
	name := s.prefix + key
	if !utf8.ValidString(name) || len(name) > maxObject {
		return "", fmt.Errorf("key %q: %w", key, fs.ErrInvalid)
	}
	return name, nil
}

// Stat requests the head of an object.
func (s *S3) Stat(ctx context.Context, key string) (Info, error) {
	name, err := s.object(ctx, key)
	if err != nil {
		return Info{}, err
	}
	info, err := s.client.StatObject(ctx, s.address.Bucket, name, minio.StatObjectOptions{})
	if err != nil {
		return Info{}, s.errorOf(ctx, "stat", key, err)
	}
	return s3Info(key, info, info.Size), nil
}

func s3Info(key string, o minio.ObjectInfo, size int64) Info {
	return Info{Key: key, Size: size, ModTime: o.LastModified, Checksum: checksumOf(o), Version: o.ETag}
}

func checksumOf(o minio.ObjectInfo) string {
	for name, value := range o.UserMetadata {
		if strings.EqualFold(name, checksumMeta) {
			return "sha256:" + value
		}
	}
	return ""
}

// Delete removes an object.
func (s *S3) Delete(ctx context.Context, key string) error {
	name, err := s.object(ctx, key)
	if err != nil {
		return err
	}
	err = s.client.RemoveObject(ctx, s.address.Bucket, name, minio.RemoveObjectOptions{})
	return ignoreMissing(s.errorOf(ctx, "delete", key, err))
}

// Link returns a presigned GET URL, valid for an hour by default and for a week
// at most.
func (s *S3) Link(ctx context.Context, key string, o LinkOptions) (string, error) {
	name, err := s.object(ctx, key)
	if err != nil {
		return "", err
	}
	params := url.Values{}
	if o.ContentType != "" {
		params.Set("response-content-type", o.ContentType)
	}
	link, err := s.client.PresignedGetObject(ctx, s.address.Bucket, name, cmp.Or(o.Expires, time.Hour), params)
	if err != nil {
		return "", s.errorOf(ctx, "sign a link to", key, err)
	}
	return link.String(), nil
}

// fullCodes are the errors of buckets without room.
var fullCodes = []string{"QuotaExceeded", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded"}

// errorOf maps an error of the client to the errors of Store. Its text contains
// no secret: secrets are sent in headers, and links are never requested here.
func (s *S3) errorOf(ctx context.Context, what, key string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	place := fmt.Sprintf("%s %s in %s", what, key, s)
	answer, ok := errors.AsType[minio.ErrorResponse](err)
	switch {
	case errors.Is(err, errReader), errors.Is(err, ErrChanged), errors.Is(err, ErrUnavailable):
		return fmt.Errorf("%s: %w", place, err)
	case answer.StatusCode == http.StatusInsufficientStorage, slices.Contains(fullCodes, answer.Code):
		return fmt.Errorf("%s: %w: %w: %w", place, ErrUnavailable, syscall.EDQUOT, err) // as a folder says it
	case !ok, answer.StatusCode >= http.StatusInternalServerError, answer.StatusCode == http.StatusTooManyRequests, answer.StatusCode == 0:
		return fmt.Errorf("%s: %w: %w", place, ErrUnavailable, err)
	case answer.Code == minio.NoSuchBucket:
		return fmt.Errorf("%s: %w: there is no bucket of this name", place, ErrUnavailable)
	case answer.Code == minio.NoSuchKey, answer.Code == "NotFound":
		return fmt.Errorf("%s: %w", place, fs.ErrNotExist)
	case answer.StatusCode == http.StatusPreconditionFailed:
		return fmt.Errorf("%s: %w", place, ErrChanged)
	case answer.StatusCode == http.StatusForbidden, answer.StatusCode == http.StatusUnauthorized,
		answer.StatusCode == http.StatusNotFound, answer.Code == minio.AuthorizationHeaderMalformed:
		return fmt.Errorf("%s: %w: the server rejects the access key, its permissions or the region: %w", place, ErrUnavailable, err)
	}
	return fmt.Errorf("%s: %w", place, err)
}
