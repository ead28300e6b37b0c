package app

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestUnmapPages unmaps the pages of the running test, which goes on.
func TestUnmapPages(t *testing.T) {
	before := filePages(t)
	if err := unmapPages(); err != nil {
		t.Fatal(err)
	}
	if after := filePages(t); after > before/2 {
		t.Errorf("%d kB of files are resident, and were %d kB", after, before)
	}
}

// TestUnwrittenPages leaves out what the loader wrote to, in a program that is
// position-independent, and what belongs to others.
func TestUnwrittenPages(t *testing.T) {
	const smaps = `1000-3000 r--p 00000000 08:01 7 /bin/sonora
Rss:                   8 kB
Anonymous:             0 kB
3000-4000 r-xp 00002000 08:01 7 /bin/sonora
Anonymous:             0 kB
4000-6000 r--p 00003000 08:01 7 /bin/sonora
Anonymous:             8 kB
6000-7000 rw-p 00005000 08:01 7 /bin/sonora
Anonymous:             0 kB
8000-9000 r-xp 00000000 08:01 9 /lib/other
Anonymous:             0 kB
`
	want := []mapping{{0x1000, 0x3000}, {0x3000, 0x4000}}
	if got := unwritten(smaps, "/bin/sonora"); !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

// filePages returns how much of this process are pages of files, in kB.
func filePages(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(status) {
		if value, ok := strings.CutPrefix(string(line), "RssFile:"); ok {
			kB, err := strconv.Atoi(strings.Fields(value)[0])
			if err != nil {
				t.Fatal(err)
			}
			return kB
		}
	}
	t.Fatal("/proc has no RssFile")
	return 0
}
