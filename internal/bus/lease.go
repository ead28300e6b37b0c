package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Leases are names that only one server of a cluster holds at a time. The
// holder renews its lease; if the holder dies, the lease expires after its
// lifetime. Leases are stored in a JetStream key-value bucket in memory.
type Leases struct {
	kv jetstream.KeyValue
}

// ErrLost is returned by Renew when another server holds the lease, or it
// expired.
var ErrLost = errors.New("the lease is lost")

// Leases opens the leases of one kind, each of which expires after lifetime
// unless renewed. The bus must be a cluster with JetStream.
func (b *Bus) Leases(ctx context.Context, kind string, lifetime time.Duration) (*Leases, error) {
	js, err := jetstream.New(b.conn)
	if err != nil {
		return nil, fmt.Errorf("open JetStream: %w", err)
	}
	config := jetstream.KeyValueConfig{Bucket: kind, TTL: lifetime, Storage: jetstream.MemoryStorage, Replicas: 3}
	kv, err := js.CreateOrUpdateKeyValue(ctx, config)
	if err != nil { // fewer NATS servers than replicas
		config.Replicas = 1
		kv, err = js.CreateOrUpdateKeyValue(ctx, config)
	}
	if err != nil {
		return nil, fmt.Errorf("open the leases of the cluster, which need JetStream (nats-server --jetstream): %w", err)
	}
	return &Leases{kv: kv}, nil
}

// Take takes a lease that nobody holds. revision is a number that rises each
// time any lease of the kind changes hands or is renewed; ok is false while
// another server holds the lease.
func (l *Leases) Take(ctx context.Context, name, holder string) (revision uint64, ok bool, err error) {
	revision, err = l.kv.Create(ctx, name, []byte(holder))
	if errors.Is(err, jetstream.ErrKeyExists) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("take a lease: %w", err)
	}
	return revision, true, nil
}

// Renew extends a lease by its lifetime. revision is what Take or Renew
// returned last. It returns ErrLost if another server holds the lease.
func (l *Leases) Renew(ctx context.Context, name, holder string, revision uint64) (uint64, error) {
	next, err := l.kv.Update(ctx, name, []byte(holder), revision)
	var apiErr *jetstream.APIError
	if errors.As(err, &apiErr) && apiErr.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return 0, ErrLost
	}
	if err != nil {
		return 0, fmt.Errorf("renew a lease: %w", err)
	}
	return next, nil
}

// Give releases a lease, so that another server can take it at once.
func (l *Leases) Give(ctx context.Context, name string, revision uint64) error {
	err := l.kv.Delete(ctx, name, jetstream.LastRevision(revision))
	var apiErr *jetstream.APIError
	if errors.As(err, &apiErr) && apiErr.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return nil // another server holds it already
	}
	if err != nil {
		return fmt.Errorf("release a lease: %w", err)
	}
	return nil
}

// Held returns the names of the leases that are held.
func (l *Leases) Held(ctx context.Context) (map[string]bool, error) {
	keys, err := l.kv.ListKeys(ctx)
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
