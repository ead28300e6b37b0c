package listen

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// strip removes the ICY blocks from what a listener received.
func strip(b []byte) (sound []byte, titles []string) {
	for len(b) > metaInterval {
		sound = append(sound, b[:metaInterval]...)
		n := 1 + int(b[metaInterval])*metaUnit
		block := b[metaInterval : metaInterval+min(n, len(b)-metaInterval)]
		if n > 1 {
			titles = append(titles, strings.TrimRight(string(block[1:]), "\x00"))
		}
		b = b[metaInterval+len(block):]
	}
	return append(sound, b...), titles
}

// TestCursor lets listeners take the stream in arbitrary portions, with and
// without titles. Nothing is lost or repeated.
func TestCursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		titles := rapid.Bool().Draw(t, "titles")
		h := hub.New(frame.MP3)
		c := newCursor(h.View(), hub.MaxKept, titles)
		var sent, got []byte
		title := &station.StreamTitle{Title: "T"}
		for i := range rapid.IntRange(1, 40).Draw(t, "chunks") {
			if rapid.IntRange(0, 5).Draw(t, "new title") == 0 {
				title = &station.StreamTitle{Title: strings.Repeat("x", i+1)}
			}
			chunk := &hub.Chunk{Duration: time.Second / 4, Key: true, Title: title, Data: bytes.Repeat([]byte{byte(i)}, rapid.IntRange(1, 20_000).Draw(t, "size"))}
			h.Append(chunk)
			sent = append(sent, chunk.Data...)
			v := h.View()
			for rapid.IntRange(0, 3).Draw(t, "go on") > 0 {
				pieces, after := c.gather(v, make([][]byte, 0, maxPieces))
				all := bytes.Join(pieces, nil)
				n := len(all)
				if rapid.Bool().Draw(t, "all") {
					c = after
				} else {
					n = rapid.IntRange(0, len(all)).Draw(t, "taken")
					c.advance(v, n)
				}
				got = append(got, all[:n]...)
			}
		}
		v := h.View()
		for piece := c.piece(v); piece != nil; piece = c.piece(v) {
			got = append(got, piece...)
			c.take(len(piece))
		}
		if titles {
			got, _ = strip(got)
		}
		if !bytes.Equal(got, sent) {
			t.Fatalf("%d bytes sent, %d got", len(sent), len(got))
		}
	})
}

func TestHeaders(t *testing.T) {
	h := hub.New(frame.Opus)
	add := func(header, data string, isNew, key bool) {
		h.Append(&hub.Chunk{Duration: time.Second, Key: key, Header: []byte(header), NewHeader: isNew, Data: []byte(data)})
	}
	rest := func(c *cursor) string {
		var got []byte
		v := h.View()
		for piece := c.piece(v); piece != nil; piece = c.piece(v) {
			got = append(got, piece...)
			c.take(len(piece))
		}
		return string(got)
	}
	add("H1 ", "a ", true, true)
	add("H1 ", "b ", false, false)
	add("H1 ", "c ", false, true)
	whole, late := newCursor(h.View(), 3*time.Second, false), newCursor(h.View(), time.Second, false)
	next := newCursor(h.View(), 0, false)
	if got := rest(&whole); got != "H1 a b c " {
		t.Error(got)
	}
	if got := rest(&late); got != "H1 c " {
		t.Error(got)
	}
	add("H1 ", "d ", false, false)
	add("H1 ", "e ", false, true)
	add("H2 ", "f ", true, true)
	if got := rest(&next); got != "H1 e H2 f " {
		t.Error(got)
	}
	if got := rest(&late); got != "d e H2 f " {
		t.Error(got)
	}
	late.jump(h.View(), time.Second)
	if got := rest(&late); got != "H2 f " {
		t.Error(got)
	}
}

// TestBurstOfTheFirstListener has listeners who come before the sound of a station,
// which then comes at once, as it does from another server.
func TestBurstOfTheFirstListener(t *testing.T) {
	h := hub.New(frame.MP3)
	first, monitor := newCursor(h.View(), DefaultBurst, false), newCursor(h.View(), -1, false)
	if first.piece(h.View()) != nil {
		t.Error("there is sound before the first chunk")
	}
	last := make([]*hub.Chunk, 32) // 8 s
	for i := range last {
		last[i] = &hub.Chunk{Duration: time.Second / 4, Key: true, Data: []byte{byte(i)}}
	}
	h.Append(last...)
	for _, c := range []struct {
		name   string
		cursor *cursor
		want   int // chunks
	}{{"a listener", &first, 14}, {"a monitor", &monitor, 1}} {
		pieces, after := c.cursor.gather(h.View(), make([][]byte, 0, 100))
		if got := bytes.Join(pieces, nil); len(got) != c.want || got[len(got)-1] != 31 {
			t.Errorf("%s gets %v", c.name, got)
		}
		*c.cursor = after
	}
	h.Append(&hub.Chunk{Duration: time.Second / 4, Key: true, Data: []byte{32}})
	for _, c := range []cursor{first, monitor} {
		if got := c.piece(h.View()); len(got) != 1 || got[0] != 32 {
			t.Errorf("then comes %v", got)
		}
	}
}

func TestMetaBlock(t *testing.T) {
	for _, c := range []struct{ artist, title, want string }{
		{"Ada", "One", "StreamTitle='Ada - One';"},
		{"", "It's';\r\nfine", "StreamTitle='It's' ;  fine';"},
	} {
		b := metaBlock(&station.StreamTitle{Artist: c.artist, Title: c.title})
		if len(b) != 1+int(b[0])*16 || strings.TrimRight(string(b[1:]), "\x00") != c.want {
			t.Errorf("%q", b)
		}
	}
	b := metaBlock(&station.StreamTitle{Title: strings.Repeat("é", 10_000)})
	if text := strings.TrimRight(string(b[1:]), "\x00"); len(b) != 1+255*16 || !strings.HasSuffix(text, "é';") {
		t.Errorf("%d bytes end in %q", len(b), text[len(text)-6:])
	}
	if string(metaBlock(nil)[1:15]) != "StreamTitle=''" {
		t.Error("no title")
	}
}

func TestPatience(t *testing.T) {
	h := hub.New(frame.MP3)
	add := func(seconds int) {
		for range seconds {
			h.Append(&hub.Chunk{Duration: time.Second, Key: true, Data: make([]byte, 16_000)})
		}
	}
	add(4)
	now := time.Unix(1000, 0)
	c := newCursor(h.View(), 4*time.Second, false)
	p := patience{burst: 4 * time.Second, taken: now}
	c.advance(h.View(), 100)
	for i := range 4 {
		add(16)
		reason := p.took(1, now)
		if reason == "" {
			reason = p.judge(&c, h.View(), now)
		}
		if i < jumpsKept && (reason != "" || c.lag(h.View()) != 4*time.Second || c.offset != 100) {
			t.Fatalf("jump %d: %q, %v late", i, reason, c.lag(h.View()))
		}
		if i == jumpsKept && reason != Slow {
			t.Errorf("after %d jumps: %q", i, reason)
		}
	}
	now = now.Add(jumpWindow + time.Second)
	if reason := p.judge(&c, h.View(), now); reason != "" || p.all != 4 {
		t.Errorf("%q, %d jumps", reason, p.all)
	}
	add(16)
	if reason := p.judge(&c, h.View(), now); reason != "" || p.all != 4 {
		t.Error("a listener who reads nothing jumped")
	}
	if reason := p.took(0, p.taken.Add(maxStall)); reason != "" {
		t.Error(reason)
	}
	if reason := p.took(0, p.taken.Add(maxStall+1)); reason != Stalled {
		t.Error(reason)
	}
	add(33)
	if reason := p.judge(&c, h.View(), now); reason != "" || c.isLapped(h.View()) {
		t.Errorf("lapped: %q", reason)
	}
}
