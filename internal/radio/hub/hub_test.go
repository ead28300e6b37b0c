package hub

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const frameLasts = 26 * time.Millisecond

func sound(n byte) frame.Frame {
	return frame.Frame{Data: []byte{n, n, n}, Duration: frameLasts, Key: true}
}

func TestKeepsTheLastSeconds(t *testing.T) {
	h := New(frame.MP3)
	if h.Latest() != nil || len(h.Since(time.Second)) != 0 || h.View().Join(time.Second) != 0 {
		t.Error("an empty hub has chunks")
	}
	for i := range 1000 {
		h.Append(&Chunk{Seq: uint64(i), Duration: 250 * time.Millisecond, Data: make([]byte, 4000), Key: true})
	}
	v := h.View()
	if got := v.Sound(v.First); got != MaxKept || v.End() != 1000 || h.Latest().Seq != 999 {
		t.Errorf("%v, end %d", got, v.End())
	}
	if got := h.Since(4 * time.Second); len(got) != 16 || got[0].Seq != 984 {
		t.Errorf("%d chunks", len(got))
	}
	for i := range 100 {
		h.Append(&Chunk{Seq: uint64(1000 + i), Duration: 250 * time.Millisecond, Data: make([]byte, maxBytes/10)})
	}
	if v = h.View(); len(v.Chunks) > 10 || v.At(5) != nil || v.At(v.End()) != nil || v.At(v.First) != v.Chunks[0] {
		t.Errorf("%d chunks of a tenth", len(v.Chunks))
	}
	if v.Join(time.Second) != v.End() {
		t.Error("Join returned a chunk where no listener can start")
	}
}

func TestReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(frame.MP3)
		heard := make(chan []uint64)
		for range 3 {
			go func() {
				var all []uint64
				for r := h.Subscribe(0); ; {
					c, err := r.Next(t.Context())
					if err != nil {
						if !errors.Is(err, io.EOF) {
							t.Error(err)
						}
						break
					}
					all = append(all, c.Seq)
				}
				heard <- all
			}()
		}
		synctest.Wait()
		for i := range 50 {
			h.Append(&Chunk{Seq: uint64(i), Duration: time.Second / 4, Key: true})
			synctest.Wait()
		}
		h.Close()
		h.Close()
		h.Append(&Chunk{Seq: 99})
		for range 3 {
			if all := <-heard; len(all) != 50 || all[49] != 49 {
				t.Errorf("heard %v", all)
			}
		}
	})
}

func TestReaderFallsBehind(t *testing.T) {
	h := New(frame.MP3)
	r := h.Subscribe(0)
	for i := range 200 {
		h.Append(&Chunk{Seq: uint64(i), Duration: time.Second, Key: true})
	}
	if c, _ := r.Try(); c.Seq != 200-32 || r.Skipped() != 200-32 {
		t.Errorf("went on at %d, skipped %d", c.Seq, r.Skipped())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	late := h.Subscribe(0)
	if _, err := late.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if c, err := h.Subscribe(3 * time.Second).Next(ctx); err != nil || c.Seq != 197 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(frame.Opus)
		var tapped []*Chunk
		w := NewWriter(h, 0, func(c *Chunk) { tapped = append(tapped, c) })
		w.Continue(3, 10)
		first := sound(1)
		first.Header, first.Title = []byte("one"), &station.StreamTitle{Title: "A"}
		w.Write(first)
		begun := time.Now()
		for range 9 {
			w.Write(sound(2))
		}
		w.Write(sound(3))
		w.SetTitle(station.StreamTitle{Title: "B"})
		w.SetTitle(station.StreamTitle{Title: "B"})
		w.Write(sound(4))
		second := sound(5)
		second.Header = []byte("two")
		w.Write(second)
		time.Sleep(10 * time.Second) //nolint:forbidigo // in a bubble
		w.Flush(time.Now())
		w.Flush(time.Now())
		w.Write(sound(6))
		w.Flush(time.Now())

		type want struct {
			seq       uint64
			bytes     int
			header    string
			newHeader bool
			title     string
			at        time.Duration
		}
		wants := []want{
			{10, 30, "one", true, "A", 0},
			{11, 3, "one", false, "A", 10 * frameLasts},
			{12, 3, "one", false, "B", 11 * frameLasts},
			{13, 3, "two", true, "B", 12 * frameLasts},
			{14, 3, "two", false, "B", 10 * time.Second},
		}
		if len(tapped) != len(wants) || h.Latest() != tapped[4] {
			t.Fatalf("%d chunks", len(tapped))
		}
		for i, c := range tapped {
			got := want{c.Seq, len(c.Data), string(c.Header), c.NewHeader, c.Title.Title, c.At.Sub(begun)}
			if got != wants[i] || c.Epoch != 3 || !c.Key {
				t.Errorf("%+v, want %+v", got, wants[i])
			}
		}
	})
}

// TestWriterLosesNothing checks that frames pass through the hub unchanged.
func TestWriterLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := New(frame.MP3)
		var in, out []byte
		w := NewWriter(h, 0, func(c *Chunk) { out = append(out, c.Data...) })
		for i := range rapid.IntRange(1, 200).Draw(t, "frames") {
			f := sound(byte(i))
			f.Data = append(f.Data, rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "more")...)
			in = append(in, f.Data...)
			w.Write(f)
			if rapid.IntRange(0, 9).Draw(t, "title") == 0 {
				w.SetTitle(station.StreamTitle{Title: string(rune('A' + i%26))})
			}
		}
		w.Flush(time.Now())
		if string(in) != string(out) {
			t.Fatalf("%d bytes in, %d out", len(in), len(out))
		}
	})
}
