// Package slow records the statements of a database that were slow.
package slow

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"
)

// after is how long a statement takes that is recorded.
const after = 250 * time.Millisecond

// most is the number of different statements that are recorded.
const most = 50

// Statement sums up the slow executions of one statement since the server
// started. The text has question marks in the place of values, so that it contains
// nothing about people.
type Statement struct {
	Text     string
	Count    int
	Total    time.Duration
	Longest  time.Duration
	LastTime time.Time
}

// Log records slow statements. It is safe for concurrent use.
type Log struct {
	mu  sync.Mutex
	all map[string]*Statement
}

// NewLog returns a Log without statements.
func NewLog() *Log { return &Log{all: map[string]*Statement{}} }

// Note records a statement that began at a time and has ended now, if it was slow.
func (l *Log) Note(text string, began time.Time) {
	took := time.Since(began)
	if took < after {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.all[text]
	if s == nil {
		if len(l.all) >= most {
			l.forgetLeast()
		}
		s = &Statement{Text: strings.Join(strings.Fields(text), " ")}
		l.all[text] = s
	}
	s.Count++
	s.Total += took
	s.Longest = max(s.Longest, took)
	s.LastTime = time.Now()
}

func (l *Log) forgetLeast() {
	least := ""
	for text, s := range l.all {
		if least == "" || s.Total < l.all[least].Total {
			least = text
		}
	}
	delete(l.all, least)
}

// List returns the statements that were slow, those that took most time first.
func (l *Log) List() []Statement {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := make([]Statement, 0, len(l.all))
	for _, s := range l.all {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Statement) int { return cmp.Compare(b.Total, a.Total) })
	return list
}
