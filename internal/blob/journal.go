package blob

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// Journal remembers on the disk which keys were copied and compared, so that
// neither is done twice when a transfer is interrupted.
type Journal struct {
	file *os.File

	mu    sync.Mutex
	known map[string]journalLine
}

// journalLine says that both sides held the same bytes when they looked so.
type journalLine struct {
	Key      string `json:"key"`
	From     look   `json:"from"`
	To       look   `json:"to"`
	Sum      string `json:"sum"`
	ReadBack bool   `json:"readBack,omitempty"` // by reading the copy, not by what its store says
}

// look is how bytes look from outside.
type look struct {
	Size    int64  `json:"size"`
	ModTime int64  `json:"modTime"` // Unix nanoseconds
	Version string `json:"version,omitempty"`
}

func lookOf(i Info) look { return look{i.Size, i.ModTime.UnixNano(), i.Version} }

// OpenJournal opens the journal in a file, or begins it. Lines that a killed
// process left unfinished count as not written.
func OpenJournal(name string) (*Journal, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{known: map[string]journalLine{}}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var line journalLine
		if json.Unmarshal(lines.Bytes(), &line) == nil {
			j.known[line.Key] = line
		}
	}
	if j.file, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		if _, err := j.file.WriteString("\n"); err != nil {
			return nil, errors.Join(fmt.Errorf("journal: %w", err), j.file.Close())
		}
	}
	return j, nil
}

// Close ends writing; the file stays.
func (j *Journal) Close() error { return j.file.Close() }

func (j *Journal) get(key string) (journalLine, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	line, ok := j.known[key]
	return line, ok
}

func (j *Journal) add(line journalLine) error {
	text, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.known[line.Key] = line
	if _, err := j.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("journal: %w", unavailable(err))
	}
	return nil
}
