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

// Journal records on disk which keys were copied and compared, so that an
// interrupted transfer repeats neither.
type Journal struct {
	file *os.File

	mu    sync.Mutex
	known map[string]journalLine
}

// journalLine records that both sides held the same bytes, with their size,
// time and version at that moment.
type journalLine struct {
	Key      string `json:"key"`
	From     look   `json:"from"`
	To       look   `json:"to"`
	Sum      string `json:"sum"`
	ReadBack bool   `json:"readBack,omitempty"` // compared by reading the copy rather than by the store's checksum
}

// look is the outside appearance of bytes.
type look struct {
	Size    int64  `json:"size"`
	ModTime int64  `json:"modTime"` // Unix nanoseconds
	Version string `json:"version,omitempty"`
}

func lookOf(i Info) look { return look{i.Size, i.ModTime.UnixNano(), i.Version} }

// OpenJournal opens or creates the journal in a file. It ignores lines that a
// killed process left unfinished.
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

// Close closes the journal. The file remains.
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
