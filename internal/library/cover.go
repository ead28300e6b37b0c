package library

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"sonora/internal/blob"
	"sonora/internal/media/picture"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/store"
)

// CoverSizes are the sizes of covers, as edge lengths in pixels.
var CoverSizes = []int{96, 300, 600, 1200}

// DefaultCoverSize is used when no size is requested.
const DefaultCoverSize = 600

// SizeFor returns the smallest of CoverSizes that is not below a size in pixels; the
// largest for 0, which is a picture as large as possible.
func SizeFor(pixels int) int {
	for _, size := range CoverSizes {
		if pixels > 0 && size >= pixels {
			return size
		}
	}
	return CoverSizes[len(CoverSizes)-1]
}

const (
	listSize   = 300 // used in grids; the smaller size is made along with it
	smallSize  = 96
	webpQueue  = 1024 // covers waiting for their WebP version; more are made at the next request
	hashDigits = 16

	pictureTime = time.Minute // to download a picture from a bucket
)

// WebPEncoder resizes a picture to WebP, to fit squares of the given sizes
// without enlarging it.
type WebPEncoder interface {
	WebP(ctx context.Context, content []byte, sizes []int) ([][]byte, error)
}

// Covers serves pictures in the sizes of CoverSizes. Each is made at the first
// request and cached on disk.
type Covers struct {
	store  *store.Store
	log    *slog.Logger
	places *blob.Places
	cache  *coverCache
	kept   string // folder of tracks' own pictures; see Keep
	given  string // folder of playlists' own pictures; see Give
	webp   func(context.Context) WebPEncoder

	making  singleflight.Group
	isFull  atomic.Bool         // the last cover could not be cached
	slots   *semaphore.Weighted // limits memory, which decoding needs
	further chan coverJob       // versions to make after the response

	mu    sync.Mutex
	known map[coverKey]coverPlace // answers of the store since the library last changed
	now   func() time.Time
}

// coverKey is a viewer and the cover they requested.
type coverKey struct {
	hash, account string
	admin         bool // an operator's API key has the rights of a member
}

// coverPlace is where a cover is stored.
type coverPlace struct {
	root   string
	source *music.CoverSource
	asked  time.Time
}

const (
	maxKnownCovers = 5000
	// maxKnownAge is how long a viewer may still see a cover that was hidden
	// from them if the message about that was lost.
	maxKnownAge = 30 * time.Second
)

// coverJob requests the smaller size and the WebP versions of a cover.
type coverJob struct {
	hash string
	size int
}

// CoverImage is an open picture. The caller closes File.
type CoverImage struct {
	File io.ReadSeekCloser
	MIME string
	ETag string // quoted
	// Drawn means that the picture was generated because there is none.
	Drawn bool
}

func newCovers(c Config) *Covers {
	return &Covers{
		store: c.Store, log: c.Log, places: c.Places, webp: c.WebP, kept: filepath.Join(c.CacheDir, keptFolder), given: filepath.Join(c.CacheDir, "playlist-covers"),
		cache:   &coverCache{dir: filepath.Join(c.CacheDir, "covers"), limit: cmp.Or(c.CacheBytes, defaultCacheBytes)},
		slots:   semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
		further: make(chan coverJob, webpQueue),
		known:   map[coverKey]coverPlace{}, now: time.Now,
	}
}

// Open returns the cover with a hash in one of CoverSizes, as WebP if the
// caller accepts that and it exists already, otherwise as JPEG. The error has
// the code NotFound if the viewer may see nothing that shows the cover or it
// cannot be read, and Invalid for another size.
func (c *Covers) Open(ctx context.Context, v music.Viewer, hash string, size int, webp bool) (*CoverImage, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	if !isHash(hash) {
		return nil, music.ErrNotFound
	}
	place, err := c.find(ctx, v, hash)
	if err != nil {
		return nil, fmt.Errorf("open cover %s: %w", hash, err)
	}
	return c.serve(ctx, hash, size, webp, func(ctx context.Context) ([]byte, error) {
		return c.thumbnail(ctx, place.root, place.source, size)
	})
}

// ErrCoverSize is the error for a size that is not in CoverSizes.
var ErrCoverSize = func() error {
	f := music.FieldErrors{}
	f.Add("size", "Choose one of 96, 300, 600, 1200.")
	return f.Err("size")
}()

func checkSize(size int) error {
	if !slices.Contains(CoverSizes, size) {
		return ErrCoverSize
	}
	return nil
}

// serve opens a picture of the cache. If it does not exist, draw makes it as
// JPEG.
func (c *Covers) serve(ctx context.Context, name string, size int, webp bool, draw func(context.Context) ([]byte, error)) (*CoverImage, error) {
	if webp {
		if image, err := c.cache.open(name, size, webpFormat); err == nil {
			return image, nil
		}
	}
	image, err := c.cache.open(name, size, jpegFormat)
	if errors.Is(err, fs.ErrNotExist) {
		content, err := c.make(ctx, name, size, draw)
		if err != nil {
			return nil, err
		}
		return &CoverImage{File: inMemory{bytes.NewReader(content)}, MIME: jpegFormat.mime, ETag: jpegFormat.tag(name, size)}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open cover %s: %w", name, err)
	}
	return image, nil
}

// inMemory is a picture that was just made.
type inMemory struct{ *bytes.Reader }

// Close implements io.Closer.
func (inMemory) Close() error { return nil }

// find asks the store where a cover is and whether the viewer may see it. The
// answer is cached, because pages request the same covers again and again.
func (c *Covers) find(ctx context.Context, v music.Viewer, hash string) (coverPlace, error) {
	key, now := coverKey{hash, v.AccountID, v.IsAdmin()}, c.now()
	c.mu.Lock()
	place, ok := c.known[key]
	c.mu.Unlock()
	if age := now.Sub(place.asked); ok && age >= 0 && age < maxKnownAge {
		return place, nil
	}
	root, source, err := c.store.CoverSource(ctx, v, hash)
	if err != nil {
		return coverPlace{}, err
	}
	place = coverPlace{asked: now, root: root, source: source}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxKnownCovers {
		clear(c.known)
	}
	c.known[key] = place
	return place, nil
}

// Forget clears the cached answers after the library changed.
func (c *Covers) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.known)
}

// make makes a cover and returns it, unless it is being made already. It continues if
// the requester leaves, because others may wait for it.
func (c *Covers) make(ctx context.Context, name string, size int, draw func(context.Context) ([]byte, error)) ([]byte, error) {
	done := c.making.DoChan(fmt.Sprintf("%s-%d", name, size), func() (any, error) {
		return c.makeNow(context.WithoutCancel(ctx), name, size, draw)
	})
	select {
	case result := <-done:
		content, _ := result.Val.([]byte) // nil with an error
		return content, result.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// makeNow makes a cover and caches it, unless the disk is full.
func (c *Covers) makeNow(ctx context.Context, name string, size int, draw func(context.Context) ([]byte, error)) ([]byte, error) {
	if err := c.slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer c.slots.Release(1)
	content, err := draw(ctx)
	if err != nil {
		return nil, err
	}
	err = c.cache.write(name, size, jpegFormat, content)
	if wasFull := c.isFull.Swap(err != nil); err != nil {
		if !wasFull { // otherwise every cover would be a line
			c.logFailure(ctx, "cache cover", err)
		}
		return content, nil
	}
	select {
	case c.further <- coverJob{name, size}:
	default: // the queue is full; these versions are optional
	}
	return content, nil
}

// thumbnail returns a cover in a size. The error has the code NotFound if it
// cannot be read.
func (c *Covers) thumbnail(ctx context.Context, root string, source *music.CoverSource, size int) ([]byte, error) {
	name := joinPath(root, joinPath(source.Folder, source.Name))
	content, err := c.Kept(source.Hash)
	if err != nil {
		content, err = c.readPicture(ctx, root, source)
	}
	if err != nil {
		return nil, music.ErrNotFound.Because(fmt.Errorf("read cover: %w", err))
	}
	if len(content) != source.Bytes {
		return nil, music.ErrNotFound.Because(fmt.Errorf("the cover of %s changed since the last scan", name))
	}
	thumbnail, err := picture.Thumbnail(content, size)
	if err != nil {
		return nil, music.ErrNotFound.Because(fmt.Errorf("resize the cover of %s: %w", name, err))
	}
	return thumbnail, nil
}

// readPicture reads the bytes of a cover from its file or bucket.
func (c *Covers) readPicture(ctx context.Context, root string, source *music.CoverSource) ([]byte, error) {
	path := joinPath(source.Folder, source.Name)
	if filepath.IsAbs(root) {
		local := filepath.Join(root, filepath.FromSlash(path))
		if source.Embedded {
			return tag.ReadPicture(local)
		}
		return picture.ReadFile(local)
	}
	place, err := c.places.Of(root)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, pictureTime)
	defer stop()
	o, err := place.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	if source.Embedded {
		return tag.ReadPictureFrom(o, o.Size)
	}
	return picture.Ref{From: o, Size: o.Size}.Read()
}

// run makes further versions of covers and keeps the cache within its limit.
func (c *Covers) run(ctx context.Context) error {
	c.logFailure(ctx, "measure cover cache", c.cache.measure(ctx))
	var encoder WebPEncoder
	for {
		c.logFailure(ctx, "clean cover cache", c.cache.clean(ctx))
		select {
		case job := <-c.further:
			if encoder == nil && c.webp != nil {
				encoder = c.webp(ctx)
			}
			if err := c.makeFurther(ctx, job, encoder); err != nil {
				c.logFailure(ctx, "convert cover", fmt.Errorf("%s: %w", job.hash, err))
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func (c *Covers) logFailure(ctx context.Context, what string, err error) {
	music.LogFailure(ctx, c.log, slog.LevelWarn, what, err)
}

// makeFurther makes the smaller size of a cover, and the WebP versions of both,
// in one pass.
func (c *Covers) makeFurther(ctx context.Context, job coverJob, encoder WebPEncoder) error {
	content, err := c.cache.read(job.hash, job.size, jpegFormat)
	if err != nil {
		return ignoreNotExist(err) // removed in the meantime
	}
	sizes := []int{job.size}
	if job.size == listSize {
		sizes = append(sizes, smallSize)
		if !c.cache.has(job.hash, smallSize, jpegFormat) {
			small, err := picture.Thumbnail(content, smallSize)
			if err != nil {
				return err
			}
			if err := c.cache.write(job.hash, smallSize, jpegFormat, small); err != nil {
				return err
			}
		}
	}
	if encoder == nil {
		return nil
	}
	converted, err := encoder.WebP(ctx, content, sizes)
	if err != nil {
		return err
	}
	for i, data := range converted {
		if err := c.cache.write(job.hash, sizes[i], webpFormat, data); err != nil {
			return err
		}
	}
	return nil
}

// isHash reports whether s is a Picture.Hash.
func isHash(s string) bool {
	return len(s) == hashDigits && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'f')
	})
}
