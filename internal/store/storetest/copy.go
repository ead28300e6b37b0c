package storetest

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"sonora/internal/music"
)

// Copy is what a client keeps of a list, by ID. It is brought up to date by
// deltas alone.
type Copy[T any] struct {
	Items   map[string]T
	Removed []string // IDs of which the last Update said for the first time that they are gone
	token   string
	told    map[string]bool // what is gone; a change may be returned twice

	read  func() (music.List[T], string, error)
	delta func(since string, limit int) (music.Delta[T], error)
	id    func(*T) string
}

// NewCopy reads a list.
func NewCopy[T any](t *testing.T, read func() (music.List[T], string, error), delta func(since string, limit int) (music.Delta[T], error), id func(*T) string) *Copy[T] {
	t.Helper()
	c := &Copy[T]{told: map[string]bool{}, read: read, delta: delta, id: id}
	var err error
	if c.Items, c.token, err = c.list(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *Copy[T]) list() (map[string]T, string, error) {
	list, token, err := c.read()
	items := map[string]T{}
	for i := range list.Items {
		items[c.id(&list.Items[i])] = list.Items[i]
	}
	return items, token, err
}

// Update asks for changes, limit at a time, and returns the number of changed
// items. It fails the test unless the copy is then equal to the list.
func (c *Copy[T]) Update(t *testing.T, what string, limit int) int {
	t.Helper()
	c.Removed = nil
	changed := 0
	for more := true; more; {
		d, err := c.delta(c.token, limit)
		if err != nil {
			t.Fatal(what, err)
		}
		if len(d.Changed)+len(d.Removed) > limit {
			t.Errorf("%s: %d changed and %d removed of at most %d", what, len(d.Changed), len(d.Removed), limit)
		}
		for i := range d.Changed {
			id := c.id(&d.Changed[i])
			c.Items[id] = d.Changed[i]
			delete(c.told, id)
		}
		for _, id := range d.Removed {
			delete(c.Items, id)
			if !c.told[id] {
				c.Removed = append(c.Removed, id)
			}
			c.told[id] = true
		}
		changed += len(d.Changed)
		c.token, more = d.Next, d.More
	}
	want, _, err := c.list()
	if err != nil {
		t.Fatal(what, err)
	}
	Same(t, what, lines(c.Items), lines(want))
	return changed
}

// lines returns a line for each item.
func lines[T any](items map[string]T) []string {
	all := []string{}
	for _, id := range slices.Sorted(maps.Keys(items)) {
		line, err := json.Marshal(items[id])
		if err != nil {
			panic(err) // the API encodes them as well
		}
		all = append(all, string(line))
	}
	return all
}
