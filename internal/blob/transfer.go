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
	maxPasses       = 5   // over a store that changes meanwhile
	maxFailures     = 100 // that are listed individually
)

// Transfer copies every key of one store to another and compares the results.
// It may be interrupted at any time; the next Transfer with the same journal
// continues.
type Transfer struct {
	From, To Store
	Journal  *Journal
	// ReadBack compares the bytes read back from To. Otherwise the checksum
	// stored by To suffices where there is one, because the server of a bucket
	// verified each part's checksum on upload.
	ReadBack bool
	// Keep leaves existing keys of To alone, even if they differ.
	Keep bool
	// Progress is called often, by one goroutine at a time. It may be nil.
	Progress func(TransferProgress)

	mu       sync.Mutex
	progress TransferProgress
}

// TransferProgress describes how far a Transfer has come.
type TransferProgress struct {
	Files, AllFiles int
	Bytes, AllBytes int64
	Copied          int // the remaining keys already existed
	CopiedBytes     int64
	Failed          []TransferFailure
	Failures        int // includes those not listed in Failed
}

// TransferFailure is a key that was not copied.
type TransferFailure struct {
	Key string
	Err error
}

// errDiffers means that a different file with the same name exists and may not
// be replaced.
var errDiffers = errors.New("a different file has this name")

// errMoving means that a file keeps changing.
var errMoving = errors.New("the file keeps changing")

// Copy copies the keys that do not exist yet. Keys that cannot be copied are
// listed in the result; the error is about the whole transfer.
func (t *Transfer) Copy(ctx context.Context) (TransferProgress, error) {
	for range maxPasses {
		copied, err := t.pass(ctx)
		if err != nil || copied == 0 || t.progress.Failures > 0 {
			return t.progress, err
		}
	}
	return t.progress, fmt.Errorf("%s: %w", t.From, errMoving)
}

// pass goes over all keys once and returns how many it had to copy.
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

// count counts the keys and bytes.
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

// one processes a key. It returns an error only if the transfer cannot
// continue.
func (t *Transfer) one(ctx context.Context, info Info) error {
	copied, err := t.ensure(ctx, info)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // deleted since it was listed
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

// ensure makes sure that a key exists in To, and reports whether it had to be
// copied.
func (t *Transfer) ensure(ctx context.Context, info Info) (copied bool, err error) {
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

// sumOf returns the checksum of the source, or "" if copying will compute it: a
// bucket needs it beforehand, a folder does not.
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

// put copies, and returns the checksum of the copied bytes.
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

// verify checks the copy and records it in the journal. It returns errDiffers
// if the copy is wrong.
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

// readBack describes a copy with the checksum of the bytes read from it.
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

// DeleteSource deletes every key of From whose copy in To is, according to the
// journal, identical and was compared by reading it back. It returns how many
// keys remain.
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
