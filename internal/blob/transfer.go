package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"sync"

	"golang.org/x/sync/errgroup"
)

const (
	transfersAtOnce = 4
	maxPasses       = 5   // over a place that somebody changes meanwhile
	maxFailures     = 100 // that are told apart
)

// Transfer copies every key of one store to another, and compares. It may be
// interrupted at any time; the next one with the same journal goes on.
type Transfer struct {
	From, To Store
	Journal  *Journal
	// ReadBack compares what is read from To. Without it the checksum that To
	// itself keeps is enough, where it keeps one: a bucket's server has compared
	// each piece with its checksum when it took it.
	ReadBack bool
	// Keep leaves what To has already, also where it is something else.
	Keep bool
	// Progress is told often, by one goroutine at a time; nil is nobody.
	Progress func(TransferProgress)

	mu       sync.Mutex
	progress TransferProgress
}

// TransferProgress is how far a Transfer is.
type TransferProgress struct {
	Files, AllFiles int
	Bytes, AllBytes int64
	Copied          int // the others were there already
	CopiedBytes     int64
	Failed          []TransferFailure
	Failures        int // also those that are not in Failed
}

// TransferFailure is a key that was not copied.
type TransferFailure struct {
	Key string
	Err error
}

// errDiffers stands for another file of the same name where nothing may be
// replaced.
var errDiffers = errors.New("something else is there")

// errMoving stands for a file that does not stop changing.
var errMoving = errors.New("it does not stop changing")

// Copy copies what is not there yet. Keys that cannot be copied are in the
// result; an error is one that concerns all of them.
func (t *Transfer) Copy(ctx context.Context) (TransferProgress, error) {
	for range maxPasses {
		copied, err := t.pass(ctx)
		if err != nil || copied == 0 || t.progress.Failures > 0 {
			return t.progress, err
		}
	}
	return t.progress, fmt.Errorf("%s: %w", t.From, errMoving)
}

// pass goes over everything once and returns how much it had to copy.
func (t *Transfer) pass(ctx context.Context) (copied int, err error) {
	before := t.progress.Copied
	if err := t.count(ctx); err != nil {
		return 0, err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(transfersAtOnce)
	for info, err := range t.From.List(ctx, "") {
		if err != nil {
			return 0, errors.Join(ignoreCanceled(g.Wait()), err)
		}
		g.Go(func() error { return t.one(ctx, info) })
	}
	err = g.Wait()
	return t.progress.Copied - before, err
}

// count finds out how much there is to do.
func (t *Transfer) count(ctx context.Context) error {
	t.progress = TransferProgress{Copied: t.progress.Copied, CopiedBytes: t.progress.CopiedBytes}
	for info, err := range t.From.List(ctx, "") {
		if err != nil {
			return err
		}
		t.progress.AllFiles++
		t.progress.AllBytes += info.Size
	}
	return nil
}

// one sees to one key. Its error is one that ends everything.
func (t *Transfer) one(ctx context.Context, info Info) error {
	copied, err := t.see(ctx, info)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // went away since it was listed
	}
	if err != nil && (ctx.Err() != nil || errors.Is(err, ErrUnavailable)) {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p := &t.progress
	p.Files++
	p.Bytes += info.Size
	switch {
	case err != nil:
		if p.Failures++; len(p.Failed) < maxFailures {
			p.Failed = append(p.Failed, TransferFailure{info.Key, err})
		}
	case copied:
		p.Copied++
		p.CopiedBytes += info.Size
	}
	if t.Progress != nil {
		t.Progress(*p)
	}
	return nil
}

// see makes sure that a key is there, and reports whether it had to copy it.
func (t *Transfer) see(ctx context.Context, info Info) (copied bool, err error) {
	there, err := t.To.Stat(ctx, info.Key)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, err
	}
	line, ok := t.Journal.get(info.Key)
	if ok && !missing && line.From == lookOf(info) && line.To == lookOf(there) && (line.ReadBack || !t.ReadBack) {
		return false, nil
	}
	for range 2 {
		copied, err = t.compareOrCopy(ctx, info.Key, there, missing)
		if !errors.Is(err, ErrChanged) {
			return copied, err
		}
	}
	return false, fmt.Errorf("%w: %w", errMoving, err)
}

func (t *Transfer) compareOrCopy(ctx context.Context, key string, there Info, missing bool) (copied bool, err error) {
	source, err := t.From.Open(ctx, key)
	if err != nil {
		return false, err
	}
	defer source.Close()
	sum, err := t.sumOf(ctx, source, missing)
	if err != nil {
		return false, err
	}
	if !missing && there.Size == source.Size {
		line := journalLine{Key: key, From: lookOf(source.Info), Sum: sum}
		switch err := t.verify(ctx, line); {
		case err == nil:
			return false, nil
		case !errors.Is(err, errDiffers):
			return false, err
		}
	}
	if t.Keep && !missing {
		return false, errDiffers
	}
	if sum, err = t.put(ctx, key, source, sum); err != nil {
		return false, err
	}
	now, err := t.From.Stat(ctx, key)
	if err == nil && lookOf(now) != lookOf(source.Info) {
		err = ErrChanged
	}
	if err != nil {
		return false, err
	}
	return true, t.verify(ctx, journalLine{Key: key, From: lookOf(source.Info), Sum: sum})
}

// sumOf is the checksum of the source. It is "" when the copying will tell: a
// bucket wants it before, a folder does not.
func (t *Transfer) sumOf(ctx context.Context, source *Object, missing bool) (string, error) {
	if source.Checksum != "" {
		return source.Checksum, nil
	}
	if _, disk := t.To.(*Disk); disk && missing {
		return "", nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, &ctxReader{ctx, source.ReadSeekCloser}); err != nil {
		return "", err
	}
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	source.Checksum = named(sum)
	return source.Checksum, nil
}

func named(sum hash.Hash) string { return "sha256:" + hex.EncodeToString(sum.Sum(nil)) }

// put copies, and returns the checksum of what went over.
func (t *Transfer) put(ctx context.Context, key string, source *Object, sum string) (string, error) {
	if _, disk := t.To.(*Disk); !disk {
		return sum, t.To.Put(ctx, key, source, source.Size)
	}
	passing := sha256.New()
	err := t.To.Put(ctx, key, io.TeeReader(source.ReadSeekCloser, passing), source.Size)
	if got := named(passing); err == nil && sum != "" && sum != got {
		return "", ErrChanged
	}
	return named(passing), err
}

// verify looks at the copy and notes that it is right. errDiffers when it is not.
func (t *Transfer) verify(ctx context.Context, line journalLine) error {
	info, err := t.To.Stat(ctx, line.Key)
	if err == nil && (t.ReadBack || info.Checksum == "") {
		info, err = t.readBack(ctx, line.Key)
		line.ReadBack = true
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s in %s: the copy is gone: %w", line.Key, t.To, errDiffers)
	}
	if err != nil {
		return err
	}
	if info.Size != line.From.Size || info.Checksum != line.Sum {
		return fmt.Errorf("%s in %s: %w", line.Key, t.To, errDiffers)
	}
	line.To = lookOf(info)
	return t.Journal.add(line)
}

// readBack describes a copy with the checksum of what is read from it.
func (t *Transfer) readBack(ctx context.Context, key string) (Info, error) {
	o, err := t.To.Open(ctx, key)
	if err != nil {
		return Info{}, err
	}
	defer o.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, &ctxReader{ctx, o.ReadSeekCloser}); err != nil {
		return Info{}, err
	}
	o.Checksum = named(sum)
	return o.Info, nil
}

// DeleteSource deletes every key of From that the journal knows to be the same
// in To, and was compared by reading it back. It returns how many are left.
func (t *Transfer) DeleteSource(ctx context.Context) (left int, err error) {
	for info, err := range t.From.List(ctx, "") {
		if err != nil {
			return left, err
		}
		line, ok := t.Journal.get(info.Key)
		if !ok || !line.ReadBack || line.From != lookOf(info) {
			left++
			continue
		}
		there, err := t.To.Stat(ctx, info.Key)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return left, err
		}
		if err != nil || lookOf(there) != line.To {
			left++
			continue
		}
		if err := t.From.Delete(ctx, info.Key); err != nil {
			return left, err
		}
	}
	return left, nil
}
