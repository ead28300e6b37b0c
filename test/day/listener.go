package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// bitrate of the station and of what DJs send, in kbit/s.
const bitrate = 128

// listener records a station, connecting again whenever it is disconnected.
type listener struct {
	url, folder string
	ctx         context.Context //nolint:containedctx // stop ends the goroutine that listens
	cancel      context.CancelFunc
	done        chan struct{}

	mu    sync.Mutex
	takes []*take
}

// take is what one connection recorded.
type take struct {
	file  string
	reads []read
}

// read says when the bytes up to an offset arrived.
type read struct {
	at    time.Time
	bytes int64
}

func newListener(url, folder string) *listener {
	l := &listener{url: url, folder: folder, done: make(chan struct{})}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

func (l *listener) stop() {
	l.cancel()
	<-l.done
}

func (l *listener) listen() {
	defer close(l.done)
	for l.ctx.Err() == nil {
		if err := l.once(); err != nil && l.ctx.Err() == nil {
			note("listener: %v", err)
		}
		select {
		case <-l.ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (l *listener) once() error {
	req, err := http.NewRequestWithContext(l.ctx, http.MethodGet, l.url, http.NoBody)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil // the server is being restarted
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil
	}
	l.mu.Lock()
	t := &take{file: filepath.Join(l.folder, fmt.Sprintf("heard-%d.mp3", len(l.takes)))}
	l.takes = append(l.takes, t)
	l.mu.Unlock()
	f, err := os.Create(t.file)
	if err != nil {
		return err
	}
	defer f.Close()
	b, total := make([]byte, 16<<10), int64(0)
	for {
		n, err := res.Body.Read(b)
		if n > 0 {
			total += int64(n)
			t.reads = append(t.reads, read{time.Now(), total})
			if _, err := f.Write(b[:n]); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF || l.ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
	}
}

// clock tells when the station made the sound of a recording.
type clock struct {
	position []time.Duration // in the recording
	lag      []time.Duration // since zero, of the server's clock
	zero     time.Time
}

// steady is over how much sound the line is regarded as steady: what arrives
// late in it was delayed on its way.
const steady = 10 * time.Second

// clock compares when bytes arrived with the sound in them. The first sound of a
// connection comes at once, because it is older.
func (t *take) clock(length time.Duration) *clock {
	if len(t.reads) == 0 {
		return nil
	}
	c := &clock{zero: t.reads[0].at}
	total := t.reads[len(t.reads)-1].bytes
	for _, r := range t.reads {
		p := time.Duration(float64(length) * float64(r.bytes) / float64(total))
		c.position = append(c.position, p)
		c.lag = append(c.lag, r.at.Sub(c.zero)-p)
	}
	raw := append([]time.Duration(nil), c.lag...)
	for i := range raw {
		for j := i; j < len(raw) && c.position[j]-c.position[i] <= steady; j++ {
			c.lag[i] = min(c.lag[i], raw[j])
		}
		for j := i; j >= 0 && c.position[i]-c.position[j] <= steady; j-- {
			c.lag[i] = min(c.lag[i], raw[j])
		}
	}
	return c
}

// at returns when a position of the recording was on air.
func (c *clock) at(p time.Duration) time.Time {
	i := 0
	for lo, hi := 0, len(c.position)-1; lo <= hi; {
		if i = (lo + hi) / 2; c.position[i] < p {
			lo = i + 1
		} else {
			hi = i - 1
		}
	}
	return c.zero.Add(p + c.lag[i])
}

// stalls returns the times in which nothing arrived for longer than d.
func (t *take) stalls(d time.Duration) []span {
	var found []span
	for i := 1; i < len(t.reads); i++ {
		if from, to := t.reads[i-1].at, t.reads[i].at; to.Sub(from) > d {
			found = append(found, span{from, to})
		}
	}
	return found
}
