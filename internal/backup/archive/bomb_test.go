package archive

import (
	"errors"
	"io"
	"testing"
)

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// TestBombsAreRefused unpacks a stream without end from a few bytes.
func TestBombsAreRefused(t *testing.T) {
	n, err := io.Copy(io.Discard, &unpacked{r: zeros{}, packed: &readBytes{n: 1000}})
	if !errors.Is(err, ErrDamaged) || n > freeSize+1<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
	n, err = io.Copy(io.Discard, &unpacked{r: io.LimitReader(zeros{}, freeSize+1<<20), packed: &readBytes{n: freeSize / 10}})
	if err != nil || n != freeSize+1<<20 {
		t.Errorf("%d bytes of a large backup, %v", n, err)
	}
}
