package tagging

import "sync"

// locks makes callers who change the same file wait for each other.
type locks struct {
	mu   sync.Mutex
	held map[string]*lock
}

type lock struct {
	mu      sync.Mutex
	waiting int
}

// take waits for a file and returns a function that releases it.
func (l *locks) take(file string) (release func()) {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*lock{}
	}
	k := l.held[file]
	if k == nil {
		k = &lock{}
		l.held[file] = k
	}
	k.waiting++
	l.mu.Unlock()
	k.mu.Lock()
	return func() {
		k.mu.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if k.waiting--; k.waiting == 0 {
			delete(l.held, file)
		}
	}
}
