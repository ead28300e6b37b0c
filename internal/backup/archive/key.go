package archive

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/age"
)

// Lock encrypts archives. A nil *Lock leaves them readable.
type Lock struct{ recipient age.Recipient }

const (
	publicPrefix  = "age1"
	privatePrefix = "AGE-SECRET-KEY-"
	minPassphrase = 12
)

// ErrWeak means that a text is too short for a passphrase.
var ErrWeak = fmt.Errorf("give a public key of age (age1…), or a passphrase of at least %d characters", minPassphrase)

// ParseLock returns the lock for a public key of age, or for a passphrase. It is
// nil for an empty text.
func ParseLock(text string) (*Lock, error) {
	switch {
	case text == "":
		return nil, nil
	case strings.HasPrefix(text, publicPrefix):
		r, err := age.ParseX25519Recipient(text)
		if err != nil {
			return nil, errors.New("this is not a valid public key of age")
		}
		return &Lock{r}, nil
	case strings.HasPrefix(text, privatePrefix):
		return nil, errors.New("this is a secret key of age; give the public key that belongs to it (age1…)")
	case len(text) < minPassphrase:
		return nil, ErrWeak
	}
	r, err := age.NewScryptRecipient(text)
	if err != nil {
		return nil, err
	}
	return &Lock{r}, nil
}

// Key opens encrypted archives.
type Key struct{ identity age.Identity }

// ParseKey returns the key for a secret key of age, or for a passphrase. It is nil
// for an empty text.
func ParseKey(text string) (*Key, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return nil, nil
	case strings.HasPrefix(text, privatePrefix):
		id, err := age.ParseX25519Identity(text)
		if err != nil {
			return nil, errors.New("this is not a valid secret key of age")
		}
		return &Key{id}, nil
	case strings.HasPrefix(text, publicPrefix):
		return nil, errors.New("this is a public key of age; the secret key that belongs to it is needed (AGE-SECRET-KEY-…)")
	}
	id, err := age.NewScryptIdentity(text)
	if err != nil {
		return nil, err
	}
	return &Key{id}, nil
}

// seal encrypts what is written to w. The key returned also opens the archive; it
// exists in memory only, so that a server can verify what it wrote without the
// operator's secret key.
func (l *Lock) seal(w io.Writer) (io.WriteCloser, *Key, error) {
	if scrypt, ok := l.recipient.(*age.ScryptRecipient); ok { // which allows no other recipient
		sealed, err := age.Encrypt(w, scrypt)
		return sealed, nil, err
	}
	own, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, nil, err
	}
	sealed, err := age.Encrypt(w, l.recipient, own.Recipient())
	return sealed, &Key{own}, err
}

func (k *Key) open(r io.Reader) (io.Reader, error) {
	opened, err := age.Decrypt(r, k.identity)
	if wrong, ok := errors.AsType[*age.NoIdentityMatchError](err); ok { // also for a wrong passphrase
		return nil, fmt.Errorf("%w: %w", ErrWrongKey, wrong)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return opened, nil
}

// IsPublic reports whether a public key locks archives, so that only the holder of
// its secret key opens them.
func (l *Lock) IsPublic() bool {
	_, is := l.recipient.(*age.X25519Recipient)
	return is
}
