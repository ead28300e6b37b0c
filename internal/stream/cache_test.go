package stream

import (
	"fmt"
	"os"
	"testing"
	"time"
)

func openTestCache(t *testing.T, maxBytes int64) *cache {
	t.Helper()
	c, err := openCache(t.TempDir(), maxBytes, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *cache) put(t *testing.T, name string, size int64) {
	t.Helper()
	file, err := c.create()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c.grow(size)
	if err := file.Truncate(size); err != nil {
		t.Fatal(err)
	}
	if err := c.keep(file, name, size, newFrameIndex()); err != nil {
		t.Fatal(err)
	}
}

func cacheName(n int) string { return fmt.Sprintf("t%d.1-2.mp3-160.g0", n) }

func TestCacheMakesRoom(t *testing.T) {
	c := openTestCache(t, 100)
	now := time.Now()
	c.now = func() time.Time { now = now.Add(2 * usedOften); return now }
	for n := range 3 {
		c.put(t, cacheName(n), 30)
	}
	reading := c.open(cacheName(0)) // the most recently used of the three
	c.put(t, cacheName(3), 30)
	if c.open(cacheName(1)) != nil {
		t.Error("the least recently used file was kept")
	}
	c.grow(80) // more than the limit
	if len(c.items) != 1 || c.items[cacheName(0)] == nil {
		t.Errorf("left are %v, want what is being read alone", c.items)
	}
	c.grow(-80)
	reading.release()
	reading.release()
	if it := c.items[cacheName(0)]; it.inUse != 0 {
		t.Errorf("%d listeners", it.inUse)
	}
	c.put(t, cacheName(4), 90)
	if c.open(cacheName(0)) != nil || c.bytes != 90 || c.growing != 0 {
		t.Errorf("%d and %d bytes", c.bytes, c.growing)
	}
}

func TestCacheDropsOldEntries(t *testing.T) {
	c := openTestCache(t, 1000)
	c.put(t, cacheName(1), 10)
	c.put(t, cacheName(2), 10)
	later := time.Now().Add(40 * time.Minute)
	c.now = func() time.Time { return later }
	c.open(cacheName(2)).release()
	again, err := openCache(c.folder, 1000, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	again.now = func() time.Time { return later.Add(30 * time.Minute) }
	again.evict()
	if len(again.items) != 1 || again.items[cacheName(2)] == nil {
		t.Errorf("left are %v", again.items)
	}
	if err := os.Remove(again.folder + "/" + cacheName(2)); err != nil {
		t.Fatal(err)
	}
	if again.open(cacheName(2)) != nil || again.bytes != 0 {
		t.Error("a deleted file is still known")
	}
}

func TestCacheDropsOtherVersions(t *testing.T) {
	c := openTestCache(t, 1000)
	c.put(t, "a.1-1.mp3-160.g0", 10)
	c.put(t, "a.1-11.mp3-160.g0", 10)
	c.put(t, "ab.1-1.mp3-160.g0", 10)
	c.forget("a", "1-11")
	if len(c.items) != 2 || c.items["a.1-1.mp3-160.g0"] != nil {
		t.Errorf("left are %v", c.items)
	}
	if ids := c.tracks(); len(ids) != 2 {
		t.Errorf("tracks %v", ids)
	}
}
