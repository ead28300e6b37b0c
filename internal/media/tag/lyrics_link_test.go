package tag

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLyricsAreNotReadThroughALink(t *testing.T) {
	name := filepath.Join(t.TempDir(), "song.lrc")
	if err := os.Symlink("/etc/passwd", name); err != nil {
		t.Fatal(err)
	}
	if l, err := ReadLyrics(name); err == nil || l.Text != "" {
		t.Errorf("got %q, %v", l.Text, err)
	}
}
