package online

import (
	"container/list"
	"sync"
	"time"
)

const (
	rememberedFor = time.Hour
	maxRemembered = 32 << 20 // bytes
	entryBytes    = 1 << 10  // overhead per answer besides its body
)

// memory caches answers for a while, so that repeated clicks send one request.
// It evicts the oldest answers above its limit. It is safe for concurrent use.
type memory struct {
	mu    sync.Mutex
	known map[string]*list.Element
	order *list.List // of *remembered, oldest first
	bytes int
}

type remembered struct {
	key   string
	value any
	bytes int
	at    time.Time
}

func newMemory() *memory { return &memory{known: map[string]*list.Element{}, order: list.New()} }

func (m *memory) get(key string) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.known[key]
	if e == nil {
		return nil, false
	}
	r := e.Value.(*remembered) // the list has no other type
	if time.Since(r.at) > rememberedFor {
		m.drop(e)
		return nil, false
	}
	return r.value, true
}

func (m *memory) put(key string, value any, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.known[key]; e != nil {
		m.drop(e)
	}
	bytes += entryBytes
	m.known[key] = m.order.PushBack(&remembered{key, value, bytes, time.Now()})
	m.bytes += bytes
	for m.bytes > maxRemembered {
		m.drop(m.order.Front())
	}
}

func (m *memory) drop(e *list.Element) {
	r := m.order.Remove(e).(*remembered) //nolint:forcetypeassert // see get
	delete(m.known, r.key)
	m.bytes -= r.bytes
}
