package seal

import (
	"context"
	"fmt"
)

// Keeper stores the encrypted secrets of a database by name.
type Keeper interface {
	KeepSecret(ctx context.Context, name string, create func() ([]byte, error)) ([]byte, error)
	ReplaceSecret(ctx context.Context, name string, old, sealed []byte) ([]byte, error)
}

// Kept returns a secret that all servers of a database share, and creates it if there is
// none. A secret that another key encrypted is replaced, so that a server starts whose
// database was restored without that key; lost then tells why.
func (b *Box) Kept(ctx context.Context, k Keeper, name string, create func() ([]byte, error)) (secret []byte, lost, err error) {
	closed := func() ([]byte, error) {
		made, err := create()
		if err != nil {
			return nil, fmt.Errorf("create the secret %s: %w", name, err)
		}
		return b.Close(made), nil
	}
	sealed, err := k.KeepSecret(ctx, name, closed)
	if err != nil {
		return nil, nil, fmt.Errorf("load the secret %s: %w", name, err)
	}
	if secret, lost = b.Open(sealed); lost == nil {
		return secret, nil, nil
	}
	made, err := closed()
	if err != nil {
		return nil, lost, err
	}
	if sealed, err = k.ReplaceSecret(ctx, name, sealed, made); err != nil {
		return nil, lost, fmt.Errorf("replace the secret %s: %w", name, err)
	}
	secret, err = b.Open(sealed)
	return secret, lost, err
}
