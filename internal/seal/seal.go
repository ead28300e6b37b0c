// Package seal encrypts secrets before they are stored in the database.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Box encrypts secrets with AES-256-GCM, so that a copy of the database alone
// does not reveal them. Servers that share a database share the key file.
type Box struct{ aead cipher.AEAD }

// KeyFile is the name of the key in the data folder.
const KeyFile = "secret.key"

// Open returns the Box of a data folder. It creates a key if there is none.
func Open(dataFolder string) (*Box, error) {
	b, err := Present(dataFolder)
	if !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	key := newKey()
	if err := os.WriteFile(filepath.Join(dataFolder, KeyFile), key, 0o600); err != nil {
		return nil, fmt.Errorf("create the key of secrets: %w", err)
	}
	return boxOf(key)
}

// Present is Open for a key that exists; without one, the error is fs.ErrNotExist.
func Present(dataFolder string) (*Box, error) {
	name := filepath.Join(dataFolder, KeyFile)
	key, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("open the key of secrets: %w", err)
	}
	b, err := boxOf(key)
	if err != nil {
		return nil, fmt.Errorf("open the key of secrets in %s: %w", name, err)
	}
	return b, nil
}

// Fresh returns a Box with a key that is stored nowhere: it opens no secret that exists.
func Fresh() (*Box, error) { return boxOf(newKey()) }

func newKey() []byte {
	key := make([]byte, 32)
	rand.Read(key) // never fails, see crypto/rand
	return key
}

func boxOf(key []byte) (*Box, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Box{aead}, err
}

// Close encrypts a secret.
func (b *Box) Close(secret []byte) []byte { return b.aead.Seal(nil, nil, secret, nil) }

// Open decrypts what Close encrypted. It returns an error for anything else.
func (b *Box) Open(sealed []byte) ([]byte, error) {
	secret, err := b.aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, fmt.Errorf("decrypt a secret with %s of the data folder: %w", KeyFile, err)
	}
	return secret, nil
}
