package podcast

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	textsRoom = 16 << 20 // bytes
	textLife  = time.Hour
	faultLife = time.Minute // until something that failed is requested again
)

// texts caches parsed text files of other servers, so that reloading a page
// sends no requests.
type texts struct {
	asking singleflight.Group

	mu    sync.Mutex
	room  int
	items map[string]*list.Element
	order *list.List // most recently used first
}

type textItem struct {
	key   string
	value any
	err   error
	size  int
	until time.Time
}

func newTexts() *texts { return &texts{items: map[string]*list.Element{}, order: list.New()} }

// remembered returns the cached result of read. read also returns the size of
// its result in bytes.
func remembered[T any](t *texts, key string, read func() (T, int, error)) (T, error) {
	if item, ok := t.get(key); ok {
		value, _ := item.value.(T)
		return value, item.err
	}
	value, err, _ := t.asking.Do(key, func() (any, error) {
		value, size, err := read()
		life := textLife
		if err != nil {
			life = faultLife
		}
		t.put(&textItem{key, value, err, size + len(key) + 200, time.Now().Add(life)})
		return value, err
	})
	known, _ := value.(T)
	return known, err
}

func (t *texts) get(key string) (*textItem, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.items[key]
	if at == nil {
		return nil, false
	}
	item, _ := at.Value.(*textItem)
	if time.Now().After(item.until) {
		t.drop(at)
		return nil, false
	}
	t.order.MoveToFront(at)
	return item, true
}

func (t *texts) put(item *textItem) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if old := t.items[item.key]; old != nil {
		t.drop(old)
	}
	t.items[item.key] = t.order.PushFront(item)
	for t.room += item.size; t.room > textsRoom && t.order.Len() > 1; {
		t.drop(t.order.Back())
	}
}

func (t *texts) drop(at *list.Element) {
	item, _ := t.order.Remove(at).(*textItem)
	delete(t.items, item.key)
	t.room -= item.size
}
