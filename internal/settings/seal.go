package settings

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// seal encrypts secrets with AES-256-GCM, so that a copy of the database
// alone does not give them away. Servers that share a database share the file.
type seal struct{ aead cipher.AEAD }

const keyFile = "secret.key"

func openSeal(dataFolder string) (*seal, error) {
	name := filepath.Join(dataFolder, keyFile)
	key, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		key = make([]byte, 32)
		rand.Read(key) // never fails, see crypto/rand
		err = os.WriteFile(name, key, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("the key of the settings' secrets: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("the key of the settings' secrets in %s: %w", name, err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &seal{aead}, err
}

// close turns a JSON value into a JSON string that only open reads.
func (s *seal) close(value json.RawMessage) json.RawMessage {
	sealed, err := json.Marshal(s.aead.Seal(nil, nil, value, nil))
	if err != nil {
		panic(err) // bytes are always a JSON string
	}
	return sealed
}

func (s *seal) open(sealed json.RawMessage) (json.RawMessage, error) {
	var data []byte
	if err := json.Unmarshal(sealed, &data); err != nil {
		return nil, fmt.Errorf("unseal: %w", err)
	}
	value, err := s.aead.Open(nil, nil, data, nil)
	if err != nil {
		return nil, fmt.Errorf("unseal with %s of the data folder: %w", keyFile, err)
	}
	return value, nil
}
