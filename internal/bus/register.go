package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Register keeps values under names. The servers of a cluster change a value one after
// another, so that each knows what the others have written. A value is forgotten when
// nobody has changed it for its lifetime. It is stored like leases are.
type Register struct{ bucket *Leases }

// Register opens the values of one kind. The bus must be a cluster with JetStream.
func (b *Bus) Register(ctx context.Context, kind string, lifetime time.Duration) (*Register, error) {
	bucket, err := b.openLeases(ctx, kind, lifetime)
	if err != nil {
		return nil, err
	}
	return &Register{bucket}, nil
}

// Change replaces the value under a name, nil if there is none, with what alter makes of
// it. If another server changes it meanwhile, alter is called again. Its errors leave the
// value as it is, and are returned.
func (r *Register) Change(ctx context.Context, name string, alter func(value []byte) ([]byte, error)) error {
	for {
		value, revision, err := r.read(ctx, name)
		if err != nil {
			return err
		}
		if value, err = alter(value); err != nil {
			return err
		}
		err = r.write(ctx, name, value, revision)
		if !isTaken(err) {
			return err
		}
	}
}

// read returns a value and its revision; nil and 0 if there is none.
func (r *Register) read(ctx context.Context, name string) (value []byte, revision uint64, err error) {
	entry, err := r.bucket.kv.Get(ctx, name)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound), errors.Is(err, nats.ErrNoResponders): // the bucket is gone; write creates it
		return nil, 0, nil
	case err != nil:
		return nil, 0, fmt.Errorf("read a value of the cluster: %w", err)
	}
	return entry.Value(), entry.Revision(), nil
}

func (r *Register) write(ctx context.Context, name string, value []byte, revision uint64) error {
	write := func() error {
		_, err := r.bucket.kv.Update(ctx, name, value, revision)
		return err
	}
	if err := r.bucket.withBucket(ctx, write, write); err != nil {
		return fmt.Errorf("write a value of the cluster: %w", err)
	}
	return nil
}
