package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Leases are names that one server of a cluster holds at a time. Who holds one
// renews it; who dies loses it after the time it is good for. They live in a
// key-value bucket of JetStream, in memory.
type Leases struct {
	kv jetstream.KeyValue
}

// ErrLost is returned by Renew when another server has the lease, or nobody.
var ErrLost = errors.New("the lease is lost")

// Leases opens the leases of one kind. The bus has to be a cluster with
// JetStream.
func (b *Bus) Leases(ctx context.Context, kind string, good time.Duration) (*Leases, error) {
	js, err := jetstream.New(b.conn)
	if err != nil {
		return nil, fmt.Errorf("open JetStream: %w", err)
	}
	config := jetstream.KeyValueConfig{Bucket: kind, TTL: good, Storage: jetstream.MemoryStorage, Replicas: 3}
	kv, err := js.CreateOrUpdateKeyValue(ctx, config)
	if err != nil { // fewer servers of NATS than copies
		config.Replicas = 1
		kv, err = js.CreateOrUpdateKeyValue(ctx, config)
	}
	if err != nil {
		return nil, fmt.Errorf("open the leases of the cluster, which need JetStream (nats-server --jetstream): %w", err)
	}
	return &Leases{kv: kv}, nil
}

// Take takes a lease that nobody holds. turn is a number that rises each time
// any of them changes hands; ok is false while somebody holds it.
func (l *Leases) Take(ctx context.Context, name, holder string) (turn uint64, ok bool, err error) {
	turn, err = l.kv.Create(ctx, name, []byte(holder))
	if errors.Is(err, jetstream.ErrKeyExists) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("take a lease: %w", err)
	}
	return turn, true, nil
}

// Renew keeps a lease for another while; turn is what Take or Renew returned
// last. ErrLost when it is somebody else's.
func (l *Leases) Renew(ctx context.Context, name, holder string, turn uint64) (uint64, error) {
	next, err := l.kv.Update(ctx, name, []byte(holder), turn)
	var told *jetstream.APIError
	if errors.As(err, &told) && told.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return 0, ErrLost
	}
	if err != nil {
		return 0, fmt.Errorf("renew a lease: %w", err)
	}
	return next, nil
}

// Give lets go of a lease, so that another server can take it at once.
func (l *Leases) Give(ctx context.Context, name string, turn uint64) error {
	err := l.kv.Delete(ctx, name, jetstream.LastRevision(turn))
	var told *jetstream.APIError
	if errors.As(err, &told) && told.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return nil // somebody else's already
	}
	if err != nil {
		return fmt.Errorf("let go of a lease: %w", err)
	}
	return nil
}

// Held are the names somebody holds.
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
