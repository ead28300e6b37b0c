package app

import (
	"bytes"
	"os"
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
