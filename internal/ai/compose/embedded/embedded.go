// Package embedded reads the composer's data: JSON files that are compiled into the program.
package embedded

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
)

// Read decodes a file of the program.
func Read[T any](files fs.FS, name string) (T, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		var none T
		return none, err
	}
	value, err := Parse[T](data)
	if err != nil {
		return value, fmt.Errorf("%s: %w", name, err)
	}
	return value, nil
}

// Parse decodes JSON. A field that T does not have is an error, and so is a second value.
func Parse[T any](data []byte) (T, error) {
	var value T
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&value); err != nil {
		return value, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return value, errors.New("more than one value")
	}
	return value, nil
}

// Must returns a function that returns what read returns. It calls read once, when
// the value is first needed, and panics if read fails. It is only for data that is
// compiled in and that the tests of its package read.
func Must[T any](read func() (T, error)) func() T {
	return sync.OnceValue(func() T {
		value, err := read()
		if err != nil {
			panic(fmt.Errorf("embedded: %w", err))
		}
		return value
	})
}
