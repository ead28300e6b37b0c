package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Leases are names that only one server of a cluster holds at a time. The
// holder renews its lease; if the holder dies, the lease expires after its
// lifetime. Leases are stored in a JetStream key-value bucket in memory. A
// restart of NATS deletes it, and the next use creates it again.
type Leases struct {
	js       jetstream.JetStream
	kv       jetstream.KeyValue // finds the bucket by name, so it also works with a recreated bucket
	kind     string
	lifetime time.Duration
}

// ErrLost is returned by Renew when another server holds the lease, or it
// expired.
var ErrLost = errors.New("the lease is lost")

// Leases opens the leases of one kind, each of which expires after lifetime
// unless renewed. The bus must be a cluster with JetStream.
func (b *Bus) Leases(ctx context.Context, kind string, lifetime time.Duration) (*Leases, error) {
	l, err := b.openLeases(ctx, kind, lifetime)
	if err != nil {
		return nil, err
	}
	b.watch.follow(l)
	return l, nil
}

func (b *Bus) openLeases(ctx context.Context, kind string, lifetime time.Duration) (*Leases, error) {
	js, err := jetstream.New(b.conn)
	if err != nil {
		return nil, fmt.Errorf("open JetStream: %w", err)
	}
	l := &Leases{js: js, kind: kind, lifetime: lifetime}
	if l.kv, err = l.create(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// answer returns nil if JetStream answers for the leases, which takes a
// majority of the NATS servers that store them.
func (l *Leases) answer(ctx context.Context) error {
	if _, err := l.kv.Status(ctx); !errors.Is(err, jetstream.ErrStreamNotFound) { // the next use creates it
		return err
	}
	return nil
}

// create creates the bucket unless it exists.
func (l *Leases) create(ctx context.Context) (kv jetstream.KeyValue, err error) {
	for _, replicas := range []int{3, 1} { // 1 for fewer NATS servers
		if kv, err = l.createOn(ctx, replicas); err == nil {
			return kv, nil
		}
	}
	return nil, fmt.Errorf("open the leases of the cluster, which need JetStream (nats-server --jetstream): %w", err)
}

// createOn creates the bucket on a number of NATS servers. Its revisions begin
// at the time in microseconds, so that a bucket that replaces a lost one does
// not repeat revisions. Otherwise, a server that held a lease in the old bucket
// could renew another server's lease in the new one.
func (l *Leases) createOn(ctx context.Context, replicas int) (jetstream.KeyValue, error) {
	_, err := l.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: "KV_" + l.kind, Subjects: []string{"$KV." + l.kind + ".>"}, FirstSeq: uint64(time.Now().UnixMicro()), //nolint:gosec // after 1970
		MaxAge: l.lifetime, Duplicates: min(l.lifetime, 2*time.Minute), MaxMsgsPerSubject: 1, MaxMsgs: -1, MaxBytes: -1, MaxMsgSize: -1, MaxConsumers: -1,
		Storage: jetstream.MemoryStorage, Replicas: replicas, Discard: jetstream.DiscardNew, AllowRollup: true, DenyDelete: true, AllowDirect: true,
	})
	if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return nil, err
	}
	return l.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: l.kind, TTL: l.lifetime, Storage: jetstream.MemoryStorage, Replicas: replicas})
}

// withBucket runs use. If the bucket is gone, it creates a new one and calls
// again.
func (l *Leases) withBucket(ctx context.Context, use, again func() error) error {
	err := use()
	if !errors.Is(err, jetstream.ErrNoStreamResponse) && !errors.Is(err, nats.ErrStreamNotFound) { // the errors of a write and of a list
		return err
	}
	if _, failed := l.create(ctx); failed != nil {
		return errors.Join(err, failed)
	}
	return again()
}

// Take takes a lease that nobody holds. revision rises each time any lease of
// the kind is taken or renewed. ok is false while another server holds the
// lease.
func (l *Leases) Take(ctx context.Context, name, holder string) (revision uint64, ok bool, err error) {
	take := func() (err error) {
		revision, err = l.kv.Create(ctx, name, []byte(holder))
		return err
	}
	err = l.withBucket(ctx, take, take)
	if isTaken(err) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("take a lease: %w", err)
	}
	return revision, true, nil
}

// Renew extends a lease by its lifetime, and hands it over if holder is another
// server. revision is the last result of Take or Renew. If the bucket is gone, it takes the lease again. It returns ErrLost if
// another server holds the lease.
func (l *Leases) Renew(ctx context.Context, name, holder string, revision uint64) (next uint64, err error) {
	renew := func() (err error) {
		next, err = l.kv.Update(ctx, name, []byte(holder), revision)
		return err
	}
	err = l.withBucket(ctx, renew, func() error {
		err := renew() // NATS may only have started slowly
		if isTaken(err) {
			next, err = l.kv.Create(ctx, name, []byte(holder))
		}
		return err
	})
	if isTaken(err) {
		return 0, ErrLost
	}
	if err != nil {
		return 0, fmt.Errorf("renew a lease: %w", err)
	}
	return next, nil
}

// isTaken reports whether a lease could not be changed because another server
// changed it.
func isTaken(err error) bool {
	apiErr, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (apiErr.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		apiErr.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) // the error of a bucket with replicas
}

// Give releases a lease, so that another server can take it at once.
func (l *Leases) Give(ctx context.Context, name string, revision uint64) error {
	err := l.kv.Delete(ctx, name, jetstream.LastRevision(revision))
	if isTaken(err) {
		return nil // another server holds it already
	}
	if err != nil {
		return fmt.Errorf("release a lease: %w", err)
	}
	return nil
}

// Held returns the names of the leases that are held.
func (l *Leases) Held(ctx context.Context) (map[string]bool, error) {
	var keys jetstream.KeyLister
	list := func() (err error) {
		keys, err = l.kv.ListKeys(ctx)
		return err
	}
	err := l.withBucket(ctx, list, list)
	if err != nil {
		return nil, fmt.Errorf("list the leases: %w", err)
	}
	held := map[string]bool{}
	for name := range keys.Keys() {
		held[name] = true
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("list the leases: %w", err)
	}
	return held, nil
}
