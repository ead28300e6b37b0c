package diagnostics

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	keptLines     = 2000
	maxAttributes = 4 << 10 // bytes kept of the attributes of a line
)

// Line is one line of the log.
type Line struct {
	Number     int64 // counts all lines of this server from 1
	Time       time.Time
	Level      slog.Level
	Message    string
	Attributes string // as in the log: key=value, separated by spaces
}

// Log writes lines to an output and keeps the last 2000. It is safe for
// concurrent use.
type Log struct {
	level  slog.LevelVar
	usual  slog.Level // the level that the server was started with
	output slog.Handler

	mu       sync.Mutex
	lines    []Line       // the oldest first
	last     int64        // number of the last line
	changes  int          // of the level
	until    time.Time    // when the level returns to the usual one; zero if it is that
	rendered bytes.Buffer // the attributes of the line that is being kept
}

// NewLog returns a Log that writes lines of a level and above to w.
func NewLog(w io.Writer, usual slog.Level) *Log {
	l := &Log{usual: usual}
	l.level.Set(usual)
	l.output = slog.NewTextHandler(w, &slog.HandlerOptions{Level: &l.level})
	return l
}

// Logger returns a logger that writes to the log.
func (l *Log) Logger() *slog.Logger {
	attributes := slog.NewTextHandler(&l.rendered, &slog.HandlerOptions{Level: &l.level, ReplaceAttr: withoutHead})
	return slog.New(&handler{log: l, output: l.output, attributes: attributes})
}

// withoutHead leaves out what a Line has in fields of its own.
func withoutHead(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == slog.MessageKey) {
		return slog.Attr{}
	}
	return a
}

// Level returns the lowest level that is logged, and until when; a zero time
// means until the server stops.
func (l *Log) Level() (level slog.Level, until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.level.Level(), l.until
}

// SetLevel changes the lowest level that is logged. After d the level returns
// to that which the server was started with.
func (l *Log) SetLevel(level slog.Level, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.level.Set(level)
	l.until = time.Time{}
	l.changes++
	if level == l.usual {
		return
	}
	l.until = time.Now().Add(d)
	change := l.changes
	time.AfterFunc(d, func() { l.endChange(change) })
}

// endChange returns to the usual level unless the level was changed again.
func (l *Log) endChange(change int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changes == change {
		l.until = time.Time{}
		l.level.Set(l.usual)
	}
}

// Filter selects lines.
type Filter struct {
	After int64      // only lines with greater numbers
	Level slog.Level // the lowest
	Text  string     // in the message or the attributes; case does not matter
	Limit int        // at most this many, the newest
}

// Lines returns the lines that a filter selects, oldest first, and the number
// of the newest line of all.
func (l *Log) Lines(f Filter) (lines []Line, last int64) {
	l.mu.Lock()
	all := slices.Clone(l.lines)
	last = l.last
	l.mu.Unlock()
	text := strings.ToLower(f.Text)
	for _, line := range slices.Backward(all) {
		if line.Number <= f.After || len(lines) == f.Limit {
			break
		}
		if line.Level >= f.Level && strings.Contains(strings.ToLower(line.Message+" "+line.Attributes), text) {
			lines = append(lines, line)
		}
	}
	slices.Reverse(lines)
	return lines, last
}

// handler writes a record to the output of its log, and keeps it.
type handler struct {
	log                *Log
	output, attributes slog.Handler
}

func (h *handler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= h.log.level.Level()
}

func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	h.log.keep(ctx, h.attributes, r)
	return h.output.Handle(ctx, r)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{h.log, h.output.WithAttrs(attrs), h.attributes.WithAttrs(attrs)}
}

func (h *handler) WithGroup(name string) slog.Handler {
	return &handler{h.log, h.output.WithGroup(name), h.attributes.WithGroup(name)}
}

func (l *Log) keep(ctx context.Context, attributes slog.Handler, r slog.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rendered.Reset()
	_ = attributes.Handle(ctx, r) // a buffer takes everything
	text := strings.TrimSuffix(l.rendered.String(), "\n")
	if len(text) > maxAttributes {
		text = strings.ToValidUTF8(text[:maxAttributes], "") + "…"
	}
	l.last++
	if len(l.lines) == keptLines {
		l.lines = l.lines[1:] // append moves them now and then, and not for every line
	}
	l.lines = append(l.lines, Line{l.last, r.Time, r.Level, r.Message, text})
}
